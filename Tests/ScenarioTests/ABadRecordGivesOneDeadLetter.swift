import Broker
import SimulatedBroker
import TestSupport
import Testing
import Worker

/// Statement 4: a bad record gives one dead letter with its bytes, in the transaction; the next record proceeds; works as first, last and
/// only record; a failed dead-letter write halts.
@Suite("A bad record gives one dead letter and the next record proceeds")
struct ABadRecordGivesOneDeadLetter {
  static let bad: [UInt8] = [0xFF, 0xFE, 0x00]

  func run(_ values: [[UInt8]?], plan: FaultPlan = FaultPlan()) -> CountingTown {
    let town = CountingTown(seed: 1, partitions: 1, plan: plan)
    for value in values {
      town.fleet.cluster.append(
        OutgoingRecord(
          topic: town.fleet.topics.inputNames[0], partition: 0, key: Array("v".utf8), value: value, timestampMillis: 5))
    }
    town.fleet.start("w-0")
    return town
  }

  func published(_ town: CountingTown, _ topic: String) -> [Record] {
    town.fleet.cluster.records(TopicPartition(topic: "navigator.\(topic)", partition: 0))
  }

  @Test(
    "wherever it stands",
    arguments: [
      [Self.bad], [Self.bad, [1]], [[1], Self.bad], [[1], Self.bad, [2]], [Self.bad, Self.bad, Self.bad], [nil],
      [[1], nil, [2]],
    ] as [[[UInt8]?]])
  func anywhere(values: [[UInt8]?]) {
    let town = run(values)
    #expect(town.fleet.run())
    let wrong = values.filter { $0 == nil || $0 == Self.bad }
    #expect(published(town, "dead-letters").map(\.value) == wrong)
    #expect(published(town, "trip-progress").count == values.count - wrong.count)
    let offsets = town.fleet.cluster.committedOffsets(of: "navigator")
    #expect(offsets.first { $0.partition.topic.hasSuffix("location-updates") }?.offset == Int64(values.count))
  }

  @Test("an aborted pass leaves no dead letter, and the retry leaves one")
  func aborted() {
    let plan = FaultPlan(faults: [
      Fault(.failBefore(.abortTransaction(.topicAuthorizationFailed)), at: .sendOffsets, number: 1)
    ])
    let town = run([[1], Self.bad, [2]], plan: plan)
    #expect(town.fleet.run())
    #expect(published(town, "dead-letters").count == 1)
    #expect(published(town, "trip-progress").count == 2)
  }

  @Test("a dead letter that cannot be written halts the worker with status 70 and skips nothing")
  func halts() {
    let plan = FaultPlan(faults: [
      Fault(.failBefore(.abortTransaction(.messageSizeTooLarge)), at: .produce, of: "w-0", occurrences: 1...10_000)
    ])
    let town = run([Self.bad, [2]], plan: plan)
    town.fleet.run(maxSteps: 2_000) { !town.fleet.ends.isEmpty }
    #expect(town.fleet.ends.map(\.end.exit) == [.internalError])
    #expect(town.fleet.cluster.committedOffsets(of: "navigator").allSatisfy { $0.offset == 0 })
    #expect(town.fleet.published.values.allSatisfy { $0.isEmpty })
  }

  @Test("twenty thousand bad records in a row leave no trace in the state")
  func many() {
    let count = 20_000
    var settings = WorkerSettings.scenario
    settings.passRecords = 2_000
    let town = CountingTown(seed: 1, partitions: 1, settings: settings)
    for _ in 0..<count {
      town.fleet.cluster.append(
        OutgoingRecord(
          topic: town.fleet.topics.inputNames[0], partition: 0, key: [1], value: Self.bad, timestampMillis: 5))
    }
    town.fleet.start("w-0")
    #expect(town.fleet.run())
    #expect(published(town, "dead-letters").count == count)
    let keys = Set(town.fleet.cluster.records(of: "navigator.sessions-changelog").map(\.key))
    #expect(keys == [[0x43], [0x54]], "the conditions' version and the event time alone")
  }
}
