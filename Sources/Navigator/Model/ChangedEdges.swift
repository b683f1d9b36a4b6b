import MapMatching
public import RoadNetwork
import Routing

/// A set of edges of which conditions say something new, made once for all sessions of a task.
///
/// Asking a session costs one bit test for each edge that remains. Which sessions to ask, a shell finds by an index of their
/// routes: `Session.forEachRemainingEdge` when the route is made, and `Session.isOnDetour`.
public struct ChangedEdges: Sendable {
  private var words: [UInt64]
  public let isEmpty: Bool

  /// From `Conditions.changedEdges(since:)`.
  public init(_ edges: some Collection<EdgeID>) {
    isEmpty = edges.isEmpty
    words = []
    guard let highest = edges.lazy.map(\.rawValue).max() else { return }
    words = [UInt64](repeating: 0, count: Int(highest >> 6) + 1)
    for edge in edges { words[Int(edge.rawValue >> 6)] |= 1 << UInt64(edge.rawValue & 63) }
  }

  public func contains(_ edge: EdgeID) -> Bool {
    let word = Int(edge.rawValue >> 6)
    return word < words.count && words[word] & (1 << UInt64(edge.rawValue & 63)) != 0
  }
}

extension Session {
  /// Whether a change of conditions can matter to this session: its remaining route uses one of the edges, or goes round a
  /// closure that may have ended. Only such a session needs `NavigatorInput.conditionsChanged`.
  public func isConcerned(by changed: ChangedEdges) -> Bool {
    guard case .active(let followed, let following) = trip?.stage else { return false }
    return followed.isDetour || remainingEdges(of: followed, following).contains { changed.contains($0) }
  }

  /// It goes round a closure: wherever conditions change, there may be a better route again.
  public var isOnDetour: Bool { active?.followed.isDetour ?? false }

  /// The edges still ahead, the one under the vehicle first, legs in order.
  public func forEachRemainingEdge(_ body: (EdgeID) -> Void) {
    guard case .active(let followed, let following) = trip?.stage else { return }
    for edge in remainingEdges(of: followed, following) { body(edge) }
  }

  private func remainingEdges(of followed: FollowedRoute, _ following: Following) -> some Sequence<EdgeID> {
    let position = following.matcher.position
    let legs = followed.route.legs
    let first = followed.firstLegAhead(following)
    return legs.indices.lazy.drop { $0 < first }.flatMap { leg in
      legs[leg].path.edges.dropFirst(leg == position.legIndex ? position.edgeIndex : 0)
    }
  }
}
