/// The two records that hold a session in the changelog; the raw value is the first byte of the key.
///
/// They are apart so that a fix costs a small record, not the whole route.
public enum SessionRecordKind: UInt8, Sendable, CaseIterable {
  case route = 0x52
  case progress = 0x50
}

/// Which changelog records of a session no longer say what it holds.
public struct ChangedKinds: OptionSet, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  public static let route = ChangedKinds(rawValue: 1)
  public static let progress = ChangedKinds(rawValue: 2)

  func includes(_ kind: SessionRecordKind) -> Bool {
    switch kind {
    case .route: isSuperset(of: .route)
    case .progress: isSuperset(of: .progress)
    }
  }
}

/// A vehicle's state as the task keeps it: a plain value.
public protocol SessionModel: Sendable {
  /// The earliest deadline it holds, in milliseconds of event time.
  var nextDeadlineMillis: Int64? { get }
  /// Its value in one of its changelog records; nil writes a tombstone.
  func encoded(_ kind: SessionRecordKind) -> [UInt8]?
  /// Calls the body with the number of each edge of which it has to be told when conditions change on it.
  ///
  /// What is given may be more than what concerns it, and changes only when its `route` record does.
  func forEachWatchedEdge(_ body: (UInt32) -> Void)
  /// Whether any change of conditions may concern it.
  var watchesEverything: Bool { get }
}

extension SessionModel {
  public func forEachWatchedEdge(_ body: (UInt32) -> Void) {}
  public var watchesEverything: Bool { false }
}
