import Broker
import SimulatedBroker
import TestSupport
import Testing

@Suite struct GroupTests {
  private static let both = [Town.in0, Town.in1]

  /// Polls everybody until nothing changes any more.
  private func settle(_ members: [Member]) throws {
    for _ in 0..<4 { for member in members { try member.poll() } }
  }

  @Test("a lone member is assigned everything, without a position until it seeks")
  func loneMember() throws {
    let town = Town()
    town.fill(1...2)
    let member = try town.member("w")
    member.listener.seeksOnAssigned = false
    #expect(try member.poll() == [])
    #expect(member.listener.events == [.assigned(Self.both)])
    #expect(member.consumer.assignment == Self.both)
    #expect(member.consumer.position(of: Town.in0) == nil)
    try member.consumer.seek(to: [PartitionOffset(Town.in0, 1)])
    #expect(try member.poll() == [2])
    #expect(member.consumer.position(of: Town.in0) == 2)
    #expect(member.consumer.position(of: TopicPartition(topic: "else", partition: 0)) == nil)
  }

  @Test("a second member makes the first give up its partitions, and the two share them")
  func share() throws {
    let town = Town()
    let first = try town.member("a")
    try first.poll()
    let second = try town.member("b")
    try second.poll()
    #expect(second.listener.events == [])
    try settle([first, second])
    #expect(first.listener.events == [.assigned(Self.both), .revoked(Self.both), .assigned([Town.in0])])
    #expect(second.listener.events == [.assigned([Town.in1])])
    #expect(town.cluster.rebalances(of: "g") == 2)
  }

  @Test("equal partition numbers of all topics go to one member")
  func coPartitioned() throws {
    let town = Town(partitions: 6)
    let members = try ["a", "b", "c", "d"].map { try town.member($0, topics: ["in", "out"]) }
    try settle(members)
    for member in members {
      let parts = member.consumer.assignment
      #expect(parts.filter { $0.topic == "in" }.map(\.partition) == parts.filter { $0.topic == "out" }.map(\.partition))
    }
    #expect(members.map { $0.consumer.assignment.count } == [4, 4, 2, 2])
  }

  @Test("inside revoked the member still commits, as the generation that ends")
  func commitInRevoked() throws {
    let town = Town()
    town.fill(1...3)
    let first = try town.member("a")
    #expect(try first.poll() == [1, 2, 3])
    let producer = try town.producer("id", first.broker)
    try producer.beginTransaction()
    try producer.produce(town.value(1))
    first.listener.onRevoked = { consumer throws(BrokerFailure) in
      try producer.sendOffsets(
        [PartitionOffset(Town.in0, 3)], group: try consumer.groupMetadata(), timeout: Town.timeout)
      try producer.commitTransaction(timeout: Town.timeout)
    }
    let second = try town.member("b")
    try settle([second, first])
    #expect(town.cluster.committedOffsets(of: "g") == [PartitionOffset(Town.in0, 3)])
    #expect(town.committedValues == [1])
  }

  @Test("what revoked throws comes out of poll, and the partitions are given up all the same")
  func revokedThrows() throws {
    let town = Town()
    let first = try town.member("a")
    try first.poll()
    first.listener.onRevoked = { _ throws(BrokerFailure) in throw .fatal(.invalidArgument) }
    let second = try town.member("b")
    try second.poll()
    expectFailure(.fatal(.invalidArgument)) { try first.poll() }
    try settle([first, second])
    #expect(first.consumer.assignment == [Town.in0])
    #expect(second.consumer.assignment == [Town.in1])
  }

  @Test("a dynamic member that leaves is replaced at once; revoked is called in its close")
  func leave() throws {
    let town = Town()
    let members = try ["a", "b"].map { try town.member($0) }
    try settle(members)
    members[0].listener.forget()
    try members[0].consumer.close(timeout: Town.timeout)
    #expect(members[0].listener.events == [.revoked([Town.in0])])
    try settle([members[1]])
    #expect(members[1].consumer.assignment == Self.both)
  }

