import Broker

// The transaction coordinator.
extension ClusterState {
  /// InitProducerId: fences the former producer, resolves its transaction, gives the next epoch.
  mutating func initTransactions(_ producer: Int) throws(BrokerFailure) {
    guard let id = producers[producer].transactionalID else { throw .fatal(.state) }
    let timeout = producers[producer].timeoutMillis
    if timeout > settings.maximumTransactionTimeout.wholeMilliseconds || timeout <= 0 {
      throw .fatal(.invalidTransactionTimeout)
    }
    let number: Int
    if let known = transactionNumbers[id] {
      number = known
      fence(number)
      transactions[number].timeoutMillis = timeout
    } else {
      number = transactions.count
      transactionNumbers[id] = number
      transactions.append(Transaction(id: id, producerID: takeProducerID(), epoch: 0, timeoutMillis: timeout))
    }
    producers[producer].identify(producerID: transactions[number].producerID, epoch: transactions[number].epoch)
  }

  mutating func takeProducerID() -> Int64 {
    nextProducerID += 1
    return nextProducerID - 1
  }

  /// Ends the reign of the producer that holds an id: its transaction is resolved, its epoch is old from now.
  mutating func fence(_ number: Int) {
    if case .ongoing = transactions[number].phase { abortByCoordinator(number) }
    if case .completing = transactions[number].phase { writeMarkers(number) }
    raiseEpoch(number)
    transactions[number].phase = .empty
  }

  /// Aborts with a raised epoch, so that the producer that was late is refused from now.
  mutating func abortByCoordinator(_ number: Int) {
    guard case .ongoing = transactions[number].phase else { return }
    raiseEpoch(number)
    decide(number, commits: false)
  }

  private mutating func raiseEpoch(_ number: Int) {
    // Epochs of one producer id run out; Kafka then gives the transactional id another producer id. One epoch is left for fencing.
    if transactions[number].epoch >= Int16.max - 1 {
      if case .ongoing = transactions[number].phase {
        transactions[number].epoch = Int16.max
      } else {
        transactions[number].producerID = takeProducerID()
        transactions[number].epoch = 0
      }
    } else {
      transactions[number].epoch += 1
    }
  }

  /// AddPartitionsToTxn and AddOffsetsToTxn: the transaction is ongoing from its first part on.
  mutating func joinTransaction(_ producer: Int) throws(BrokerFailure) -> Int {
    let number = try currentTransaction(of: producer)
    if case .completing = transactions[number].phase { writeMarkers(number) }
    if case .ongoing = transactions[number].phase { return number }
    transactions[number].phase = .ongoing(sinceMillis: nowMillis)
    return number
  }

  private func currentTransaction(of producer: Int) throws(BrokerFailure) -> Int {
    let client = producers[producer]
    guard let id = client.transactionalID, let number = transactionNumbers[id] else { throw .fatal(.state) }
    guard transactions[number].isCurrent(producerID: client.producerID, epoch: client.epoch) else {
      throw .ownershipLost(.fenced)
    }
    return number
  }

  /// EndTxn. The same decision again is answered as the first time.
  mutating func endTransaction(_ producer: Int, commits: Bool) throws(BrokerFailure) {
    // A transaction that nothing joined is unknown to the coordinator: the client ends it by itself.
    guard producers[producer].hasRegistered else { return }
    let number = try currentTransaction(of: producer)
    // Requests of one client keep their order: the repeated one does not overtake the one under way and leave it to
    // strike the next transaction of the same epoch.
    travelling.removeAll { $0.transaction == number }
    switch transactions[number].phase {
    case .ongoing: decide(number, commits: commits)
    case .completing(commits, _), .completed(commits): break
    case .completing, .completed, .empty: throw .fatal(.invalidTransactionState)
    }
  }

  /// An EndTxn that arrives after its sender gave up waiting.
  mutating func sendLate(_ producer: Int, commits: Bool, afterMillis: Int64) throws(BrokerFailure) {
    guard producers[producer].hasRegistered else { return }
    let number = try currentTransaction(of: producer)
    travelling.append(
      TravellingDecision(
        dueMillis: nowMillis.saturatingSum(afterMillis), transaction: number,
        producerID: producers[producer].producerID, epoch: producers[producer].epoch, commits: commits))
  }

  mutating func decideTravelled(_ now: Int64) {
    guard !travelling.isEmpty else { return }
    let arrived = travelling.filter { $0.dueMillis <= now }
    travelling.removeAll { $0.dueMillis <= now }
    for decision in arrived {
      let transaction = transactions[decision.transaction]
      guard transaction.isCurrent(producerID: decision.producerID, epoch: decision.epoch),
        case .ongoing = transaction.phase
      else { continue }
      decide(decision.transaction, commits: decision.commits)
    }
  }

  private mutating func decide(_ number: Int, commits: Bool) {
    let delay = settings.markerDelay.wholeMilliseconds
    transactions[number].phase = .completing(commits: commits, dueMillis: nowMillis.saturatingSum(delay))
    if delay <= 0 { writeMarkers(number) }
  }

  mutating func writeMarkers(_ number: Int) {
    guard case .completing(let commits, _) = transactions[number].phase else { return }
    let producerID = transactions[number].producerID
    for log in transactions[number].logs {
      logs[log].appendMarker(
        producerID: producerID, epoch: transactions[number].epoch, commits: commits, timestampMillis: nowMillis)
    }
    for group in transactions[number].groups {
      groups[group].resolvePending(producerID: producerID, commits: commits)
    }
    transactions[number].logs.removeAll()
    transactions[number].groups.removeAll()
    transactions[number].phase = .completed(commits: commits)
  }

  /// TxnOffsetCommit.
  mutating func sendOffsets(
    _ producer: Int, _ offsets: [PartitionOffset], identity: MemberIdentity
  ) throws(BrokerFailure) {
    if offsets.isEmpty { return }
    let number = try joinTransaction(producer)
    producers[producer].registerGroup()
    let group = self.group(named: identity.group)
    if !transactions[number].groups.contains(group) { transactions[number].groups.append(group) }
    if let code = groups[group].refusal(of: identity, isTransactional: true) {
      throw BrokerFailure(classifying: code, LibraryVerdict(requiresAbort: true))
    }
    groups[group].addPending(offsets, producerID: transactions[number].producerID)
  }
}
