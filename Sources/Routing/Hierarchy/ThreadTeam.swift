/// Threads that share a piece of work; where they come from is the caller's concern.
public struct ThreadTeam: Sendable {
  public let count: Int
  private let start: @Sendable (_ body: @Sendable (Int) -> Void) -> Void

  /// The caller's own thread.
  public static let single = ThreadTeam(count: 1) { $0(0) }

  /// - Parameter start: runs a body once for each number below `count`, and returns when all have ended.
  public init(count: Int, start: @escaping @Sendable (_ body: @Sendable (Int) -> Void) -> Void) {
    self.count = max(1, count)
    self.start = start
  }

  func run(_ body: @Sendable (Int) -> Void) { start(body) }
}
