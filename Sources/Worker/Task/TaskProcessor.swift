public import Broker

/// What a stream task does with its records: the navigator, or a stand-in in tests of the machinery.
///
/// Confined to its stream thread. Deterministic: the same records on the same sessions give the same outputs, byte for byte.
public protocol TaskProcessor: AnyObject {
  associatedtype Session: SessionModel

  /// Applies one record of the input topic of this rank. Bad input is an output (dead letter, refusal), never an error.
  func apply(_ record: Record, rank: Int, to sessions: inout SessionStore<Session>, _ outputs: inout [OutgoingRecord])

  /// Fires what is due of a vehicle at or before a time. Afterwards its next deadline is later, or none.
  func fireTimers(
    of vehicle: String, dueBy millis: Int64, in sessions: inout SessionStore<Session>, _ outputs: inout [OutgoingRecord]
  )

  /// Whether records may be applied: false until everything they depend on is read.
  var isReady: Bool { get }

  /// Brings the sessions of a task up to the road conditions in force: when a task starts, and when they have changed.
  ///
  /// - Parameter former: what this returned the last time for these sessions, also before a restart; nil when never.
  func applyConditions(
    since former: ConditionsMark?, to sessions: inout SessionStore<Session>, _ outputs: inout [OutgoingRecord]
  ) -> ConditionsMark

  /// The road conditions in force.
  var conditionsInForce: ConditionsMark { get }

  /// A session from its changelog records; nil when they cannot be read.
  func restore(_ vehicle: String, from records: [SessionRecordKind: [UInt8]]) -> Session?
}

/// Which road conditions a task has applied. It is kept in the changelog, so that a restart does not hold the sessions against them again.
public struct ConditionsMark: Equatable, Sendable {
  public var version: String
  public init(version: String) { self.version = version }
}
