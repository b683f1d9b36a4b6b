import Broker
import CRdKafka
import Testing

@testable import KafkaBroker

/// What one injected fault comes to for the caller.
struct InjectedFault: CustomTestStringConvertible, Sendable {
  enum Outcome: Sendable {
    /// The library deals with it; the transaction commits.
    case committed
    case failure(BrokerFailure)
    /// As `failure`, and an abort works after it.
    case thenAborted(BrokerFailure)
  }

  let request: BrokerRequest
  let codes: [String]
  let outcome: Outcome
  var testDescription: String { "\(request) answers \(codes.joined(separator: ", ")): \(outcome)" }

  init(_ request: BrokerRequest, _ codes: String..., is outcome: Outcome) {
    self.request = request
    self.codes = codes
    self.outcome = outcome
  }

  static let table = [
    InjectedFault(
      .initProducerID, "COORDINATOR_NOT_AVAILABLE", "NOT_COORDINATOR", "CONCURRENT_TRANSACTIONS", is: .committed),
    InjectedFault(.initProducerID, "INVALID_TRANSACTION_TIMEOUT", is: .failure(.fatal(.invalidTransactionTimeout))),
    InjectedFault(
      .initProducerID, "TRANSACTIONAL_ID_AUTHORIZATION_FAILED",
      is: .failure(.fatal(BrokerCode("TRANSACTIONAL_ID_AUTHORIZATION_FAILED")))),
    InjectedFault(
      .addPartitionsToTransaction, "CONCURRENT_TRANSACTIONS", "CONCURRENT_TRANSACTIONS", "CONCURRENT_TRANSACTIONS",
      is: .committed),
    // The library drops what is queued; the reason itself stands in its log.
    InjectedFault(
      .addPartitionsToTransaction, "TOPIC_AUTHORIZATION_FAILED",
      is: .thenAborted(.abortTransaction(.purgedInQueue))),
    InjectedFault(.addPartitionsToTransaction, "INVALID_PRODUCER_EPOCH", is: .failure(.ownershipLost(.fenced))),
    InjectedFault(.addOffsetsToTransaction, "CONCURRENT_TRANSACTIONS", "COORDINATOR_NOT_AVAILABLE", is: .committed),
    InjectedFault(.transactionOffsetCommit, "COORDINATOR_LOAD_IN_PROGRESS", "NOT_COORDINATOR", is: .committed),
    InjectedFault(.transactionOffsetCommit, "ILLEGAL_GENERATION", is: .thenAborted(.ownershipLost(.illegalGeneration))),
    InjectedFault(.transactionOffsetCommit, "UNKNOWN_MEMBER_ID", is: .thenAborted(.ownershipLost(.unknownMemberID))),
    InjectedFault(
      .endTransaction, "COORDINATOR_NOT_AVAILABLE", "NOT_COORDINATOR", "CONCURRENT_TRANSACTIONS", is: .committed),
    InjectedFault(.endTransaction, "_TRANSPORT", "_TRANSPORT", is: .committed),
    InjectedFault(.endTransaction, "INVALID_PRODUCER_EPOCH", is: .failure(.ownershipLost(.fenced))),
    InjectedFault(.endTransaction, "PRODUCER_FENCED", is: .failure(.ownershipLost(.fenced))),
    InjectedFault(.endTransaction, "INVALID_TXN_STATE", is: .failure(.fatal(.invalidTransactionState))),
    InjectedFault(.produce, "_TRANSPORT", "_TRANSPORT", is: .committed),
    InjectedFault(.produce, "NOT_LEADER_FOR_PARTITION", "NOT_ENOUGH_REPLICAS", is: .committed),
    InjectedFault(.produce, "INVALID_PRODUCER_EPOCH", is: .failure(.ownershipLost(.fenced))),
    InjectedFault(.produce, "OUT_OF_ORDER_SEQUENCE_NUMBER", is: .failure(.fatal(.outOfOrderSequence))),
    InjectedFault(.produce, "MSG_SIZE_TOO_LARGE", is: .thenAborted(.abortTransaction(.messageSizeTooLarge))),
  ]
}

struct TransactionFaultTests {
  private static let limit = Duration.seconds(15)

  private static func transaction(
    _ producer: any TransactionalProducer, _ group: GroupMetadata, inject: () -> Void
  ) throws(BrokerFailure) {
    try producer.beginTransaction()
    inject()
    try producer.produce(
      OutgoingRecord(topic: "out", partition: 0, key: [1], value: [2], headers: [RecordHeader("h", [3])]))
    try producer.flush(timeout: limit)
    try producer.sendOffsets(
      [PartitionOffset(TopicPartition(topic: "in", partition: 0), 1)], group: group, timeout: limit)
    try producer.commitTransaction(timeout: limit)
  }

  @Test("each injected fault comes out sorted by what the caller must do", arguments: InjectedFault.table)
  func injected(_ fault: InjectedFault) throws {
    let cluster = try EmbeddedCluster(brokerCount: 1)
    _ = cluster.createTopic("in", partitionCount: 1)
    _ = cluster.createTopic("out", partitionCount: 1)
    let group = try #require(Self.metadataOfNobody(group: "g"))
    let producer = try cluster.broker().transactionalProducer(TransactionalProducerOptions(transactionalID: "tx"))
    let inject = { cluster.fail(fault.request, with: fault.codes.map { BrokerCode($0) }) }

    var failure: BrokerFailure?
    do throws(BrokerFailure) {
      if fault.request == .initProducerID { inject() }
      try producer.initTransactions(timeout: Self.limit)
      try Self.transaction(producer, group) { if fault.request != .initProducerID { inject() } }
    } catch {
      failure = error
    }
    switch fault.outcome {
    case .committed: #expect(failure == nil)
    case .failure(let expected):
      #expect(failure == expected)
      // A finished handle answers so at every call, and does nothing (librdkafka#3003).
      #expect(throws: BrokerFailure.self) { try producer.beginTransaction() }
    case .thenAborted(let expected):
      #expect(failure == expected)
      try producer.abortTransaction(timeout: Self.limit)
      // After a refused record the library skips sequence numbers, so that the next transaction fails as well; its abort
      // gets a new epoch.
      do throws(BrokerFailure) {
        try Self.transaction(producer, group) {}
      } catch {
        #expect(error == .abortTransaction(.purgedInQueue))
        try producer.abortTransaction(timeout: Self.limit)
        try Self.transaction(producer, group) {}
      }
    }
    try producer.close(timeout: .seconds(10))
  }

