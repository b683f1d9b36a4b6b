import Broker
import SimulatedBroker
import TestSupport
import Testing

@Suite struct PlainProducerTests {
  @Test("records are spread by their keys as Java spreads them, and in turn without a key")
  func partitioning() throws {
    let town = Town(partitions: 5)
    let producer = try town.cluster.process(named: "w").plainProducer(PlainProducerOptions())
    for number in 0..<100 {
      try producer.produce(OutgoingRecord(topic: "out", key: Array("vehicle-\(number)".utf8), value: [1]))
    }
    for _ in 0..<10 { try producer.produce(OutgoingRecord(topic: "out", key: nil, value: [2])) }
    try producer.flush(timeout: Town.timeout)
    let records = town.cluster.records(of: "out")
    #expect(records.count == 110)
    for record in records {
      if let key = record.key { #expect(Murmur2.partition(forKey: key, count: 5) == record.partition) }
    }
    let keyless = records.filter { $0.key == nil }.map(\.partition)
    #expect(keyless.sorted() == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4])
  }

  @Test("deliveries are counted: queued, delivered, failed")
  func counts() throws {
    let town = Town()
    let producer = try town.cluster.process(named: "w").plainProducer(PlainProducerOptions())
    try producer.produce(town.value(1))
    #expect(producer.deliveries == DeliveryCounts(queued: 1))
    try producer.flush(timeout: Town.timeout)
    #expect(producer.deliveries == DeliveryCounts(delivered: 1))
    town.cluster.stop()
    try producer.produce(town.value(2))
    expectFailure(.retriable(.timedOut)) { try producer.flush(timeout: Town.timeout) }
    town.cluster.advance(by: .seconds(30))
    try producer.flush(timeout: Town.timeout)
    #expect(producer.deliveries == DeliveryCounts(delivered: 1, failed: 1, lastFailure: .messageTimedOut))
  }

  @Test("a record refused is refused alone")
  func refusedAlone() throws {
    let town = Town()
    let producer = try town.cluster.process(named: "w").plainProducer(PlainProducerOptions())
    expectFailure(.fatal(.unknownTopic)) { try producer.produce(OutgoingRecord(topic: "no", key: nil, value: nil)) }
    try producer.produce(town.value(1))
    try producer.flush(timeout: Town.timeout)
    #expect(town.committedValues == [1])
  }

  @Test("close sends what it can, and says when it could not")
  func close() throws {
    let town = Town()
    let broker = town.cluster.process(named: "w")
    let first = try broker.plainProducer(PlainProducerOptions())
    try first.produce(town.value(1))
    try first.close(timeout: Town.timeout)
    #expect(town.committedValues == [1])
    let second = try broker.plainProducer(PlainProducerOptions())
    town.cluster.stop()
    try second.produce(town.value(2))
    expectFailure(.retriable(.timedOut)) { try second.close(timeout: Town.timeout) }
    #expect(town.allValues == [1])
  }
}
