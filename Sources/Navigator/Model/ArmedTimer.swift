/// A deadline that a session holds, and the record that set it.
public struct ArmedTimer: Hashable, Sendable {
  public var name: TimerName
  public var deadlineMillis: Int64
  public var armedBy: InputOrigin

  public init(name: TimerName, deadlineMillis: Int64, armedBy: InputOrigin) {
    self.name = name
    self.deadlineMillis = deadlineMillis
    self.armedBy = armedBy
  }
}

/// At most one deadline of each name, kept in the order in which they fire.
struct TimerSet: Hashable, Sendable {
  private(set) var armed: [ArmedTimer] = []

  init() {}

  /// Nil when a name comes twice.
  init?(_ timers: [ArmedTimer]) {
    for timer in timers {
      guard self[timer.name] == nil else { return nil }
      arm(timer)
    }
  }

  subscript(name: TimerName) -> ArmedTimer? { armed.first { $0.name == name } }

  /// Sets a deadline, in place of the one of the same name.
  mutating func arm(_ timer: ArmedTimer) {
    disarm(timer.name)
    let isBefore: (ArmedTimer) -> Bool = {
      ($0.deadlineMillis, $0.name.rawValue) < (timer.deadlineMillis, timer.name.rawValue)
    }
    armed.insert(timer, at: armed.firstIndex { !isBefore($0) } ?? armed.count)
  }

  mutating func disarm(_ name: TimerName) {
    armed.removeAll { $0.name == name }
  }
}
