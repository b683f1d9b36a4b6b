import Broker
import Observability
import SimulatedBroker
import Testing
import Worker

/// Statement 8: offset out of range or a truncated log is never silent: `offset.reset = halt` by default, with gap size logged and counted.
@Suite("An offset out of range is never silent")
struct AnOffsetOutOfRangeIsNeverSilent {
  let fixes = TopicPartition(topic: "navigator.location-updates", partition: 0)

  func town(_ policy: WorkerSettings.OffsetReset = .halt) -> CountingTown {
    var settings = WorkerSettings.scenario
    settings.offsetReset = policy
    let town = CountingTown(seed: 1, partitions: 1, settings: settings)
    for value in 0..<20 as Range<UInt8> { append(value, to: town) }
    return town
  }

  func append(_ value: UInt8, to town: CountingTown) {
    town.fleet.cluster.append(
      OutgoingRecord(topic: fixes.topic, partition: 0, key: [0x76], value: [value], timestampMillis: Int64(value)))
  }

  @Test("retention passed the committed offset: the worker halts with status 78 and names the gap")
  func retention() {
    let town = town()
    town.fleet.cluster.setCommittedOffsets([PartitionOffset(fixes, 3)], of: "navigator")
    town.fleet.cluster.deleteRecords(fixes, before: 10)
    town.fleet.start("w-0")
    town.fleet.run(maxSteps: 100) { !town.fleet.ends.isEmpty }
    #expect(town.fleet.ends.first?.end.exit == .settings)
    #expect(town.fleet.ends.first?.end.reason.contains("7 records are missing by retention") == true)
    #expect(
      town.fleet.metrics.exposition().contains(
        "navigator_offset_resets_total{topic=\"navigator.location-updates\",cause=\"retention\"} 1"))
    #expect(town.fleet.published.values.allSatisfy { $0.isEmpty })
  }

  @Test("a log truncated below the committed offset: the worker halts and says so")
  func truncation() {
    let town = town()
    town.fleet.cluster.setCommittedOffsets([PartitionOffset(fixes, 15)], of: "navigator")
    town.fleet.cluster.truncate(fixes, to: 12)
    town.fleet.start("w-0")
    town.fleet.run(maxSteps: 100) { !town.fleet.ends.isEmpty }
    #expect(town.fleet.ends.first?.end.reason.contains("3 records are missing by truncation") == true)
  }

  @Test("retention overtakes a running worker: halted as well")
  func overtaken() {
    let town = town()
    town.fleet.start("w-0")
    #expect(town.fleet.run())
    town.fleet.freeze("w-0", true)
    for value in 20..<40 as Range<UInt8> { append(value, to: town) }
    town.fleet.cluster.deleteRecords(fixes, before: 30)
    town.fleet.freeze("w-0", false)
    town.fleet.run(maxSteps: 5_000) { !town.fleet.ends.isEmpty }
    #expect(town.fleet.ends.first?.end.reason.contains("10 records are missing by retention") == true)
  }

  @Test("earliest goes on at the log's start, latest at its end, each counted")
  func policies() {
    for (policy, published) in [(WorkerSettings.OffsetReset.earliest, 10), (.latest, 0)] {
      let town = town(policy)
      town.fleet.cluster.setCommittedOffsets([PartitionOffset(fixes, 3)], of: "navigator")
      town.fleet.cluster.deleteRecords(fixes, before: 10)
      town.fleet.start("w-0")
      for _ in 0..<100 { town.fleet.step() }
      #expect(town.fleet.ends.isEmpty)
      #expect(town.fleet.cluster.records(of: "navigator.trip-progress").count == published)
      #expect(town.fleet.metrics.exposition().contains("cause=\"retention\"} 1"))
      append(99, to: town)
      #expect(town.fleet.run())
      #expect(town.fleet.cluster.records(of: "navigator.trip-progress").count == published + 1)
    }
  }
}
