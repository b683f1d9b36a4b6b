import Broker

/// The handle; all state is the cluster's.
final class SimulatedPlainProducer: PlainProducer {
  private let cluster: SimulatedCluster
  private let handle: HandleIdentity
  private let producer: Int

  init(_ cluster: SimulatedCluster, _ handle: HandleIdentity) {
    self.cluster = cluster
    self.handle = handle
    producer = handle.producer ?? 0
  }

  func produce(_ record: OutgoingRecord) throws(BrokerFailure) {
    try cluster.call(handle, .plainProduce) { [producer] (state, entry) throws(BrokerFailure) in
      try state.producers[producer].require(.plain)
      if let failure = entry.failBefore { throw failure }
      try state.produce(record, by: producer, isReachable: entry.isReachable && entry.failDelivery == nil)
      if let code = entry.failDelivery { state.failQueued(producer, state.producers[producer].queue.count, code) }
    }
  }

  func poll(timeout: Duration) { cluster.serve(handle) }

  func flush(timeout: Duration) throws(BrokerFailure) {
    try cluster.call(handle, .plainFlush, timeout: timeout) { [producer] (state, entry) throws(BrokerFailure) in
      try state.producers[producer].require(.plain)
      if let failure = entry.failBefore { throw failure }
      try state.flush(producer, entry)
    }
  }

  var deliveries: DeliveryCounts {
    cluster.with { [producer] state in
      var counts = state.producers[producer].deliveries
      counts.queued = state.producers[producer].queue.count
      return counts
    }
  }

  func close(timeout: Duration) throws(BrokerFailure) {
    try cluster.call(handle, .closePlainProducer, timeout: timeout) { [producer] (state, entry) throws(BrokerFailure) in
      if entry.isReachable { try state.send(producer) }
      let left = state.producers[producer].queue.count
      state.producers[producer].queue.removeAll()
      state.producers[producer].phase = .closed
      if left > 0 { throw .retriable(.timedOut) }
    }
  }

  deinit { cluster.drop(handle) }
}
