import Broker
import SimulatedBroker
import TestSupport
import Testing

@Suite struct OutageTests {
  @Test("while the broker is down polls are empty, other calls retriable; afterwards all goes on with nothing lost")
  func outage() throws {
    let town = Town()
    town.fill(1...2)
    let member = try town.member("w")
    #expect(try member.poll(1) == [1])
    let producer = try town.producer("id", member.broker)
    try producer.beginTransaction()
    try producer.produce(town.value(1))
    try producer.flush(timeout: Town.timeout)
    let group = try member.consumer.groupMetadata()
    town.cluster.stop()
    #expect(try member.poll() == [])
    let down = BrokerFailure.retriable(.timedOut)
    expectFailure(down) {
      try producer.sendOffsets([PartitionOffset(Town.in0, 1)], group: group, timeout: Town.timeout)
    }
    expectFailure(down) { _ = try member.consumer.committed([Town.in0], timeout: Town.timeout) }
    expectFailure(down) { _ = try member.consumer.watermarks(of: Town.in0, timeout: Town.timeout) }
    expectFailure(down) { _ = try town.producer("other", of: "v") }
    town.cluster.advance(by: .seconds(5))
    town.cluster.start()
    try producer.sendOffsets([PartitionOffset(Town.in0, 1)], group: group, timeout: Town.timeout)
    try producer.commitTransaction(timeout: Town.timeout)
    #expect(try member.poll() == [2])
    #expect(member.listener.events.count == 1)
    #expect(town.committedValues == [1])
    #expect(town.cluster.committedOffsets(of: "g") == [PartitionOffset(Town.in0, 1)])
  }

  @Test("a commit that meets an outage is repeated when the broker is back")
  func commitAcrossOutage() throws {
    let town = Town()
    let producer = try town.producer()
    try producer.beginTransaction()
    try producer.produce(town.value(1))
    town.cluster.stop()
    expectFailure(.retriable(.timedOut)) { try producer.commitTransaction(timeout: Town.timeout) }
    expectFailure(.retriable(.timedOut)) { try producer.commitTransaction(timeout: Town.timeout) }
    town.cluster.start()
    try producer.commitTransaction(timeout: Town.timeout)
    #expect(town.committedValues == [1])
  }

  @Test("a transaction that outlives its timeout in an outage is aborted when the broker is back")
  func transactionTimeout() throws {
    let town = Town()
    let producer = try town.producer(timeout: .seconds(60))
    try producer.beginTransaction()
    try producer.produce(town.value(1))
    try producer.flush(timeout: Town.timeout)
    town.cluster.stop()
    town.cluster.advance(by: .seconds(61))
    town.cluster.start()
    expectFailure(.ownershipLost(.fenced)) { try producer.commitTransaction(timeout: Town.timeout) }
    #expect(town.committedValues == [])
  }

  @Test("a member without an answer for a whole session gives up by itself and joins again")
  func sessionOver() throws {
    let town = Town()
    let member = try town.member("w", session: .seconds(10))
    try member.poll()
    member.listener.forget()
    town.cluster.stop()
    town.cluster.advance(by: .seconds(9))
    try member.poll()
    #expect(member.listener.events == [])
    town.cluster.advance(by: .seconds(1))
    try member.poll()
    let both = [Town.in0, Town.in1]
    #expect(member.listener.events == [.lost(both)])
    town.cluster.start()
    for _ in 0..<3 { try member.poll() }
    // Its former self is a member still, until its session ends too.
    town.cluster.advance(by: .seconds(10))
    for _ in 0..<3 { try member.poll() }
    #expect(member.consumer.assignment == both)
  }

  @Test("outages of a plan come and go by the clock")
  func plannedOutage() throws {
    let town = Town(plan: FaultPlan(outages: [Outage(from: .seconds(10), until: .seconds(20))]))
    town.fill(1...1)
    let member = try town.member("w", session: .seconds(60))
    #expect(try member.poll() == [1])
    town.fill(2...2)
    town.cluster.advance(by: .seconds(10))
    #expect(try member.poll() == [])
    town.cluster.advance(by: .milliseconds(9_999))
    #expect(try member.poll() == [])
    town.cluster.advance(by: .milliseconds(1))
    #expect(try member.poll() == [2])
  }

  @Test("a process cut off from the broker is replaced, and hears so when it is back")
  func cutOff() throws {
    let town = Town()
    let cut = try town.member("a", session: .seconds(6))
    let other = try town.member("b", session: .seconds(6))
    for _ in 0..<3 {
      try cut.poll()
      try other.poll()
    }
    cut.listener.forget()
    town.cluster.disconnect("a")
    town.cluster.advance(by: .seconds(6))
    for _ in 0..<3 { try other.poll() }
    #expect(other.consumer.assignment.count == 2)
    #expect(cut.consumer.assignment == [Town.in0])
    try cut.poll()
    #expect(cut.listener.events == [.lost([Town.in0])])
    town.cluster.reconnect("a")
    for _ in 0..<3 {
      try cut.poll()
      try other.poll()
    }
    #expect(cut.consumer.assignment == [Town.in0])
  }

  @Test("what waits too long for a broker fails, and its transaction can only be aborted")
  func messageTimeout() throws {
    let town = Town()
    let producer = try town.producer(timeout: .seconds(600))
    try producer.beginTransaction()
    town.cluster.stop()
    try producer.produce(town.value(1))
    town.cluster.advance(by: .seconds(29))
    expectFailure(.retriable(.timedOut)) { try producer.flush(timeout: Town.timeout) }
    town.cluster.advance(by: .seconds(1))
    expectFailure(.abortTransaction(.messageTimedOut)) { try producer.flush(timeout: Town.timeout) }
    town.cluster.start()
    try producer.abortTransaction(timeout: Town.timeout)
    #expect(town.allValues == [])
  }

  @Test("a call without a broker takes its timeout where waiting moves the clock")
  func waiting() throws {
    var settings = SimulationSettings()
    settings.waiting = .movesTheClock
    let town = Town(settings)
    let member = try town.member("w")
    try member.poll()
    #expect(town.cluster.elapsed == .seconds(1))
    town.cluster.stop()
    expectFailure(.retriable(.timedOut)) {
      _ = try member.consumer.watermarks(of: Town.in0, timeout: .milliseconds(250))
    }
    #expect(town.cluster.elapsed == .milliseconds(1_250))
  }

  @Test("one long step of the clock is the same as many short ones")
  func longStep() throws {
    var settings = SimulationSettings()
    settings.markerDelay = .milliseconds(500)
    for steps in [1, 3, 3_000] {
      let town = Town(settings)
      let members = try ["a", "b"].map { try town.member($0, session: .seconds(6)) }
      for _ in 0..<3 { for member in members { try member.poll() } }
      let producer = try town.producer(timeout: .seconds(2))
      try producer.beginTransaction()
      try producer.produce(town.value(1))
      try producer.flush(timeout: Town.timeout)
      town.fill(2...2, topic: "out")
      town.cluster.kill("a")
      for _ in 0..<steps { town.cluster.advance(by: .milliseconds(6_000 / steps)) }
      #expect(town.committedValues == [2])
      for _ in 0..<3 { try members[1].poll() }
      #expect(members[1].consumer.assignment == [Town.in0, Town.in1])
    }
  }
}
