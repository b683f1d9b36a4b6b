/// The arrays of one metric's arc weights.
///
/// Their room goes from a metric no longer used to the next one: pages fresh from the system cost more than an update
/// of a few arcs.
final class ArcWeights: Sendable {
  // Written by the one metric being made, read-only while it is used.
  nonisolated(unsafe) let up: UnsafeMutablePointer<UInt64>
  nonisolated(unsafe) let down: UnsafeMutablePointer<UInt64>
  /// By arc: the rank between its two halves, or `noRank` for a turn of the network.
  nonisolated(unsafe) let upMiddle: UnsafeMutablePointer<UInt32>
  nonisolated(unsafe) let downMiddle: UnsafeMutablePointer<UInt32>

  init(_ arcs: HierarchyArcs) {
    up = .allocate(capacity: arcs.upCount)
    down = .allocate(capacity: arcs.downCount)
    upMiddle = .allocate(capacity: arcs.upCount)
    downMiddle = .allocate(capacity: arcs.downCount)
  }

  deinit {
    up.deallocate()
    down.deallocate()
    upMiddle.deallocate()
    downMiddle.deallocate()
  }

  func copy(_ other: ArcWeights, _ arcs: HierarchyArcs) {
    up.update(from: other.up, count: arcs.upCount)
    down.update(from: other.down, count: arcs.downCount)
    upMiddle.update(from: other.upMiddle, count: arcs.upCount)
    downMiddle.update(from: other.downMiddle, count: arcs.downCount)
  }

  /// Copies single arcs: their numbers × 2, + 1 for a down arc.
  func copy(_ other: ArcWeights, places: [UInt32]) {
    for place in places {
      let arc = Int(place >> 1)
      if place & 1 == 0 {
        (up[arc], upMiddle[arc]) = (other.up[arc], other.upMiddle[arc])
      } else {
        (down[arc], downMiddle[arc]) = (other.down[arc], other.downMiddle[arc])
      }
    }
  }
}

/// How weights came about: the last updates in part, each with the arcs it has written.
///
/// By it two metrics know which arcs they may differ in.
struct WeightHistory: Sendable {
  private struct State {
    /// One metric's, of all that a hierarchy ever had.
    var number: UInt64
    /// The arcs written since the state before: their numbers × 2, + 1 for a down arc.
    var places: [UInt32]
  }

  /// Oldest first; the first one's arcs say nothing.
  private var states: [State]

  /// Updates remembered.
  private static let limit = 4

  /// Weights customized whole.
  init(number: UInt64) { states = [State(number: number, places: [])] }

  /// After one more update.
  func updated(number: UInt64, places: [UInt32]) -> WeightHistory {
    var history = self
    if history.states.count > Self.limit { history.states.removeFirst() }
    history.states.append(State(number: number, places: places))
    return history
  }

  /// Lists of all arcs in which the two may differ; nil when that is not known any more, or when they are more than
  /// `limit`.
  func places(differingFrom other: WeightHistory, limit: Int) -> [[UInt32]]? {
    for (index, state) in states.enumerated().reversed() {
      guard let common = other.states.firstIndex(where: { $0.number == state.number }) else { continue }
      let lists = states[(index + 1)...].map(\.places) + other.states[(common + 1)...].map(\.places)
      return lists.reduce(0) { $0 + $1.count } <= limit ? lists : nil
    }
    return nil
  }
}
