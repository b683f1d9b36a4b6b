public import Broker
import Messages
public import Navigator
public import Observability
import RoadNetwork
import RoutePlan
public import RouteTokens

extension Session: SessionModel {
  /// Its value in one of the changelog's records; nil writes a tombstone.
  public func encoded(_ kind: SessionRecordKind) -> [UInt8]? {
    switch kind {
    case .route: encoded(ChangelogKinds.route)
    case .progress: encoded(ChangelogKinds.progress)
    }
  }

  public func forEachWatchedEdge(_ body: (UInt32) -> Void) { forEachRemainingEdge { body($0.rawValue) } }
  public var watchesEverything: Bool { isOnDetour }
}

/// The navigator behind a stream task: record → `Messages.decode` → tokens opened → `Navigator.apply` → `Messages.encode`.
///
/// Nothing in its outputs depends on the wall clock, on batches, on commits or on restarts.
public final class NavigatorProcessor: TaskProcessor {
  /// What it needs beside the navigator; shared by the threads of a worker.
  public struct Surroundings: Sendable {
    public var topics: WorkerTopics
    public var settings: WorkerSettings
    public var framings: MessageFramings
    /// nil: every token is one of an unknown key.
    public var tokens: TokenOpener?
    public var board: ConditionsBoard
    public var sessionBudget: SessionBudget
    public var metrics: MetricRegistry
    public var log: Log
    public var version: String

    public init(
      topics: WorkerTopics, settings: WorkerSettings, framings: MessageFramings = MessageFramings(),
      tokens: TokenOpener?,
      board: ConditionsBoard, sessionBudget: SessionBudget = SessionBudget(),
      metrics: MetricRegistry = MetricRegistry([]), log: Log = .silent, version: String
    ) {
      self.topics = topics
      self.settings = settings
      self.framings = framings
      self.tokens = tokens
      self.board = board
      self.sessionBudget = sessionBudget
      self.metrics = metrics
      self.log = log
      self.version = version
    }

    var encoder: MessageEncoder {
      MessageEncoder(
        applicationID: settings.applicationID, encoding: settings.outputEncoding == .json ? .json : .protobuf)
    }

    var deadLetters: DeadLetters {
      DeadLetters(topics: topics, settings: settings, metrics: metrics, log: log, version: version)
    }
  }

  let navigator: Navigator
  let surroundings: Surroundings
  private let deadLetters: DeadLetters
  private let decoder: MessageDecoder
  private let encoder: MessageEncoder
  private var counters = NavigatorCounters()
  private var reported = NavigatorCounters()
  /// Snapshots that tasks may still be at, newest last.
  var snapshots: [ConditionsBoard.Snapshot] = []
  private var navigationSeries: [NavigatorCounter: Counter] = [:]

  public init(navigator: Navigator, surroundings: Surroundings) {
    self.navigator = navigator
    self.surroundings = surroundings
    deadLetters = surroundings.deadLetters
    decoder = MessageDecoder(framings: surroundings.framings.byRole)
    encoder = surroundings.encoder
  }

  public func apply(
    _ record: Record, rank: Int, to sessions: inout SessionStore<Session>, _ outputs: inout [OutgoingRecord]
  ) {
    let role = WorkerTopics.inputs[rank]
    let inbound: InboundRecord
    do throws(DecodeFailure) {
      try checkPartition(record)
      inbound = try decoder.decode(role: role, key: record.key, value: record.value, headers: record.messageHeaders)
    } catch {
      outputs.append(deadLetters.letter(record, error))
      return
    }
    let vehicle = String(decoding: record.key ?? [], as: UTF8.self)
    let origin = InputOrigin(
      topic: role == .locationUpdates ? .locationUpdates : .routeAssignments, partition: record.partition,
      offset: record.offset, timestampMillis: record.timestampMillis)
    var numbering = OutputNumbering()
    let (former, begin, counted) = (sessions[vehicle], outputs.count, counters)
    var changes: ChangelogKinds = []
    for input in inputs(of: inbound.message) {
      changes.formUnion(apply(input, from: origin, of: vehicle, in: &sessions, inbound.trace, &numbering, &outputs))
    }
    // Large is only what the route's record holds; most fixes leave it as it is.
    if let excess = excess(of: outputs[begin...], session: changes.contains(.route) ? sessions[vehicle] : nil) {
      counters = counted
      sessions.put(vehicle, former, changed: [.route, .progress])
      outputs.removeSubrange(begin...)
      outputs.append(deadLetters.letter(record, excess))
    }
    reportCounters()
  }

  public func fireTimers(
    of vehicle: String, dueBy millis: Int64, in sessions: inout SessionStore<Session>, _ outputs: inout [OutgoingRecord]
  ) {
    var numbering = OutputNumbering()
    // Each firing removes or moves its timer; a bound all the same, so that a fault here cannot hold the thread.
    for _ in 0..<64 {
      guard let due = sessions[vehicle]?.dueTimers(before: millis).first else { break }
      apply(.timer(due.name), from: due.armedBy, of: vehicle, in: &sessions, nil, &numbering, &outputs)
    }
    reportCounters()
  }

