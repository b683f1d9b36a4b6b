import Broker
import Foundation
import SimulatedBroker
import TestSupport
import Testing

/// A ground with fresh names on it, and the waiting that real brokers need.
struct Stage {
  static let timeout = Duration.seconds(20)

  let ground: Ground
  let broker: any Broker
  private let cluster: SimulatedCluster?
  private let suffix: String

  init(_ ground: Ground) throws {
    self.ground = ground
    (broker, cluster) = try ground.broker()
    suffix = ground == .simulated ? "" : "-\(UUID().uuidString.prefix(8))"
  }

  /// A name that no other test or run uses.
  func name(_ prefix: String) -> String { prefix + suffix }

  func topic(_ prefix: String = "t", partitions: Int32 = 1, _ configuration: [String: String] = [:]) throws -> String {
    let admin = try broker.admin()
    let topic = NewTopic(
      name(prefix), partitionCount: partitions, replicationFactor: 1,
      configuration: ground == .mock ? [:] : configuration)
    let refused = try admin.createTopics([topic], timeout: Self.timeout)
    try #require(refused == [nil])
    try admin.close(timeout: Self.timeout)
    return topic.name
  }

  /// Repeats `body` until it says so, in the ground's own time.
  ///
  /// - Returns: whether it did within 60 seconds.
  func wait(_ body: () throws -> Bool) throws -> Bool {
    if let cluster {
      for _ in 0..<600 {
        if try body() { return true }
        cluster.advance(by: .milliseconds(100))
      }
      return false
    }
    let end = ContinuousClock().now.advanced(by: .seconds(60))
    while ContinuousClock().now < end {
      if try body() { return true }
    }
    return false
  }

  // MARK: Producing and reading

  func produce(_ records: [OutgoingRecord]) throws {
    let producer = try broker.plainProducer(PlainProducerOptions())
    for record in records { try producer.produce(record) }
    try producer.flush(timeout: Self.timeout)
    #expect(producer.deliveries.delivered == records.count)
    try producer.close(timeout: Self.timeout)
  }

  func fill(_ topic: String, _ values: ClosedRange<UInt8>, partition: Int32 = 0) throws {
    try produce(values.map { OutgoingRecord(topic: topic, partition: partition, key: [$0], value: [$0]) })
  }

  /// Everything a reader of this isolation reaches now.
  func records(
    _ topic: String, partition: Int32 = 0, from offset: Int64 = 0, isolation: IsolationLevel = .readCommitted
  ) throws -> [Record] {
    let place = TopicPartition(topic: topic, partition: partition)
    let reader = try broker.logReader(LogReaderOptions(isolation: isolation))
    let marks = try reader.watermarks(of: place, timeout: Self.timeout)
    let end = isolation == .readCommitted ? marks.lastStable : marks.high
    try reader.assign([PartitionOffset(place, offset)])
    var records: [Record] = []
    let reached = try wait {
      records += try reader.poll(maxRecords: 100, timeout: .milliseconds(50))
      return (reader.position(of: place) ?? 0) >= end
    }
    #expect(reached, "the reader's position reaches the end")
    try reader.close(timeout: Self.timeout)
    return records
  }

  func values(_ topic: String, isolation: IsolationLevel = .readCommitted) throws -> [UInt8] {
    try records(topic, isolation: isolation).compactMap { $0.value?.first }
  }

  func transactionalProducer(_ id: String = "id", timeout: Duration = .seconds(60)) throws -> any TransactionalProducer
  {
    var options = TransactionalProducerOptions(transactionalID: name(id))
    options.transactionTimeout = timeout
    let producer = try broker.transactionalProducer(options)
    try producer.initTransactions(timeout: Self.timeout)
    return producer
  }

  // MARK: Groups

  func member(
    _ topics: [String], group: String = "g", instance: String? = nil, seeks: Bool = true
  ) throws -> StageMember {
    var options = GroupConsumerOptions(groupID: name(group), groupInstanceID: instance)
    options.sessionTimeout = .seconds(6)
    options.maxPollInterval = .seconds(60)
    let member = StageMember(consumer: try broker.groupConsumer(options))
    member.listener.seeksOnAssigned = seeks
    try member.consumer.subscribe(to: topics, listener: member.listener)
    return member
  }

  /// Polls all members until the condition holds; what they read is dropped.
  func settle(_ members: [StageMember], until isDone: () -> Bool) throws -> Bool {
    try wait {
      for member in members { _ = try member.consumer.poll(maxRecords: 100, timeout: .milliseconds(20)) }
      return isDone()
    }
  }

  /// Polls a member until it has read as many.
  func read(_ member: StageMember, count: Int) throws -> [UInt8] {
    var values: [UInt8] = []
    _ = try wait {
      values += try member.consumer.poll(maxRecords: 100, timeout: .milliseconds(50)).compactMap { $0.value?.first }
      return values.count >= count
    }
    return values
  }
}

struct StageMember {
  let consumer: any GroupConsumer
  let listener = RecordingListener()
}

func expectFailure(
  _ failure: BrokerFailure, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) {
  #expect(throws: failure, sourceLocation: sourceLocation) { try body() }
}

/// Repeats a call for as long as it is retriable, as a caller must.
func persist<Result>(_ stage: Stage, _ body: () throws(BrokerFailure) -> Result) throws -> Result {
  var outcome: Result?
  var failure: BrokerFailure?
  _ = try stage.wait {
    do throws(BrokerFailure) {
      outcome = try body()
      return true
    } catch {
      failure = error
      if case .retriable = error { return false }
      return true
    }
  }
  if let outcome { return outcome }
  throw failure ?? .retriable(.timedOut)
}
