/// A task's sessions, with what the open transaction changed.
///
/// The before-image of each touched session is kept until the transaction ends, so that an abort puts back exactly the last committed state.
public struct SessionStore<Session: SessionModel>: Sendable {
  private struct Touched {
    var before: Held?
    var changed: ChangedKinds
  }

  private struct Held {
    var session: Session
    /// Bytes of its changelog records as they were written last.
    var routeBytes: Int32 = 0
    var progressBytes: Int32 = 0

    /// What it takes in memory: twice the value itself for the room that a growing dictionary leaves, its key and deadlines, and five bytes
    /// for each byte of its records. Held against the process's memory with thousands of trips across a city. An edge of the route takes
    /// two to three bytes in its record, and eight more in the index of watches.
    var byteCount: Int64 {
      let encoded = Int64(routeBytes) + Int64(progressBytes)
      return 2 * Int64(MemoryLayout<Held>.stride) + 512 + 5 * encoded + 3 * Int64(routeBytes)
    }
  }

  private var sessions: [String: Held] = [:]
  private var touched: [String: Touched] = [:]
  private var deadlines = DeadlineQueue()
  private var watches = WatchIndex()

  /// The task's event time with the record that is being applied; nil before the first.
  public var taskMillis: Int64?

  public init() {}

  public var count: Int { sessions.count }
  /// What the sessions take in memory, estimated.
  public private(set) var byteCount: Int64 = 0
  public subscript(vehicle: String) -> Session? { sessions[vehicle]?.session }

  /// The vehicles that a change of conditions on these edges may concern, in order.
  public func vehicles(watching edges: some Sequence<UInt32>) -> [String] { watches.vehicles(watching: edges) }

  /// Vehicles in a fixed order; linear times logarithm, for whole-state work only.
  public var vehicles: [String] { sessions.keys.sorted() }

  /// Puts a session in place, or with nil closes it.
  public mutating func put(_ vehicle: String, _ session: Session?, changed: ChangedKinds) {
    let before = sessions[vehicle]
    if before == nil, session == nil { return }
    if touched[vehicle] == nil { touched[vehicle] = Touched(before: before, changed: []) }
    touched[vehicle]?.changed.formUnion(session == nil ? [.route, .progress] : changed)
    replace(
      vehicle,
      with: session.map {
        Held(session: $0, routeBytes: before?.routeBytes ?? 0, progressBytes: before?.progressBytes ?? 0)
      })
    if session == nil || changed.contains(.route) { watches.set(vehicle, session) }
  }

  /// Puts a restored session in place: nothing to commit.
  mutating func restore(_ vehicle: String, _ session: Session, from records: [SessionRecordKind: [UInt8]]) {
    replace(
      vehicle,
      with: Held(
        session: session, routeBytes: Int32(clamping: records[.route]?.count ?? 0),
        progressBytes: Int32(clamping: records[.progress]?.count ?? 0)))
    watches.set(vehicle, session)
  }

  private mutating func replace(_ vehicle: String, with held: Held?) {
    byteCount += (held?.byteCount ?? 0) - (sessions[vehicle]?.byteCount ?? 0)
    sessions[vehicle] = held
    deadlines.set(vehicle, held?.session.nextDeadlineMillis)
  }

  /// The earliest deadline of all sessions.
  public mutating func nextDeadline() -> (millis: Int64, vehicle: String)? {
    deadlines.first().map { ($0.deadline, $0.vehicle) }
  }

  /// What the changelog must be told before the transaction is committed: last values only, in order of vehicle, route before progress.
  mutating func changelog() -> [(kind: SessionRecordKind, vehicle: String, value: [UInt8]?)] {
    var records: [(SessionRecordKind, String, [UInt8]?)] = []
    for (vehicle, touch) in touched.sorted(by: { $0.key < $1.key }) {
      var held = sessions[vehicle]
      // Closed and never committed: the log knows nothing of it.
      if held == nil, touch.before == nil { continue }
      for kind in [SessionRecordKind.route, .progress] where touch.changed.includes(kind) {
        let value = held.flatMap { $0.session.encoded(kind) }
        let size = Int32(clamping: value?.count ?? 0)
        if kind == .route { held?.routeBytes = size } else { held?.progressBytes = size }
        records.append((kind, vehicle, value))
      }
      if let held { replace(vehicle, with: held) }
    }
    return records
  }

  var hasChanges: Bool { !touched.isEmpty }

  /// The transaction was committed.
  mutating func commit() { touched.removeAll(keepingCapacity: true) }

  /// The transaction was aborted: every touched session is what it was.
  mutating func rollBack() -> [String] {
    let vehicles = touched.keys.sorted()
    for (vehicle, touch) in touched {
      replace(vehicle, with: touch.before)
      if touch.before == nil || touch.changed.contains(.route) { watches.set(vehicle, touch.before?.session) }
    }
    touched.removeAll(keepingCapacity: true)
    return vehicles
  }
}