  public func restore(_ vehicle: String, from records: [SessionRecordKind: [UInt8]]) -> Session? {
    navigator.session(vehicleID: vehicle, route: records[.route], progress: records[.progress])
  }

  /// One input on one session, its outputs encoded.
  ///
  /// - Returns: what has to be written of the session.
  @discardableResult
  func apply(
    _ input: NavigatorInput, from origin: InputOrigin, of vehicle: String, in sessions: inout SessionStore<Session>,
    _ trace: TraceContext?, _ numbering: inout OutputNumbering, _ outputs: inout [OutgoingRecord]
  ) -> ChangelogKinds {
    func publish(_ output: NavigatorOutput) {
      if case .refusal(let refusal) = output.event {
        surroundings.metrics.counter(WorkerMetrics.refused, ["\(refusal.reason)"]).add()
      }
      let index = numbering.next(of: output.cause)
      outputs.append(OutgoingRecord(encoder.encode(output, index: index, trace: trace), in: surroundings.topics))
    }
    var session = sessions[vehicle]
    if declines(input, from: origin, of: vehicle, session: session, publish) { return [] }
    let effects = navigator.apply(
      input, from: origin, vehicleID: vehicle, to: &session, under: surroundings.board.current.conditions,
      counting: &counters)
    if !effects.changes.isEmpty {
      // A timer's and a condition's moments are not the vehicle's. What is kept must also be in the changelog.
      if input.isOfVehicle, effects.changes.contains(.progress), let taskMillis = sessions.taskMillis {
        session?.note(taskMillis: taskMillis, toleranceMillis: surroundings.settings.timerGraceMillis)
      }
      sessions.put(vehicle, session, changed: ChangedKinds(rawValue: effects.changes.rawValue))
    }
    for output in effects.outputs { publish(output) }
    return effects.changes
  }

  private func inputs(of message: InboundMessage) -> [NavigatorInput] {
    switch message {
    case .assignRouteToken(let assignment): [.assignRouteToken(opened(assignment))]
    case .setDestinations(let destinations): [.setDestinations(destinations)]
    case .continueToNextDestination(let command): [.continueToNextDestination(command)]
    case .selectRoute(let command): [.selectRoute(command)]
    case .clearDestinations(let command): [.clearDestinations(command)]
    case .locationUpdate(let update): [.locationUpdate(update)]
    case .locationUpdates(let updates): updates.map { .locationUpdate($0) }
    // The decoder gives these for other topics only.
    case .roadCondition, .serviceRequest: []
    }
  }

  /// With its tokens opened, as many as are looked at: a record holds room for thousands.
  func opened(_ assignment: RouteTokenAssignment) -> AssignRouteToken {
    func reading(_ text: String) -> TokenReading {
      guard let tokens = surroundings.tokens else { return .failure(.unknownKey(0)) }
      do throws(TokenFailure) { return .success(try tokens.open(text)) } catch { return .failure(error) }
    }
    return assignment.opened(
      token: reading(assignment.routeToken),
      alternatives: assignment.alternativeRouteTokens.prefix(AssignRouteToken.alternativeLimit).map(reading))
  }

  /// A record whose key belongs elsewhere misses its vehicle's session: counted, and refused when the setting says so.
  private func checkPartition(_ record: Record) throws(DecodeFailure) {
    guard let key = record.key,
      Murmur2.partition(forKey: key, count: surroundings.topics.partitionCount) != record.partition
    else { return }
    surroundings.metrics.counter(WorkerMetrics.mispartitioned, [record.topic]).add()
    surroundings.log.warning(
      "records in another partition than their key's", digestedBy: record.topicPartition.description,
      LogField("topic", record.topic), LogField("partition", record.partition), LogField("offset", record.offset),
      LogField("vehicle", record.loggedVehicle), LogField("reason", "MISPARTITIONED"),
      LogField("remedy", "set partitioner=murmur2_random in the producer, or its vehicles' messages miss each other"))
    if surroundings.settings.partitionCheck == .refuse {
      throw DecodeFailure(
        .key, .mispartitioned, "the key belongs to another partition (set partitioner=murmur2_random in the producer)")
    }
  }

  private func reportCounters() {
    guard counters != reported else { return }
    for counter in NavigatorCounter.allCases where counters[counter] != reported[counter] {
      let series =
        navigationSeries[counter] ?? surroundings.metrics.counter(WorkerMetrics.navigation, [counter.rawValue])
      navigationSeries[counter] = series
      series.add(counters[counter] &- reported[counter])
    }
    reported = counters
  }
}

extension NavigatorInput {
  fileprivate var isOfVehicle: Bool {
    switch self {
    case .timer, .conditionsChanged: false
    default: true
    }
  }
}

/// Counts the outputs of each cause within one record: the last part of an event's id.
struct OutputNumbering {
  private var counts: [OutputCause: Int] = [:]

  mutating func next(of cause: OutputCause) -> Int {
    let index = counts[cause] ?? 0
    counts[cause] = index + 1
    return index
  }
}

extension Record {
  /// The vehicle's id as the log may show it: a short plain word; of anything else its length.
  fileprivate var loggedVehicle: String {
    guard let key else { return "" }
    let isID = key.count <= 64 && key.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    return isID ? String(decoding: key, as: UTF8.self) : "(\(key.count) bytes)"
  }
}
