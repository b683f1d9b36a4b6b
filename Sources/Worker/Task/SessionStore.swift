/// A task's sessions, with what the open transaction changed.
///
/// The before-image of each touched session is kept until the transaction ends, so that an abort puts back exactly the last committed state.
public struct SessionStore<Session: SessionModel>: Sendable {
  private struct Touched {
    var before: Session?
    var changed: ChangedKinds
  }

  private var sessions: [String: Session] = [:]
  private var touched: [String: Touched] = [:]
  private var deadlines = DeadlineQueue()

  public init() {}

  public var count: Int { sessions.count }
  public subscript(vehicle: String) -> Session? { sessions[vehicle] }

  /// Vehicles in a fixed order; linear times logarithm, for whole-state work only.
  public var vehicles: [String] { sessions.keys.sorted() }

  /// Puts a session in place, or with nil closes it.
  public mutating func put(_ vehicle: String, _ session: Session?, changed: ChangedKinds) {
    let before = sessions[vehicle]
    if before == nil, session == nil { return }
    if touched[vehicle] == nil { touched[vehicle] = Touched(before: before, changed: []) }
    touched[vehicle]?.changed.formUnion(session == nil ? [.route, .progress] : changed)
    sessions[vehicle] = session
    deadlines.set(vehicle, session?.nextDeadlineMillis)
  }

  /// Puts a restored session in place: nothing to commit.
  mutating func restore(_ vehicle: String, _ session: Session) {
    sessions[vehicle] = session
    deadlines.set(vehicle, session.nextDeadlineMillis)
  }

  /// The earliest deadline of all sessions.
  public mutating func nextDeadline() -> (millis: Int64, vehicle: String)? {
    deadlines.first().map { ($0.deadline, $0.vehicle) }
  }

  /// What the changelog must be told before the transaction is committed: last values only, in order of vehicle, route before progress.
  func changelog() -> [(kind: SessionRecordKind, vehicle: String, value: [UInt8]?)] {
    var records: [(SessionRecordKind, String, [UInt8]?)] = []
    for (vehicle, touch) in touched.sorted(by: { $0.key < $1.key }) {
      let session = sessions[vehicle]
      // Closed and never committed: the log knows nothing of it.
      if session == nil, touch.before == nil { continue }
      for kind in [SessionRecordKind.route, .progress] where touch.changed.includes(kind) {
        records.append((kind, vehicle, session.flatMap { $0.encoded(kind) }))
      }
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
      sessions[vehicle] = touch.before
      deadlines.set(vehicle, touch.before?.nextDeadlineMillis)
    }
    touched.removeAll(keepingCapacity: true)
    return vehicles
  }
}
