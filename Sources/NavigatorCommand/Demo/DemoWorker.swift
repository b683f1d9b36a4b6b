import Broker
import Foundation
import KafkaBroker
import Messages
import Navigator
import Observability
import RoadNetwork
import RouteTokens
import Synchronization
import Worker

/// A whole worker in a thread of the demo's process.
final class DemoWorker: Sendable {
  private let stop = StopSignal()
  private let end = Mutex<ThreadEnd?>(nil)

  /// - Parameter logLevel: what of the worker's log is shown on standard error.
  init(cluster: DemoCluster, network: RoadNetwork, keys: KeyRing, application: String, logLevel: LogLevel)
    throws(CommandFailure)
  {
    var settings = WorkerSettings()
    settings.applicationID = application
    settings.instanceID = "demo"
    // The mock cluster knows no static members.
    settings.isStaticMember = !cluster.isEmbedded
    settings.commitIntervalMillis = 50
    settings.outputEncoding = .json
    settings.sessionTimeoutMillis = 6_000
    settings.maxPollIntervalMillis = 30_000
    let topics: WorkerTopics
    do {
      let admin = try cluster.broker.admin()
      topics = try TopicCheck.run(admin, cluster.topics, serviceThreads: 0, timeout: .seconds(10))
      try admin.close(timeout: .seconds(5))
    } catch {
      throw CommandFailure(.unavailable, "the demo's topics cannot be used: \(error)", "")
    }
    let clock = SystemClock()
    let log = Log(level: logLevel, sink: StandardErrorSink(), now: { clock.wallMillis })
    let context = ThreadContext(broker: cluster.broker, settings: settings, topics: topics, clock: clock, log: log)
    let parts = WorkerParts(
      network: network, navigatorSettings: NavigatorSettings(), tokens: TokenOpener(keys: keys),
      version: ProgramVersion.text, networkName: "helsinki")
    let worker = Worker(context: context, parts: parts, stop: stop)
    Thread.detachNewThread {
      let result = worker.run()
      self.end.withLock { $0 = result }
    }
  }

  /// How it ended; nil while it runs.
  var outcome: ThreadEnd? { end.withLock { $0 } }

  /// Stops in order; nil when it did not end in time.
  func finish(withinSeconds seconds: Double) -> ThreadEnd? {
    stop.raise()
    let deadline = Date(timeIntervalSinceNow: seconds)
    while outcome == nil, Date() < deadline { Thread.sleep(forTimeInterval: 0.02) }
    return outcome
  }
}
