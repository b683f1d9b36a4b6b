import Broker
import SimulatedBroker
import TestSupport
import Testing

@Suite struct TransactionTests {
  @Test("an open transaction is hidden from read_committed, seen by read_uncommitted, and visible once committed")
  func openThenCommitted() throws {
    let town = Town()
    let producer = try town.producer()
    try producer.beginTransaction()
    try producer.produce(town.value(1))
    try producer.flush(timeout: Town.timeout)
    #expect(town.committedValues == [])
    #expect(town.allValues == [1])
    try producer.commitTransaction(timeout: Town.timeout)
    #expect(town.committedValues == [1])
  }

  @Test("an aborted transaction stays hidden from read_committed and readable for read_uncommitted")
  func aborted() throws {
    let town = Town()
    let producer = try town.producer()
    try producer.beginTransaction()
    try producer.produce(town.value(1))
    try producer.flush(timeout: Town.timeout)
    try producer.abortTransaction(timeout: Town.timeout)
    try producer.beginTransaction()
    try producer.produce(town.value(2))
    try producer.commitTransaction(timeout: Town.timeout)
    #expect(town.committedValues == [2])
    #expect(town.allValues == [1, 2])
  }

  @Test("markers take offsets: five records and three markers end at offset eight")
  func markersTakeOffsets() throws {
    let town = Town()
    let producer = try town.producer()
    var next: UInt8 = 0
    for count in [2, 2, 1] {
      try producer.beginTransaction()
      for _ in 0..<count {
        try producer.produce(town.value(next))
        next += 1
      }
      try producer.commitTransaction(timeout: Town.timeout)
    }
    #expect(town.cluster.watermarks(Town.out0) == Watermarks(low: 0, lastStable: 8, high: 8))
    #expect(town.cluster.records(Town.out0).map(\.offset) == [0, 1, 3, 4, 6])
  }

  @Test(
    "what follows an open transaction waits below the last stable offset until that is decided",
    arguments: [true, false])
  func lastStableOffset(commits: Bool) throws {
    let town = Town()
    let open = try town.producer("open")
    try open.beginTransaction()
    try open.produce(town.value(1))
    try open.flush(timeout: Town.timeout)
    town.fill(2...2, topic: "out")
    #expect(town.committedValues == [])
    #expect(town.cluster.watermarks(Town.out0) == Watermarks(low: 0, lastStable: 0, high: 2))
    if commits {
      try open.commitTransaction(timeout: Town.timeout)
    } else {
      try open.abortTransaction(timeout: Town.timeout)
    }
    #expect(town.committedValues == (commits ? [1, 2] : [2]))
  }

  @Test("the earliest of several open transactions holds the last stable offset")
  func severalOpen() throws {
    let town = Town()
    let first = try town.producer("a")
    let second = try town.producer("b")
    try first.beginTransaction()
    try second.beginTransaction()
    try first.produce(town.value(1))
    try first.flush(timeout: Town.timeout)
    try second.produce(town.value(2))
    try second.commitTransaction(timeout: Town.timeout)
    #expect(town.committedValues == [])
    try first.commitTransaction(timeout: Town.timeout)
    #expect(town.committedValues == [1, 2])
  }

  @Test("one transaction over several partitions becomes visible in all of them or in none")
  func severalPartitions() throws {
    let town = Town(partitions: 6)
    let producer = try town.producer()
    for commits in [false, true] {
      try producer.beginTransaction()
      for partition in Int32(0)..<6 { try producer.produce(town.value(7, partition: partition)) }
      try producer.flush(timeout: Town.timeout)
      if commits {
        try producer.commitTransaction(timeout: Town.timeout)
      } else {
        try producer.abortTransaction(timeout: Town.timeout)
      }
      #expect(town.cluster.records(of: "out").count == (commits ? 6 : 0))
    }
  }

  @Test("an empty transaction commits and aborts, and writes nothing")
  func empty() throws {
    let town = Town()
    let producer = try town.producer()
    try producer.beginTransaction()
    try producer.commitTransaction(timeout: Town.timeout)
    try producer.beginTransaction()
    try producer.abortTransaction(timeout: Town.timeout)
    #expect(town.cluster.watermarks(Town.out0)?.high == 0)
  }

  @Test("nothing that was queued before an abort is sent afterwards")
  func queueDroppedByAbort() throws {
    let town = Town()
    let producer = try town.producer()
    try producer.beginTransaction()
    try producer.produce(town.value(1))
    try producer.abortTransaction(timeout: Town.timeout)
    try producer.beginTransaction()
    try producer.produce(town.value(2))
    try producer.commitTransaction(timeout: Town.timeout)
    #expect(town.allValues == [2])
  }

  @Test("a call in the wrong state is refused and changes nothing")
  func wrongState() throws {
    let town = Town()
    let made = try town.cluster.process(named: "w").transactionalProducer(
      TransactionalProducerOptions(transactionalID: "x"))
    expectFailure(.fatal(.state)) { try made.beginTransaction() }
    let producer = try town.producer()
    expectFailure(.fatal(.state)) { try producer.produce(town.value(1)) }
    expectFailure(.fatal(.state)) { try producer.commitTransaction(timeout: Town.timeout) }
    expectFailure(.fatal(.state)) { try producer.abortTransaction(timeout: Town.timeout) }
    try producer.beginTransaction()
    expectFailure(.fatal(.state)) { try producer.beginTransaction() }
    try producer.produce(town.value(2))
    try producer.commitTransaction(timeout: Town.timeout)
    #expect(town.committedValues == [2])
  }

  @Test("an unknown topic, an unknown partition and an oversized record spoil the transaction, and it can be aborted")
  func refusedRecords() throws {
    let town = Town()
    let producer = try town.producer()
    let refused = [
      (OutgoingRecord(topic: "nowhere", key: nil, value: nil), BrokerCode.unknownTopic),
      (OutgoingRecord(topic: "out", partition: 2, key: nil, value: nil), .unknownPartition),
      (OutgoingRecord(topic: "out", partition: -1, key: nil, value: nil), .unknownPartition),
      (OutgoingRecord(topic: "out", key: nil, value: [UInt8](repeating: 0, count: 2_000_000)), .messageSizeTooLarge),
    ]
    for (record, code) in refused {
      try producer.beginTransaction()
      try producer.produce(town.value(9))
      expectFailure(.abortTransaction(code)) { try producer.produce(record) }
      expectFailure(.abortTransaction(code)) { try producer.commitTransaction(timeout: Town.timeout) }
      try producer.abortTransaction(timeout: Town.timeout)
    }
    #expect(town.committedValues == [])
    try producer.beginTransaction()
    try producer.produce(town.value(1))
    try producer.commitTransaction(timeout: Town.timeout)
    #expect(town.committedValues == [1])
  }
}