  @Test("a killed member's partitions go to the others after its session timeout, not before")
  func sessionTimeout() throws {
    let town = Town()
    let members = try ["a", "b"].map { try town.member($0, session: .seconds(6)) }
    try settle(members)
    town.cluster.kill("a")
    town.cluster.advance(by: .milliseconds(5_999))
    try settle([members[1]])
    #expect(members[1].consumer.assignment == [Town.in1])
    town.cluster.advance(by: .milliseconds(1))
    try settle([members[1]])
    #expect(members[1].consumer.assignment == Self.both)
    #expect(members[1].listener.events.contains(.revoked([Town.in1])))
  }

  @Test("a handle dropped without close is a crash: its session must end first")
  func droppedHandle() throws {
    let town = Town()
    let survivor = try town.member("b", session: .seconds(6))
    do {
      let dropped = try town.member("a", session: .seconds(6))
      try settle([dropped, survivor])
      #expect(survivor.consumer.assignment == [Town.in1])
    }
    try settle([survivor])
    #expect(survivor.consumer.assignment == [Town.in1])
    town.cluster.advance(by: .seconds(6))
    try settle([survivor])
    #expect(survivor.consumer.assignment == Self.both)
  }

  @Test("a frozen member that wakes after the takeover loses its partitions and joins again")
  func frozen() throws {
    let town = Town()
    let members = try ["a", "b"].map { try town.member($0, session: .seconds(6)) }
    try settle(members)
    town.cluster.freeze("a")
    town.cluster.advance(by: .seconds(6))
    try settle([members[1]])
    town.cluster.thaw("a")
    members[0].listener.forget()
    try settle(members)
    #expect(members[0].listener.events == [.lost([Town.in0]), .assigned([Town.in0])])
  }

  @Test("a member that stops polling loses its partitions after the poll interval")
  func pollInterval() throws {
    let town = Town()
    let members = try ["a", "b"].map { try town.member($0, session: .seconds(600), pollInterval: .seconds(30)) }
    try settle(members)
    town.cluster.advance(by: .seconds(15))
    try members[1].poll()
    town.cluster.advance(by: .seconds(15))
    try settle([members[1]])
    #expect(members[1].consumer.assignment == Self.both)
    members[0].listener.forget()
    try members[0].poll()
    #expect(members[0].listener.events == [.lost([Town.in0])])
    try settle(members)
    #expect(members[0].consumer.assignment == [Town.in0])
  }

  @Test("a member that does not answer a rebalance is left out of it after its poll interval")
  func unansweredRebalance() throws {
    let town = Town()
    let silent = try town.member("a", session: .seconds(600), pollInterval: .seconds(30))
    try silent.poll()
    let other = try town.member("b", session: .seconds(600), pollInterval: .seconds(30))
    try other.poll()
    for _ in 0..<29 {
      town.cluster.advance(by: .seconds(1))
      try other.poll()
    }
    #expect(other.consumer.assignment == [])
    town.cluster.advance(by: .seconds(1))
    try other.poll()
    #expect(other.consumer.assignment == Self.both)
    silent.listener.forget()
    try silent.poll()
    #expect(silent.listener.events == [.lost(Self.both)])
  }

  @Test("new partitions of a subscribed topic are shared out, and a topic made later is too")
  func newPartitions() throws {
    let town = Town(partitions: 1)
    let member = try town.member("a", topics: ["in", "later"])
    try member.poll()
    #expect(member.consumer.assignment == [Town.in0])
    town.cluster.setPartitionCount("in", to: 2)
    try settle([member])
    #expect(member.consumer.assignment == Self.both)
    town.cluster.createTopic("later", partitions: 1)
    try settle([member])
    #expect(member.consumer.assignment == Self.both + [TopicPartition(topic: "later", partition: 0)])
  }

  @Test("between two heartbeats a zombie reads on; at the heartbeat it hears the truth")
  func heartbeatInterval() throws {
    var settings = SimulationSettings()
    settings.heartbeatInterval = .seconds(3)
    let town = Town(settings)
    town.fill(1...2)
    let member = try town.member("a")
    try member.poll(1)
    let other = try town.member("b")
    try other.poll()
    #expect(try member.poll(1) == [2])
    #expect(member.consumer.assignment == Self.both)
    town.cluster.advance(by: .seconds(3))
    try member.poll()
    #expect(member.listener.events.contains(.revoked(Self.both)))
  }
}
