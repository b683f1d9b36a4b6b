import Broker
import Testing

@testable import KafkaBroker

struct GroupFaultTests {
  /// A member alone in its group, with everything assigned.
  private static func member(
    _ cluster: EmbeddedCluster, _ listener: NotingListener, maxPoll: Duration = .seconds(30)
  ) throws -> any GroupConsumer {
    var options = GroupConsumerOptions(groupID: "g")
    options.sessionTimeout = .seconds(6)
    options.maxPollInterval = maxPoll
    let consumer = try cluster.broker().groupConsumer(options)
    try consumer.subscribe(to: ["t"], listener: listener)
    _ = try consumer.read { _ in !consumer.assignment.isEmpty }
    return consumer
  }

  @Test(
    "a heartbeat's answer tells revoked from lost (apache/kafka#6884)",
    arguments: [
      ("REBALANCE_IN_PROGRESS", "revoked 2"), ("UNKNOWN_MEMBER_ID", "lost 2"), ("ILLEGAL_GENERATION", "lost 2"),
    ])
  func heartbeat(_ code: String, _ told: String) throws {
    let cluster = try EmbeddedCluster()
    _ = cluster.createTopic("t", partitionCount: 2)
    let listener = NotingListener()
    let consumer = try Self.member(cluster, listener)
    cluster.fail(.heartbeat, with: [BrokerCode(code)])
    _ = try consumer.read { _ in listener.told.count >= 3 }
    #expect(listener.told == ["assigned 2", told, "assigned 2"])
    try cluster.produce(["1"], to: "t")
    #expect(try consumer.read { !$0.isEmpty }.count == 1)
    try consumer.close(timeout: .seconds(10))
  }

  @Test("a place set while the loss is under way does not hide it")
  func seekWhileLost() throws {
    let cluster = try EmbeddedCluster()
    _ = cluster.createTopic("t", partitionCount: 2)
    let listener = NotingListener()
    let consumer = try Self.member(cluster, listener)
    cluster.fail(.heartbeat, with: [.unknownMemberID])
    // Not polling: the library knows of the loss before the listener does.
    let end = ContinuousClock().now.advanced(by: .seconds(5))
    while ContinuousClock().now < end {
      try consumer.seek(to: consumer.assignment.map { PartitionOffset($0, 0) })
      _ = try? consumer.watermarks(of: consumer.assignment[0], timeout: .milliseconds(200))
    }
    _ = try consumer.read { _ in listener.told.count >= 3 }
    #expect(listener.told == ["assigned 2", "lost 2", "assigned 2"])
    try consumer.close(timeout: .seconds(10))
  }

  @Test("commits: refused ones are sorted, moved coordinators are the library's affair")
  func commits() throws {
    let cluster = try EmbeddedCluster()
    _ = cluster.createTopic("t", partitionCount: 2)
    let consumer = try Self.member(cluster, NotingListener())
    let offset = [PartitionOffset(TopicPartition(topic: "t", partition: 0), 0)]
    cluster.fail(.offsetCommit, with: [.notCoordinator, .notCoordinator])
    try consumer.commit(offset, timeout: .seconds(10))
    cluster.clearFaults(of: .offsetCommit)
    cluster.fail(.offsetCommit, with: [.illegalGeneration])
    #expect(throws: BrokerFailure.ownershipLost(.illegalGeneration)) {
      try consumer.commit(offset, timeout: .seconds(10))
    }
    try consumer.close(timeout: .seconds(10))
  }

  @Test("a member that did not poll in time loses its partitions, rejoins and reads on (rust-rdkafka#433)")
  func maxPoll() throws {
    let cluster = try EmbeddedCluster()
    _ = cluster.createTopic("t", partitionCount: 2)
    let listener = NotingListener()
    let consumer = try Self.member(cluster, listener, maxPoll: .seconds(6))
    let other = try cluster.broker().admin()
    // Any call but a poll; the library watches the time since the last one.
    let end = ContinuousClock().now.advanced(by: .seconds(9))
    while ContinuousClock().now < end { _ = try other.listTopics(timeout: .seconds(1)) }
    _ = try consumer.read { _ in listener.told.count >= 3 }
    #expect(listener.told == ["assigned 2", "lost 2", "assigned 2"])
    try cluster.produce(["1"], to: "t")
    #expect(try consumer.read { !$0.isEmpty }.count == 1)
    try consumer.close(timeout: .seconds(10))
    try other.close(timeout: .seconds(5))
  }

  @Test("a broker that is away is no failure of poll; reading goes on when it is back")
  func outage() throws {
    let cluster = try EmbeddedCluster()
    _ = cluster.createTopic("t", partitionCount: 2)
    let listener = NotingListener()
    let consumer = try Self.member(cluster, listener)
    cluster.setDown(true, broker: 1)
    let partition = TopicPartition(topic: "t", partition: 0)
    #expect(try consumer.read(for: .seconds(1)) { _ in false }.isEmpty)
    #expect(throws: BrokerFailure.self) { try consumer.watermarks(of: partition, timeout: .milliseconds(300)) }
    cluster.setDown(false, broker: 1)
    try cluster.produce(["1"], to: "t")
    #expect(try consumer.read { !$0.isEmpty }.count == 1)
    try consumer.close(timeout: .seconds(10))
  }

  @Test("a close waits for a call that outstayed its own limit")
  func closeBehindACall() throws {
    let cluster = try EmbeddedCluster()
    _ = cluster.createTopic("t", partitionCount: 2)
    let consumer = try Self.member(cluster, NotingListener())
    let partition = TopicPartition(topic: "t", partition: 0)
    func leaveACallBehind() {
      // Twice: the first may still find the connection.
      for _ in 0..<2 {
        #expect(throws: BrokerFailure.self) { try consumer.watermarks(of: partition, timeout: .milliseconds(300)) }
      }
    }
    cluster.setDown(true, broker: 1)
    leaveACallBehind()
    cluster.setDown(false, broker: 1)
    try consumer.close(timeout: .seconds(20))
  }

  @Test("closing with the broker down ends within its limit")
  func closeWithoutBroker() throws {
    let cluster = try EmbeddedCluster()
    _ = cluster.createTopic("t", partitionCount: 2)
    let listener = NotingListener()
    let consumer = try Self.member(cluster, listener)
    cluster.setDown(true, broker: 1)
    let start = ContinuousClock().now
    // Whether the library lets go or not, the caller is free.
    try? consumer.close(timeout: .seconds(5))
    #expect(ContinuousClock().now - start < .seconds(8))
    #expect(listener.told.last == "revoked 2")
    try consumer.close(timeout: .seconds(1))
  }
}
