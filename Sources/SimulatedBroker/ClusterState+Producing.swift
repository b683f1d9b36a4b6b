import Broker

// The producers' queues and their way into the logs.
extension ClusterState {
  /// Takes a record into the queue, or throws and does not.
  mutating func produce(
    _ record: OutgoingRecord, by producer: Int, isReachable: Bool
  ) throws(BrokerFailure) {
    guard let topic = topicNumbers[record.topic] else { throw refusal(.unknownTopic, producer) }
    let count = Int32(topics[topic].logs.count)
    let partition = producers[producer].partition(for: record, count: count)
    guard partition >= 0, partition < count else { throw refusal(.unknownPartition, producer) }
    if record.sizeInBytes > topics[topic].maximumMessageBytes { throw refusal(.messageSizeTooLarge, producer) }
    if topics[topic].isCompacted && record.key == nil { throw refusal(BrokerCode("INVALID_RECORD"), producer) }
    expireQueued(producer)
    if producers[producer].queue.count >= settings.queueLimit {
      if isReachable { try send(producer) }
      if producers[producer].queue.count >= settings.queueLimit { throw .retriable(.queueFull) }
    }
    var queued = ProducerClient.Queued(record: record, log: topics[topic].logs[Int(partition)], queuedMillis: nowMillis)
    if topics[topic].timestampKind == .logAppend {
      // Marked for the time of arrival.
      queued.record.timestampMillis = .min
    } else if queued.record.timestampMillis == nil {
      queued.record.timestampMillis = nowMillis
    }
    producers[producer].queue.append(queued)
    if isReachable && producers[producer].queue.count >= settings.lingerRecords { try send(producer) }
  }

  private func refusal(_ code: BrokerCode, _ producer: Int) -> BrokerFailure {
    producers[producer].transactionalID == nil ? .fatal(code) : .abortTransaction(code)
  }

  /// Sends everything queued, in order.
  mutating func send(
    _ producer: Int, times: Int = 1, losingFirst: Bool = false
  ) throws(BrokerFailure) {
    if producers[producer].queue.isEmpty { return }
    switch producers[producer].phase {
    case .plain, .open, .committing: break
    default: return
    }
    let queue = producers[producer].queue
    producers[producer].queue.removeAll(keepingCapacity: true)
    let lost = losingFirst ? try register(queue[0], by: producer) : nil
    for queued in queue.dropFirst(losingFirst ? 1 : 0) {
      let sequence = try register(queued, by: producer)
      for _ in 0..<times { try append(queued, by: producer, sequence: sequence) }
      producers[producer].deliveries.delivered += 1
    }
    // With nothing behind it in its partition the lost record is just sent again.
    if let lost {
      try append(queue[0], by: producer, sequence: lost)
      producers[producer].deliveries.delivered += 1
    }
  }

  /// Makes the record's partition part of the transaction, and gives the record its sequence number.
  private mutating func register(
    _ queued: ProducerClient.Queued, by producer: Int
  ) throws(BrokerFailure) -> Int64 {
    if producers[producer].transactionalID != nil, !producers[producer].isRegistered(queued.log) {
      let number = try joinTransaction(producer)
      if !transactions[number].logs.contains(queued.log) { transactions[number].logs.append(queued.log) }
      producers[producer].register(queued.log)
    }
    if producers[producer].producerID < 0 { producers[producer].identify(producerID: takeProducerID(), epoch: 0) }
    return producers[producer].takeSequence(queued.log)
  }

  private mutating func append(
    _ queued: ProducerClient.Queued, by producer: Int, sequence: Int64
  ) throws(BrokerFailure) {
    let verdict = logs[queued.log].admit(
      producerID: producers[producer].producerID, epoch: producers[producer].epoch, firstSequence: sequence, count: 1)
    switch verdict {
    case .next:
      let stamp = queued.record.timestampMillis ?? nowMillis
      logs[queued.log].append(
        queued.record, timestampMillis: stamp == .min ? nowMillis : stamp,
        producerID: producers[producer].transactionalID == nil ? -1 : producers[producer].producerID)
    case .duplicate: break
    case .gap: throw .fatal(.outOfOrderSequence)
    case .oldEpoch: throw .ownershipLost(.fenced)
    }
  }

  /// Fails what has been queued too long without a broker; a transaction with such a loss can only be aborted.
  mutating func expireQueued(_ producer: Int) {
    let limit = settings.messageTimeout.wholeMilliseconds
    guard let oldest = producers[producer].queue.first, nowMillis - oldest.queuedMillis >= limit else { return }
    let now = nowMillis
    let place =
      producers[producer].queue.firstIndex { now - $0.queuedMillis < limit } ?? producers[producer].queue.count
    failQueued(producer, place, .messageTimedOut)
  }

  mutating func failQueued(_ producer: Int, _ count: Int, _ code: BrokerCode) {
    guard count > 0 else { return }
    producers[producer].queue.removeFirst(count)
    producers[producer].deliveries.failed += count
    producers[producer].deliveries.lastFailure = code
    // A commit that was given up before it had sent everything still owns its queue.
    if [.open, .committing].contains(producers[producer].phase) { producers[producer].phase = .abortOnly(code) }
  }

  /// Flushes; the caller has checked the phase.
  mutating func flush(_ producer: Int, _ entry: CallEntry) throws(BrokerFailure) {
    if let code = entry.failDelivery { failQueued(producer, producers[producer].queue.count, code) }
    if !entry.isReachable { expireQueued(producer) }
    if case .abortOnly(let code) = producers[producer].phase {
      throw BrokerFailure(classifying: code, LibraryVerdict(requiresAbort: true))
    }
    if producers[producer].queue.isEmpty { return }
    if !entry.isReachable { throw .retriable(.timedOut) }
    try send(producer, times: entry.sendsTwice ? 2 : 1, losingFirst: entry.losesFirstQueued)
  }
}
