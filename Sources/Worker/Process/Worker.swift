import Broker
import Messages
import Navigator
import Observability
import Routing
import Synchronization

/// A worker process: stream threads, the conditions feed, the heartbeat.
///
/// ```
/// run ─▶ housekeeping thread: road conditions, worker-status
///     ─▶ customization thread: metrics that routes ask for
///     ─▶ stream thread 0 … n: poll, restore, apply, commit
///     ◀─ all ended, or the stop took longer than its bound
/// ```
public final class Worker: Sendable {
  private struct Ledger {
    var notes: [String: StepNote] = [:]
    var ends: [String: ThreadEnd] = [:]
    var isHousekeepingDone = false
  }

  private let context: ThreadContext
  private let parts: WorkerParts
  private let stop: StopSignal
  private let board: ConditionsBoard
  private let statuses = ThreadStatusBoard()
  private let ledger = Mutex(Ledger())
  private let streamsDone = StopSignal()
  /// Shared by the routers of all threads.
  private let routingMetrics: MetricStore

  /// - Parameter stop: raised from outside to begin the orderly stop; raised by the worker itself when a thread gives up.
  public init(context: ThreadContext, parts: WorkerParts, stop: StopSignal) {
    self.context = context
    self.parts = parts
    board = ConditionsBoard(speeds: parts.speeds)
    self.stop = stop
    routingMetrics = MetricStore(
      parts.network, customization: .inBackground, memoryLimitBytes: Int(context.settings.metricsBytes))
  }

  /// Runs until every thread has ended. Blocks.
  ///
  /// - Returns: how the worker ended: the first thread that did not drain decides. `forced` names the thread and its step, and some
  ///   thread is still running then: the caller must leave the process at once.
  public func run() -> ThreadEnd {
    context.metrics.gauge(WorkerMetrics.networkInfo, [parts.fingerprintText]).set(1)
    let bodies = threadBodies
    let names = bodies.map(\.name)
    guard OSThread.start({ self.keepHouse() }), OSThread.start({ self.customizeMetrics() }) else {
      return ThreadEnd(.internalError, "no thread could be started (check the limits)")
    }
    for (index, body) in bodies.enumerated() where !OSThread.start(body.run) {
      stop.raise()
      return ThreadEnd(.internalError, "only \(index) threads could be started (lower worker.threads)")
    }
    var deadline: Int64?
    while true {
      context.clock.pause(milliseconds: 20)
      let ends = ledger.withLock { $0.ends }
      if ends.count == names.count { break }
      if ends.values.contains(where: { $0.exit != .drained }) { stop.raise() }
      if stop.isRaised {
        context.health.drain()
        let bound = deadline ?? context.clock.steadyMillis + context.settings.shutdownTimeoutMillis
        deadline = bound
        if context.clock.steadyMillis >= bound { return forced(names.filter { ends[$0] == nil }) }
      }
    }
    context.health.drain()
    return finish(deadline)
  }

  private func finish(_ deadline: Int64?) -> ThreadEnd {
    stop.raise()
    streamsDone.raise()
    let bound = deadline ?? context.clock.steadyMillis + context.settings.shutdownTimeoutMillis
    while !ledger.withLock({ $0.isHousekeepingDone }) {
      context.clock.pause(milliseconds: 10)
      if context.clock.steadyMillis >= bound {
        return ThreadEnd(.forced, "the heartbeat's producer did not close in time")
      }
    }
    let ends = ledger.withLock { $0.ends }
    return ends.sorted { $0.key < $1.key }.map(\.value).first { $0.exit != .drained } ?? ThreadEnd(.drained)
  }

  private func forced(_ names: [String]) -> ThreadEnd {
    let steps = ledger.withLock { ledger in
      names.sorted().map { "thread \($0) in step \"\(ledger.notes[$0]?.step ?? "starting")\"" }
    }
    return ThreadEnd(
      .forced,
      "not stopped within shutdown.timeout: \(steps.joined(separator: ", ")) (nothing half-done is visible; the next start goes on)"
    )
  }

  private var threadBodies: [(name: String, run: @Sendable () -> Void)] {
    (0..<context.settings.streamThreads).map { index in ("stream-\(index)", { self.runStream(index) }) }
      + (0..<context.settings.serviceThreads).map { index in ("service-\(index)", { self.runService(index) }) }
  }

  private var surroundings: NavigatorProcessor.Surroundings {
    .init(
      topics: context.topics, settings: context.settings, framings: parts.framings, tokens: parts.tokens, board: board,
      sessionBudget: context.sessionBudget, metrics: context.metrics, log: context.log, version: parts.version)
  }

  private func runStream(_ index: Int) {
    let navigator = Navigator(
      network: parts.network, router: HierarchyRouter(routingMetrics), settings: parts.navigatorSettings)
    let processor = NavigatorProcessor(navigator: navigator, surroundings: surroundings)
    run(StreamThread(index: index, context: context, processor: processor, stop: stop))
  }

  private func runService(_ index: Int) {
    let processor = ServiceProcessor(
      router: HierarchyRouter(routingMetrics), sealer: parts.sealer,
      settledNodeBudget: parts.navigatorSettings.searchBudget, surroundings: surroundings)
    var own = context
    // One answer can take long: few between two polls.
    own.settings.passRecords = min(8, context.settings.passRecords)
    run(StreamThread(index: index, duty: .services, context: own, processor: processor, stop: stop))
  }

  private func run<Processor: TaskProcessor>(_ thread: StreamThread<Processor>) {
    thread.statuses = statuses
    ledger.withLock { $0.notes[thread.note.thread] = thread.note }
    while true {
      if let end = thread.step() {
        ledger.withLock { $0.ends[thread.note.thread] = end }
        return
      }
    }
  }

  /// Routes are searched plainly until their metric is customized; nobody waits for this thread.
  private func customizeMetrics() {
    let count = context.metrics.counter(WorkerMetrics.customizations)
    let seconds = context.metrics.histogram(WorkerMetrics.customizationSeconds)
    while !streamsDone.isRaised {
      let began = context.clock.steadyMillis
      if routingMetrics.customizeNext() {
        count.add()
        seconds.observe(Double(context.clock.steadyMillis - began) / 1_000)
      } else {
        context.clock.pause(milliseconds: 20)
      }
    }
  }

  private func reportRoutingMetrics() {
    let usage = routingMetrics.usage
    context.metrics.gauge(WorkerMetrics.routingMetrics).set(Double(usage.metrics))
    context.metrics.gauge(WorkerMetrics.routingMetricsCustomized).set(Double(usage.customized))
    context.metrics.gauge(WorkerMetrics.routingMetricsBytes).set(Double(usage.bytes))
    context.metrics.gauge(WorkerMetrics.routingMetricsLimit).set(Double(context.settings.metricsBytes))
  }

  private func keepHouse() {
    let feed = ConditionsFeed(
      context: context, network: parts.network, speeds: parts.speeds, board: board, framings: parts.framings)
    let heartbeat = Heartbeat(context: context, parts: parts, statuses: statuses, board: board)
    while !streamsDone.isRaised {
      feed.step(timeout: .milliseconds(50))
      heartbeat.step(isDraining: stop.isRaised)
      reportRoutingMetrics()
      context.log.writeDigests()
      context.clock.pause(milliseconds: 20)
    }
    heartbeat.finish()
    feed.close()
    ledger.withLock { $0.isHousekeepingDone = true }
  }
}
