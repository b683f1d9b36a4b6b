public import Broker

/// One process's view of a ``SimulatedCluster``.
public final class SimulatedBroker: Broker {
  public let cluster: SimulatedCluster
  public let name: String
  private let process: Int

  init(cluster: SimulatedCluster, process: Int, name: String) {
    self.cluster = cluster
    self.process = process
    self.name = name
  }

  public func groupConsumer(_ options: GroupConsumerOptions) throws(BrokerFailure) -> any GroupConsumer {
    SimulatedGroupConsumer(cluster, try open(.openConsumer), options)
  }

  public func logReader(_ options: LogReaderOptions) throws(BrokerFailure) -> any LogReader {
    SimulatedLogReader(cluster, try open(.openReader), options.isolation)
  }

  public func transactionalProducer(
    _ options: TransactionalProducerOptions
  ) throws(BrokerFailure) -> any TransactionalProducer {
    SimulatedTransactionalProducer(
      cluster, try open(.openTransactionalProducer, id: options.transactionalID, timeout: options.transactionTimeout))
  }

  public func plainProducer(_ options: PlainProducerOptions) throws(BrokerFailure) -> any PlainProducer {
    SimulatedPlainProducer(cluster, try open(.openPlainProducer))
  }

  public func admin() throws(BrokerFailure) -> any BrokerAdmin {
    SimulatedAdmin(cluster, try open(.openAdmin))
  }

  private func open(_ call: Call, id: String? = nil, timeout: Duration = .zero) throws(BrokerFailure) -> HandleIdentity
  {
    let factory = HandleIdentity(process: process, number: 0, producer: nil)
    return try cluster.call(factory, call) { (state, entry) throws(BrokerFailure) in
      if let failure = entry.failBefore { throw failure }
      var handle = HandleIdentity(process: factory.process, number: state.takeHandle(), producer: nil)
      if call == .openTransactionalProducer || call == .openPlainProducer {
        handle.producer = state.producers.count
        state.producers.append(
          ProducerClient(process: factory.process, transactionalID: id, timeoutMillis: timeout.wholeMilliseconds))
      }
      return handle
    }
  }
}