  /// What the mock takes for a group without members, so that no case waits the three seconds of a join.
  private static func metadataOfNobody(group: String) -> GroupMetadata? {
    let metadata = rd_kafka_consumer_group_metadata_new(group)
    defer { rd_kafka_consumer_group_metadata_destroy(metadata) }
    var buffer: UnsafeMutableRawPointer?
    var size = 0
    guard rd_kafka_consumer_group_metadata_write(metadata, &buffer, &size) == nil, let buffer else { return nil }
    defer { rd_kafka_mem_free(nil, buffer) }
    return GroupMetadata(bytes: [UInt8](UnsafeRawBufferPointer(start: buffer, count: size)))
  }

  @Test("a commit whose coordinator is down is of unknown outcome; the same call again commits (apache/kafka#10072)")
  func unknownOutcome() throws {
    let cluster = try EmbeddedCluster(brokerCount: 2)
    _ = cluster.createTopic("out", partitionCount: 1)
    cluster.moveLeader(of: TopicPartition(topic: "out", partition: 0), to: 1)
    cluster.moveCoordinator(transactionalID: "tx", to: 2)
    let producer = try cluster.broker().transactionalProducer(TransactionalProducerOptions(transactionalID: "tx"))
    try producer.initTransactions(timeout: Self.limit)
    try producer.beginTransaction()
    try producer.produce(OutgoingRecord(topic: "out", partition: 0, key: nil, value: [1]))
    try producer.flush(timeout: Self.limit)
    cluster.setDown(true, broker: 2)
    #expect(throws: BrokerFailure.retriable(.timedOut)) { try producer.commitTransaction(timeout: .seconds(1)) }
    cluster.setDown(false, broker: 2)
    try producer.commitTransaction(timeout: Self.limit)
    try producer.beginTransaction()
    try producer.commitTransaction(timeout: Self.limit)
    try producer.close(timeout: .seconds(10))
  }

  @Test("a full queue is retriable, and the same record again keeps the order (librdkafka#468)")
  func fullQueue() throws {
    let cluster = try EmbeddedCluster()
    _ = cluster.createTopic("out", partitionCount: 1)
    let settings = KafkaBrokerSettings(
      bootstrapServers: "",
      producerProperties: [(name: "queue.buffering.max.messages", value: "10"), (name: "linger.ms", value: "0")])
    let producer = try cluster.broker(settings).plainProducer(PlainProducerOptions())
    var fullCount = 0
    for number in 0..<200 {
      let record = OutgoingRecord(
        topic: "out", partition: 0, key: nil, value: [UInt8(number)], headers: [RecordHeader("h", [1])])
      while true {
        do throws(BrokerFailure) {
          try producer.produce(record)
          break
        } catch {
          #expect(error == .retriable(.queueFull))
          fullCount += 1
          producer.poll(timeout: .milliseconds(20))
        }
      }
    }
    try producer.flush(timeout: Self.limit)
    #expect(fullCount > 0)
    #expect(producer.deliveries.delivered == 200)
    try producer.close(timeout: .seconds(10))
    let reader = try cluster.broker().logReader(LogReaderOptions())
    try reader.assign([PartitionOffset(TopicPartition(topic: "out", partition: 0), 0)])
    var values: [UInt8] = []
    let end = ContinuousClock().now.advanced(by: .seconds(20))
    while values.count < 200, ContinuousClock().now < end {
      values += try reader.poll(maxRecords: 50, timeout: .milliseconds(50)).compactMap { $0.value?.first }
    }
    #expect(values == (0..<200).map { UInt8($0) })
    try reader.close(timeout: .seconds(10))
  }

  @Test("a call in the wrong state is fatal _STATE and leaves the handle usable")
  func wrongState() throws {
    let cluster = try EmbeddedCluster()
    _ = cluster.createTopic("out", partitionCount: 1)
    let producer = try cluster.broker().transactionalProducer(TransactionalProducerOptions(transactionalID: "tx"))
    let record = OutgoingRecord(topic: "out", partition: 0, key: nil, value: [1])
    #expect(throws: BrokerFailure.fatal(.state)) { try producer.beginTransaction() }
    try producer.initTransactions(timeout: Self.limit)
    #expect(throws: BrokerFailure.fatal(.state)) { try producer.produce(record) }
    #expect(throws: BrokerFailure.fatal(.state)) { try producer.commitTransaction(timeout: .seconds(1)) }
    try producer.beginTransaction()
    #expect(throws: BrokerFailure.abortTransaction(.unknownPartition)) {
      try producer.produce(OutgoingRecord(topic: "out", partition: 5, key: nil, value: [1]))
    }
    try producer.abortTransaction(timeout: Self.limit)
    try producer.close(timeout: .seconds(10))
    #expect(throws: BrokerFailure.fatal(.state)) { try producer.beginTransaction() }
  }
}
