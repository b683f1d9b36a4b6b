import Broker
import SimulatedBroker
import TestSupport
import Testing

/// A worker that keeps to the contract loses and doubles nothing, whatever the simulation does to it.
@Suite struct ExactlyOnceTests {
  private static let partitions: Int32 = 3
  private static let perPartition = 24

  private func filledCluster(_ settings: SimulationSettings = SimulationSettings(), _ plan: FaultPlan = FaultPlan())
    -> SimulatedCluster
  {
    let cluster = SimulatedCluster(settings, plan: plan)
    cluster.createTopic("in", partitions: Self.partitions)
    cluster.createTopic("out", partitions: Self.partitions)
    for number in 0..<Self.perPartition {
      for partition in 0..<Self.partitions {
        cluster.append(
          OutgoingRecord(topic: "in", partition: partition, key: [UInt8(partition)], value: [UInt8(number)]))
      }
    }
    return cluster
  }

  private func output(_ cluster: SimulatedCluster) -> [[UInt8]] {
    (0..<Self.partitions).map { partition in
      cluster.records(TopicPartition(topic: "out", partition: partition)).compactMap { $0.value?.first }
    }
  }

  /// Whether the group has committed the end of every partition.
  private func isComplete(_ cluster: SimulatedCluster) -> Bool {
    let offsets = cluster.committedOffsets(of: "copy").map(\.offset)
    return offsets == [Int64](repeating: Int64(Self.perPartition), count: Int(Self.partitions))
  }

  private static let expected = [[UInt8]](
    repeating: (0..<perPartition).map { UInt8($0) }, count: Int(partitions))

  private func copy(_ cluster: SimulatedCluster, _ process: String, instance: String?) -> CopyWorker {
    CopyWorker(cluster.process(named: process), instance: instance, transactionalID: process)
  }

  /// Runs one worker, restarted whenever it dies, until all is copied or the passes run out.
  private func runAlone(_ cluster: SimulatedCluster, instance: String?, passes: Int = 400) {
    var worker = copy(cluster, "w", instance: instance)
    for _ in 0..<passes {
      if worker.step() == .finished { worker = copy(cluster, "w", instance: instance) }
      cluster.advance(by: .milliseconds(500))
      if isComplete(cluster) { return }
    }
  }

  @Test("a clean run copies everything once")
  func cleanRun() {
    let cluster = filledCluster()
    runAlone(cluster, instance: "i")
    #expect(output(cluster) == Self.expected)
  }

  @Test(
    "killed at any call, with and without its queue sent, the restarted worker completes the copy",
    arguments: [true, false], ["i", nil])
  func killedAtEveryCall(sendingQueued: Bool, instance: String?) {
    let clean = filledCluster()
    runAlone(clean, instance: instance)
    let steps = clean.steps(of: "w")
    #expect(steps > 100)
    for step in 1...steps + 1 {
      let cluster = filledCluster()
      var worker = copy(cluster, "w", instance: instance)
      cluster.kill("w", atStep: step, sendingQueued: sendingQueued)
      for _ in 0..<400 {
        if worker.step() == .finished { worker = copy(cluster, "w", instance: instance) }
        cluster.advance(by: .milliseconds(500))
        if isComplete(cluster) { break }
      }
      #expect(output(cluster) == Self.expected, "killed at call \(step)")
    }
  }

  private static func randomSettings(_ random: inout SeededRandom, seed: UInt64) -> SimulationSettings {
    var settings = SimulationSettings()
    settings.readOrderSeed = seed
    settings.lingerRecords = random.number(in: 1...10)
    if random.oneIn(3) { settings.markerDelay = .milliseconds(random.number(in: 1...2_000)) }
    if random.oneIn(3) { settings.heartbeatInterval = .seconds(3) }
    return settings
  }

  @Test(
    "three workers under random faults, freezes and restarts copy everything once, in order",
    arguments: Seeds.fromEnvironment(count: 300))
  func randomFaults(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let names = ["a", "b", "c"]
    let isStatic = random.oneIn(2)
    let settings = Self.randomSettings(&random, seed: seed)
    let cluster = filledCluster(settings, .random(&random, processes: names))
    var workers = names.map { copy(cluster, $0, instance: isStatic ? $0 : nil) }
    var frozenUntil = [0, 0, 0]
    var pass = 0
    while pass < 3_000, !isComplete(cluster) {
      pass += 1
      let turn = random.number(in: 0...2)
      if pass < 300, random.oneIn(40) {
        frozenUntil[turn] = pass + random.number(in: 5...60)
        cluster.freeze(names[turn])
      }
      if frozenUntil[turn] > pass { continue }
      cluster.thaw(names[turn])
      if pass < 300, random.oneIn(60) { cluster.kill(names[turn], sendingQueued: random.oneIn(2)) }
      if workers[turn].step() == .finished {
        workers[turn] = copy(cluster, names[turn], instance: isStatic ? names[turn] : nil)
      }
      cluster.advance(by: .milliseconds(random.number(in: 1...1_000)))
    }
    // What a dead or superseded worker left open must have timed out before a reader sees everything.
    cluster.advance(by: .seconds(60))
    #expect(output(cluster) == Self.expected, "SEED=\(seed)")
  }

  @Test("the same seed gives the same calls and the same log", arguments: [UInt64(1), 7, 42])
  func deterministic(seed: UInt64) {
    let runs = (0..<2).map { _ in
      var random = SeededRandom(seed: seed)
      var settings = Self.randomSettings(&random, seed: seed)
      settings.recordsCalls = true
      let cluster = filledCluster(settings, .random(&random, processes: ["w"]))
      runAlone(cluster, instance: "i")
      return (cluster.calls, cluster.records(of: "out", isolation: .readUncommitted))
    }
    #expect(runs[0].0 == runs[1].0)
    #expect(runs[0].1 == runs[1].1)
    #expect(!runs[0].0.isEmpty)
  }
}
