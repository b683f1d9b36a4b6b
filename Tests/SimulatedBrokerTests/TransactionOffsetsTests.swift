import Broker
import SimulatedBroker
import TestSupport
import Testing

@Suite struct TransactionOffsetsTests {
  let town = Town()

  private func offsets(_ offset: Int64) -> [PartitionOffset] { [PartitionOffset(Town.in0, offset)] }

  private func committed() -> [Int64] { town.cluster.committedOffsets(of: "g").map(\.offset) }

  @Test("offsets count from the commit on, and while the transaction is open asking for them is refused as unstable")
  func commit() throws {
    town.fill(1...3)
    let member = try town.member("w")
    #expect(try member.poll() == [1, 2, 3])
    let producer = try town.producer("id", member.broker)
    try producer.beginTransaction()
    try producer.sendOffsets(offsets(3), group: try member.consumer.groupMetadata(), timeout: Town.timeout)
    #expect(committed() == [])
    expectFailure(.retriable(.unstableOffsetCommit)) {
      _ = try member.consumer.committed([Town.in0], timeout: Town.timeout)
    }
    #expect(try member.consumer.committed([Town.in1], timeout: Town.timeout) == [nil])
    try producer.commitTransaction(timeout: Town.timeout)
    #expect(try member.consumer.committed([Town.in0, Town.in1], timeout: Town.timeout) == [3, nil])
  }

  @Test("an abort leaves the offsets as they were")
  func abort() throws {
    town.cluster.setCommittedOffsets(offsets(1), of: "g")
    let member = try town.member("w")
    try member.poll()
    let producer = try town.producer("id", member.broker)
    try producer.beginTransaction()
    try producer.sendOffsets(offsets(3), group: try member.consumer.groupMetadata(), timeout: Town.timeout)
    try producer.abortTransaction(timeout: Town.timeout)
    #expect(try member.consumer.committed([Town.in0], timeout: Town.timeout) == [1])
  }

  @Test("the last of several offsets sent for a partition is the one that counts")
  func several() throws {
    let member = try town.member("w")
    try member.poll()
    let producer = try town.producer("id", member.broker)
    try producer.beginTransaction()
    for offset in [Int64(1), 5, 3] {
      try producer.sendOffsets(offsets(offset), group: try member.consumer.groupMetadata(), timeout: Town.timeout)
    }
    try producer.commitTransaction(timeout: Town.timeout)
    #expect(committed() == [3])
  }

  @Test("offsets of an old generation are refused, and nothing of that transaction becomes visible")
  func oldGeneration() throws {
    let member = try town.member("w")
    try member.poll()
    let stale = try member.consumer.groupMetadata()
    let other = try town.member("other")
    for _ in 0..<3 {
      try other.poll()
      try member.poll()
    }
    let producer = try town.producer("id", member.broker)
    try producer.beginTransaction()
    try producer.produce(town.value(1))
    expectFailure(.ownershipLost(.illegalGeneration)) {
      try producer.sendOffsets(offsets(9), group: stale, timeout: Town.timeout)
    }
    expectFailure(.ownershipLost(.illegalGeneration)) { try producer.commitTransaction(timeout: Town.timeout) }
    try producer.abortTransaction(timeout: Town.timeout)
    #expect(committed() == [])
    #expect(town.committedValues == [])
    try producer.beginTransaction()
    try producer.produce(town.value(2))
    try producer.sendOffsets(offsets(4), group: try member.consumer.groupMetadata(), timeout: Town.timeout)
    try producer.commitTransaction(timeout: Town.timeout)
    #expect(committed() == [4])
    #expect(town.committedValues == [2])
  }

