import Broker
import SimulatedBroker
import TestSupport
import Testing

@Suite struct StaticMembershipTests {
  private func pair(_ town: Town) throws -> [Member] {
    let members = try [("a", "i1"), ("b", "i2")].map { try town.member($0, instance: $1) }
    for _ in 0..<3 { for member in members { try member.poll() } }
    return members
  }

  @Test("a static member that returns within its session gets its partitions back and nobody else notices")
  func returns() throws {
    let town = Town()
    let members = try pair(town)
    #expect(members[0].consumer.assignment == [Town.in0])
    let before = town.cluster.rebalances(of: "g")
    members[1].listener.forget()
    town.cluster.kill("a")
    town.cluster.advance(by: .seconds(9))
    let back = try town.member("a", instance: "i1")
    try back.poll()
    try members[1].poll()
    #expect(back.listener.events == [.assigned([Town.in0])])
    #expect(members[1].listener.events == [])
    #expect(town.cluster.rebalances(of: "g") == before)
  }

  @Test("a static member that closes stays a member for its session")
  func close() throws {
    let town = Town()
    let members = try pair(town)
    try members[0].consumer.close(timeout: Town.timeout)
    #expect(members[0].listener.events.last == .revoked([Town.in0]))
    try members[1].poll()
    #expect(members[1].consumer.assignment == [Town.in1])
    town.cluster.advance(by: .seconds(10))
    for _ in 0..<3 { try members[1].poll() }
    #expect(members[1].consumer.assignment == [Town.in0, Town.in1])
  }

  @Test("two processes with one instance id: the older is fenced, loses its partitions and is finished")
  func fenced() throws {
    let town = Town()
    let members = try pair(town)
    let double = try town.member("a2", instance: "i1")
    try double.poll()
    #expect(double.consumer.assignment == [Town.in0])
    expectFailure(.ownershipLost(.fencedInstanceID)) { try members[0].poll() }
    #expect(members[0].listener.events.last == .lost([Town.in0]))
    #expect(members[0].consumer.assignment == [])
    expectFailure(.ownershipLost(.fencedInstanceID)) { try members[0].poll() }
    try double.poll()
    #expect(double.consumer.assignment == [Town.in0])
  }

  @Test("a fenced member's commit is refused")
  func fencedCommit() throws {
    let town = Town()
    let members = try pair(town)
    try town.member("a2", instance: "i1").poll()
    expectFailure(.ownershipLost(.fencedInstanceID)) {
      try members[0].consumer.commit([PartitionOffset(Town.in0, 1)], timeout: Town.timeout)
    }
  }

  @Test("a static member that stops polling keeps its place until its session ends")
  func pollInterval() throws {
    let town = Town()
    let slow = try town.member("a", instance: "i1", session: .seconds(40), pollInterval: .seconds(30))
    let other = try town.member("b", instance: "i2", session: .seconds(40), pollInterval: .seconds(30))
    for _ in 0..<3 {
      try slow.poll()
      try other.poll()
    }
    for _ in 0..<69 {
      town.cluster.advance(by: .seconds(1))
      try other.poll()
    }
    #expect(other.consumer.assignment == [Town.in1])
    town.cluster.advance(by: .seconds(1))
    for _ in 0..<3 { try other.poll() }
    #expect(other.consumer.assignment == [Town.in0, Town.in1])
    slow.listener.forget()
    try slow.poll()
    #expect(slow.listener.events == [.lost([Town.in0])])
  }

  @Test("a static member back with other topics makes the group share out anew")
  func otherTopics() throws {
    let town = Town()
    let members = try pair(town)
    town.cluster.kill("a")
    let back = try town.member("a", instance: "i1", topics: ["in", "out"])
    for _ in 0..<3 {
      try back.poll()
      try members[1].poll()
    }
    #expect(back.consumer.assignment == [Town.in0, Town.out0, TopicPartition(topic: "out", partition: 1)])
  }
}
