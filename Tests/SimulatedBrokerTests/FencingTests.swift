import Broker
import SimulatedBroker
import TestSupport
import Testing

@Suite struct FencingTests {
  @Test("a second producer of an id aborts the first one's transaction, and the first can do nothing more")
  func secondProducerFencesFirst() throws {
    let town = Town()
    let old = try town.producer(of: "old")
    try old.beginTransaction()
    try old.produce(town.value(1))
    try old.flush(timeout: Town.timeout)
    let new = try town.producer(of: "new")
    expectFailure(.ownershipLost(.fenced)) { try old.commitTransaction(timeout: Town.timeout) }
    try new.beginTransaction()
    try new.produce(town.value(2))
    try new.commitTransaction(timeout: Town.timeout)
    #expect(town.committedValues == [2])
    expectFailure(.ownershipLost(.fenced)) { try old.abortTransaction(timeout: Town.timeout) }
    expectFailure(.ownershipLost(.fenced)) { try old.beginTransaction() }
  }

  @Test("an older producer that was idle is fenced when it produces next")
  func idleProducer() throws {
    let town = Town()
    let old = try town.producer(of: "old")
    _ = try town.producer(of: "new")
    try old.beginTransaction()
    try old.produce(town.value(1))
    expectFailure(.ownershipLost(.fenced)) { try old.flush(timeout: Town.timeout) }
    #expect(town.allValues == [])
  }

  @Test("records queued before the fencing and sent after it reach no log")
  func queuedRecords() throws {
    let town = Town()
    let old = try town.producer(of: "old")
    try old.beginTransaction()
    try old.produce(town.value(1))
    try old.flush(timeout: Town.timeout)
    try old.produce(town.value(2))
    _ = try town.producer(of: "new")
    expectFailure(.ownershipLost(.fenced)) { try old.flush(timeout: Town.timeout) }
    #expect(town.allValues == [1])
    #expect(town.committedValues == [])
  }

  @Test("a fenced producer's offsets are not taken")
  func offsets() throws {
    let town = Town()
    town.fill(1...1)
    let member = try town.member("old")
    try member.poll()
    let old = try town.producer(of: "old")
    try old.beginTransaction()
    _ = try town.producer(of: "new")
    let group = try member.consumer.groupMetadata()
    expectFailure(.ownershipLost(.fenced)) {
      try old.sendOffsets([PartitionOffset(Town.in0, 1)], group: group, timeout: Town.timeout)
    }
    #expect(town.cluster.committedOffsets(of: "g").isEmpty)
  }

  @Test("producers of different ids do not disturb each other")
  func differentIDs() throws {
    let town = Town()
    let a = try town.producer("a")
    let b = try town.producer("b")
    for producer in [a, b, a, b] {
      try producer.beginTransaction()
      try producer.produce(town.value(1))
      try producer.commitTransaction(timeout: Town.timeout)
    }
    #expect(town.committedValues.count == 4)
  }

  @Test("an id survives more takeovers than a producer id has epochs")
  func epochsRunOut() throws {
    let town = Town()
    let broker = town.cluster.process(named: "w")
    var former = try town.producer("id", broker)
    for _ in 0..<33_000 {
      let next = try town.producer("id", broker)
      former = next
    }
    let last = try town.producer("id", broker)
    try former.beginTransaction()
    try former.produce(town.value(1))
    expectFailure(.ownershipLost(.fenced)) { try former.flush(timeout: Town.timeout) }
    try last.beginTransaction()
    try last.produce(town.value(2))
    try last.commitTransaction(timeout: Town.timeout)
    #expect(town.committedValues == [2])
  }

  @Test("a transaction that is open too long is aborted by the coordinator and its producer is fenced")
  func transactionTimeout() throws {
    let town = Town()
    let producer = try town.producer(timeout: .seconds(2))
    try producer.beginTransaction()
    try producer.produce(town.value(1))
    try producer.flush(timeout: Town.timeout)
    town.fill(2...2, topic: "out")
    town.cluster.advance(by: .milliseconds(1_999))
    #expect(town.committedValues == [])
    #expect(town.cluster.openTransactionAge("id") == .milliseconds(1_999))
    town.cluster.advance(by: .milliseconds(1))
    #expect(town.committedValues == [2])
    #expect(town.cluster.openTransactionAge("id") == nil)
    expectFailure(.ownershipLost(.fenced)) { try producer.commitTransaction(timeout: Town.timeout) }
    #expect(town.committedValues == [2])
    let next = try town.producer()
    try next.beginTransaction()
    try next.produce(town.value(3))
    try next.commitTransaction(timeout: Town.timeout)
    #expect(town.committedValues == [2, 3])
  }

  @Test("the time of a transaction runs from its first record, not from begin")
  func timeoutCountsFromFirstRecord() throws {
    let town = Town()
    let producer = try town.producer(timeout: .seconds(2))
    try producer.beginTransaction()
    town.cluster.advance(by: .seconds(100))
    try producer.produce(town.value(1))
    try producer.flush(timeout: Town.timeout)
    town.cluster.advance(by: .milliseconds(1_500))
    try producer.commitTransaction(timeout: Town.timeout)
    #expect(town.committedValues == [1])
  }

  @Test("a transaction timeout above the broker's maximum, or none, is refused for good")
  func timeoutLimit() throws {
    for timeout in [Duration.seconds(901), .zero, .seconds(-1), .seconds(Int64.max)] {
      let town = Town()
      expectFailure(.fatal(.invalidTransactionTimeout)) { _ = try town.producer(timeout: timeout) }
    }
    _ = try Town().producer(timeout: .seconds(900))
  }

  @Test("a crashed producer's transaction hides what follows until its successor initialises")
  func crashedProducer() throws {
    let town = Town()
    do {
      let crashing = try town.producer(of: "one")
      try crashing.beginTransaction()
      try crashing.produce(town.value(1))
      try crashing.flush(timeout: Town.timeout)
      town.cluster.kill("one")
    }
    town.fill(2...2, topic: "out")
    #expect(town.committedValues == [])
    _ = try town.producer(of: "two")
    #expect(town.committedValues == [2])
  }

  @Test("an initialisation resolves a commit whose markers are still to be written, as committed")
  func markersUnderWay() throws {
    var settings = SimulationSettings()
    settings.markerDelay = .seconds(5)
    let town = Town(settings)
    let old = try town.producer(of: "old")
    try old.beginTransaction()
    try old.produce(town.value(1))
    try old.commitTransaction(timeout: Town.timeout)
    #expect(town.committedValues == [])
    _ = try town.producer(of: "new")
    #expect(town.committedValues == [1])
  }

  @Test("markers that are late arrive by themselves, and a producer may go on before")
  func lateMarkers() throws {
    var settings = SimulationSettings()
    settings.markerDelay = .milliseconds(10)
    let town = Town(settings)
    let producer = try town.producer()
    try producer.beginTransaction()
    try producer.produce(town.value(1))
    try producer.commitTransaction(timeout: Town.timeout)
    #expect(town.committedValues == [])
    town.cluster.advance(by: .milliseconds(10))
    #expect(town.committedValues == [1])
    for value: UInt8 in [2, 3] {
      try producer.beginTransaction()
      try producer.produce(town.value(value))
      try producer.commitTransaction(timeout: Town.timeout)
    }
    #expect(town.committedValues == [1, 2])
    town.cluster.advance(by: .milliseconds(10))
    #expect(town.committedValues == [1, 2, 3])
  }
}
