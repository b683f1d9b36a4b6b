import Broker
import SimulatedBroker
import TestSupport
import Testing

/// A cluster with one topic `in` of two partitions and one `out`, and short ways to say what happens in it.
struct Town {
  let cluster: SimulatedCluster
  static let timeout = Duration.seconds(1)

  init(
    _ settings: SimulationSettings = SimulationSettings(), plan: FaultPlan = FaultPlan(), partitions: Int32 = 2
  ) {
    cluster = SimulatedCluster(settings, plan: plan)
    cluster.createTopic("in", partitions: partitions)
    cluster.createTopic("out", partitions: partitions)
  }

  static let out0 = TopicPartition(topic: "out", partition: 0)
  static let in0 = TopicPartition(topic: "in", partition: 0)
  static let in1 = TopicPartition(topic: "in", partition: 1)

  func fill(_ values: ClosedRange<UInt8>, partition: Int32 = 0, topic: String = "in") {
    for value in values {
      cluster.append(OutgoingRecord(topic: topic, partition: partition, key: [value], value: [value]))
    }
  }

  func producer(
    _ id: String = "id", of process: String = "worker", timeout: Duration = .seconds(60)
  ) throws -> any TransactionalProducer {
    try producer(id, cluster.process(named: process), timeout: timeout)
  }

  func producer(
    _ id: String = "id", _ broker: SimulatedBroker, timeout: Duration = .seconds(60)
  ) throws -> any TransactionalProducer {
    var options = TransactionalProducerOptions(transactionalID: id)
    options.transactionTimeout = timeout
    let producer = try broker.transactionalProducer(options)
    try producer.initTransactions(timeout: Self.timeout)
    return producer
  }

  func member(
    _ process: String, instance: String? = nil, session: Duration = .seconds(10), pollInterval: Duration = .seconds(60),
    topics: [String] = ["in"]
  ) throws -> Member {
    try Member(
      cluster.process(named: process), instance: instance, session: session, pollInterval: pollInterval, topics: topics)
  }

  func value(_ byte: UInt8, partition: Int32 = 0) -> OutgoingRecord {
    OutgoingRecord(topic: "out", partition: partition, key: [byte], value: [byte])
  }

  /// Values that a `read_committed` reader sees in `out`-0.
  var committedValues: [UInt8] { cluster.records(Self.out0).compactMap { $0.value?.first } }
  var allValues: [UInt8] { cluster.records(Self.out0, isolation: .readUncommitted).compactMap { $0.value?.first } }
}

/// A member of group `g` and what its listener heard.
struct Member {
  let broker: SimulatedBroker
  let consumer: any GroupConsumer
  let listener = RecordingListener()

  init(
    _ broker: SimulatedBroker, instance: String? = nil, session: Duration = .seconds(10),
    pollInterval: Duration = .seconds(60), topics: [String] = ["in"]
  ) throws {
    self.broker = broker
    var options = GroupConsumerOptions(groupID: "g", groupInstanceID: instance, clientID: broker.name)
    options.sessionTimeout = session
    options.maxPollInterval = pollInterval
    consumer = try broker.groupConsumer(options)
    try consumer.subscribe(to: topics, listener: listener)
  }

  @discardableResult
  func poll(_ maxRecords: Int = 100) throws -> [UInt8] {
    try consumer.poll(maxRecords: maxRecords, timeout: Town.timeout).compactMap { $0.value?.first }
  }
}

/// Whether the call throws exactly this.
func expectFailure(
  _ failure: BrokerFailure, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Void
) {
  #expect(throws: failure, comment, sourceLocation: sourceLocation) { try body() }
}
