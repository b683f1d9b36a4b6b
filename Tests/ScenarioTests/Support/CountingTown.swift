import Broker
import SimulatedBroker
import TestSupport
import Worker

/// A fleet of counting workers and a log of records to feed it.
struct CountingTown {
  let fleet: Fleet<CountingProcessor>

  init(
    seed: UInt64, partitions: Int32 = 2, simulation: SimulationSettings = SimulationSettings(),
    plan: FaultPlan = FaultPlan(), settings: WorkerSettings = .scenario
  ) {
    fleet = Fleet(
      seed: seed, partitions: partitions, cluster: SimulatedCluster(simulation, plan: plan), settings: settings,
      processor: { CountingProcessor(prefix: "navigator.") })
  }

  /// The same records for equal seeds: fixes and orders of some vehicles, with a bad record among them.
  func fill(_ count: Int, seed: UInt64 = 1, vehicles: Int = 6) {
    var random = SeededRandom(seed: seed)
    var time = fleet.cluster.nowMillis - 10_000_000
    for index in 0..<count {
      time += Int64(random.int(below: 400)) - 50
      let vehicle = Array("v\(random.int(below: vehicles))".utf8)
      let isOrder = random.int(below: 5) == 0
      let isBad = random.int(below: 23) == 0
      let value: [UInt8] = isBad ? [0xFF, 1] : [UInt8(truncatingIfNeeded: index), UInt8(random.int(below: 4))]
      fleet.cluster.append(
        OutgoingRecord(
          topic: fleet.topics.inputNames[isOrder ? 1 : 0], key: vehicle,
          value: isOrder && random.int(below: 6) == 0 ? [0] : value, timestampMillis: time))
    }
  }

  /// What one worker publishes for these records when nothing goes wrong.
  ///
  /// - Parameter timersPass: whether a minute without records follows.
  static func reference(
    _ count: Int, seed: UInt64 = 1, partitions: Int32 = 2, timersPass: Bool = false
  ) -> [TopicPartition: [Record]] {
    let town = CountingTown(seed: 1, partitions: partitions)
    town.fill(count, seed: seed)
    town.fleet.start("reference")
    _ = town.fleet.run()
    for _ in 0..<200 { town.fleet.step() }
    if timersPass { town.fleet.letTimersPass() }
    return town.fleet.published
  }
}
