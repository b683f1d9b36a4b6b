import Broker
import Foundation
import HTTPEndpoint
import KafkaBroker
import Messages
import Observability
import RoadNetwork
import RouteTokens
import Worker

/// Wires a worker to Kafka, the network file, the key ring, signals and HTTP, and runs it to its end.
struct WorkerProgram {
  let effective: EffectiveSettings
  let settings: WorkerSettings
  let clock = SystemClock()
  let stop = StopSignal()

  init(effective: EffectiveSettings, settings: WorkerSettings) {
    self.effective = effective
    self.settings = settings
  }

  /// Blocks until the worker has ended.
  func run() throws(CommandFailure) -> ThreadEnd {
    StopSignals.listen(raising: stop)
    let log = makeLog()
    let metrics = MetricRegistry(WorkerMetrics.all)
    let health = HealthBoard(
      threadTimeoutMillis: effective.millisecondsValue("liveness.thread.timeout"),
      partitionTimeoutMillis: effective.millisecondsValue("liveness.partition.timeout"))
    metrics.gauge(WorkerMetrics.buildInfo, [ProgramVersion.text, KafkaBroker.libraryVersion]).set(1)
    metrics.gauge(WorkerMetrics.startTime).set(Double(clock.wallMillis) / 1_000)
    let endpoint = try openEndpoint(metrics, health, log)
    // Last of all, so that probes and a last scrape work through the stop.
    defer { endpoint?.stop() }
    let parts = try openParts()
    log.info(
      "worker starts", LogField("application", settings.applicationID), LogField("instance", settings.instanceID),
      LogField("version", ProgramVersion.text), LogField("client", KafkaBroker.libraryVersion),
      LogField("network", parts.fingerprintText), LogField("threads", settings.streamThreads))
    let broker = KafkaBroker(try kafkaSettings(log))
    guard let topics = try checkTopics(broker, log) else { return ThreadEnd(.drained) }
    let context = ThreadContext(
      broker: broker, settings: settings, topics: topics, clock: clock, log: log, metrics: metrics, health: health)
    let end = Worker(context: context, parts: parts, stop: stop).run()
    if end.exit == .forced { WorkerProgram.leaveByForce(end.reason) }
    log.info("worker stopped", LogField("status", end.exit.rawValue))
    return end
  }

  static func failure(_ end: ThreadEnd) -> CommandFailure {
    let status = ExitStatus(rawValue: end.exit.rawValue) ?? .internalFault
    return CommandFailure(status, end.reason, "")
  }

  /// Leaves without closing anything: a thread is stuck, and what it had open was never committed.
  static func leaveByForce(_ reason: String) -> Never {
    StandardError.write("navigator: \(reason)\n")
    _exit(ExitStatus.forced.rawValue)
  }

  private func makeLog() -> Log {
    let format: LogFormat? =
      switch effective.text("log.format") {
      case "json": .json
      case "text": .text
      default: nil
      }
    let sink = format.map { StandardErrorSink(format: $0) } ?? StandardErrorSink()
    return Log(
      level: effective.text("log.level").flatMap(LogLevel.init(name:)) ?? .info, sink: sink,
      now: { [clock] in clock.wallMillis })
  }

  private func openEndpoint(
    _ metrics: MetricRegistry, _ health: HealthBoard, _ log: Log
  ) throws(CommandFailure) -> HTTPEndpoint? {
    guard effective.text("http.enabled").map({ $0 != "false" && $0 != "off" && $0 != "no" }) ?? true else { return nil }
    let routes = ProbeRoutes(registry: metrics, health: health, now: { [clock] in clock.steadyMillis })
    do throws(HTTPEndpointFailure) {
      let endpoint = try HTTPEndpoint(
        address: effective.text("http.address") ?? "127.0.0.1", port: UInt16(effective.text("http.port") ?? "") ?? 8080,
        respond: routes.respond)
      log.info("probes and metrics are served", LogField("port", endpoint.port))
      return endpoint
    } catch {
      throw CommandFailure(.settings, error.description, "")
    }
  }

  private func openParts() throws(CommandFailure) -> WorkerParts {
    let path = try SettingsSource.required("network.file", effective)
    let network = try NetworkFile.open(path)
    MappingFault.tell(of: path)
    var keys: KeyRing?
    if let path = effective.text("keys.file") { keys = try KeyRingCommands.read(path) }
    return WorkerParts(
      network: network, speeds: try SpeedTableFile.model(effective.text("speeds.file"), on: network),
      navigatorSettings: effective.navigatorSettings, tokens: keys.map(TokenOpener.init(keys:)),
      sealer: keys.map(TokenSealer.init(keys:)), framings: effective.framings,
      version: ProgramVersion.text, networkName: String(path.split(separator: "/").last ?? ""))
  }

  private func kafkaSettings(_ log: Log) throws(CommandFailure) -> KafkaBrokerSettings {
    let bootstrap = try SettingsSource.required("bootstrap", effective)
    var kafka = effective.kafkaSettings(bootstrap: bootstrap) { line in
      let level: LogLevel = line.level <= 3 ? .error : line.level == 4 ? .warning : line.level <= 6 ? .info : .debug
      log.write(
        level, "kafka client",
        [LogField("facility", line.facility), LogField("client", line.client), LogField("text", line.message)])
    }
    // The memory settings in the library's own terms, unless the operator set those.
    func bounded(_ own: [(name: String, value: String)], _ name: String, _ key: String) -> [(
      name: String, value: String
    )] {
      if (own + kafka.properties).contains(where: { $0.name == name }) { return own }
      return own + [(name, String(max(1, effective.bytesValue(key) / 1_024)))]
    }
    kafka.consumerProperties = bounded(kafka.consumerProperties, "queued.max.messages.kbytes", "prefetch.bytes")
    kafka.producerProperties = bounded(kafka.producerProperties, "queue.buffering.max.kbytes", "produce.bytes")
    return kafka
  }

  /// Waits for a broker, then checks the topics; nil when the stop came first.
  private func checkTopics(_ broker: KafkaBroker, _ log: Log) throws(CommandFailure) -> WorkerTopics? {
    while !stop.isRaised {
      do {
        let admin = try broker.admin()
        defer { try? admin.close(timeout: .seconds(2)) }
        return try TopicCheck.run(
          admin, effective.catalogue, serviceThreads: settings.serviceThreads, timeout: .seconds(10))
      } catch let failure as SettingsFailure {
        throw CommandFailure(.settings, failure.description, "")
      } catch let failure as BrokerFailure {
        guard case .retriable(let code) = failure else {
          throw BrokerTrouble.failure(failure, during: "describing the topics")
        }
        log.warning("waiting for a broker", digestedBy: code.name, LogField("code", code.name))
        clock.pause(milliseconds: 500)
      } catch {
        throw CommandFailure(.internalFault, "the topics could not be described: \(error)", "")
      }
    }
    return nil
  }
}