  @Test("offsets of a member that the group has thrown out are refused")
  func unknownMember() throws {
    let member = try town.member("w", session: .seconds(6))
    try member.poll()
    let stale = try member.consumer.groupMetadata()
    town.cluster.freeze("w")
    town.cluster.advance(by: .seconds(6))
    town.cluster.thaw("w")
    let producer = try town.producer("id", member.broker)
    try producer.beginTransaction()
    expectFailure(.ownershipLost(.unknownMemberID)) {
      try producer.sendOffsets(offsets(9), group: stale, timeout: Town.timeout)
    }
  }

  @Test("offsets of a static member that another process has replaced are refused as fenced")
  func replacedStaticMember() throws {
    let old = try town.member("w", instance: "i")
    try old.poll()
    let stale = try old.consumer.groupMetadata()
    let new = try town.member("w2", instance: "i")
    try new.poll()
    let producer = try town.producer("id", old.broker)
    try producer.beginTransaction()
    expectFailure(.ownershipLost(.fencedInstanceID)) {
      try producer.sendOffsets(offsets(9), group: stale, timeout: Town.timeout)
    }
  }

  @Test("who is no member has no group metadata to send")
  func noMember() throws {
    let member = try town.member("w")
    expectFailure(.ownershipLost(.unknownMemberID)) { _ = try member.consumer.groupMetadata() }
  }

  @Test("a commit of a member that was thrown out, or of an old generation, is refused outside of transactions too")
  func plainCommit() throws {
    let member = try town.member("w", session: .seconds(6))
    try member.poll()
    try member.consumer.commit(offsets(2), timeout: Town.timeout)
    #expect(committed() == [2])
    town.cluster.freeze("w")
    town.cluster.advance(by: .seconds(6))
    town.cluster.thaw("w")
    expectFailure(.ownershipLost(.unknownMemberID)) { try member.consumer.commit(offsets(3), timeout: Town.timeout) }
    #expect(committed() == [2])
  }

  @Test("a read_uncommitted member is told the old offset while a transaction is open")
  func readUncommitted() throws {
    town.cluster.setCommittedOffsets(offsets(1), of: "g")
    let member = try town.member("w")
    try member.poll()
    let producer = try town.producer("id", member.broker)
    try producer.beginTransaction()
    try producer.sendOffsets(offsets(3), group: try member.consumer.groupMetadata(), timeout: Town.timeout)
    var options = GroupConsumerOptions(groupID: "g")
    options.isolation = .readUncommitted
    let onlooker = try member.broker.groupConsumer(options)
    #expect(try onlooker.committed([Town.in0], timeout: Town.timeout) == [1])
  }

  @Test("offsets alone make a transaction, which a timeout undoes")
  func timedOut() throws {
    let member = try town.member("w")
    try member.poll()
    let producer = try town.producer("id", member.broker, timeout: .seconds(2))
    try producer.beginTransaction()
    try producer.sendOffsets(offsets(3), group: try member.consumer.groupMetadata(), timeout: Town.timeout)
    town.cluster.advance(by: .seconds(2))
    #expect(try member.consumer.committed([Town.in0], timeout: Town.timeout) == [nil])
    expectFailure(.ownershipLost(.fenced)) { try producer.commitTransaction(timeout: Town.timeout) }
  }

  @Test("committed offsets stay unstable until the markers of the transaction are written")
  func markerDelay() throws {
    var settings = SimulationSettings()
    settings.markerDelay = .milliseconds(20)
    let town = Town(settings)
    let member = try town.member("w")
    try member.poll()
    let producer = try town.producer("id", member.broker)
    try producer.beginTransaction()
    try producer.sendOffsets(offsets(3), group: try member.consumer.groupMetadata(), timeout: Town.timeout)
    try producer.commitTransaction(timeout: Town.timeout)
    expectFailure(.retriable(.unstableOffsetCommit)) {
      _ = try member.consumer.committed([Town.in0], timeout: Town.timeout)
    }
    town.cluster.advance(by: .milliseconds(20))
    #expect(try member.consumer.committed([Town.in0], timeout: Town.timeout) == [3])
  }
}
