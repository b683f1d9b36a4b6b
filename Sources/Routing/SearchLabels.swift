/// The labels of one search direction: flat arrays over all directed edges, cleared by a time stamp.
///
/// A label is the cost between the *start* of its edge and the search's origin.
final class SearchLabels {
  /// Parent of an edge that a seed reached; the seed's number is in the lower bits.
  static let seedBit: UInt32 = 1 << 31

  private let costs: UnsafeMutablePointer<Int64>
  private let parents: UnsafeMutablePointer<UInt32>
  /// `2 * round` when labelled in this round, one more when settled.
  private let stamps: UnsafeMutablePointer<UInt32>
  private let count: Int
  private var round: UInt32 = 0
  var queue = SearchQueue()

  init(edgeCount: Int) {
    count = edgeCount
    costs = .allocate(capacity: edgeCount)
    parents = .allocate(capacity: edgeCount)
    stamps = .allocate(capacity: edgeCount)
    costs.initialize(repeating: 0, count: edgeCount)
    parents.initialize(repeating: 0, count: edgeCount)
    stamps.initialize(repeating: 0, count: edgeCount)
  }

  deinit {
    costs.deallocate()
    parents.deallocate()
    stamps.deallocate()
  }

  /// Forgets every label; constant time but once in two thousand million rounds.
  func reset() {
    queue.removeAll()
    round += 2
    if round >= UInt32.max - 1 {
      stamps.update(repeating: 0, count: count)
      round = 2
    }
  }

  func isLabelled(_ edge: UInt32) -> Bool { stamps[Int(edge)] >= round }
  func isSettled(_ edge: UInt32) -> Bool { stamps[Int(edge)] == round + 1 }
  func cost(_ edge: UInt32) -> Int64 { isLabelled(edge) ? costs[Int(edge)] : .max }
  func parent(_ edge: UInt32) -> UInt32 { parents[Int(edge)] }

  /// Labels the edge and queues it if the cost is less than its label.
  @inline(__always)
  func improve(_ edge: UInt32, cost: Int64, parent: UInt32) -> Bool {
    let index = Int(edge)
    if stamps[index] >= round, costs[index] <= cost { return false }
    costs[index] = cost
    parents[index] = parent
    stamps[index] = round
    queue.push(cost: cost, edge: edge)
    return true
  }

  /// Settles the nearest unsettled edge.
  @inline(__always)
  func settleNext() -> (edge: UInt32, cost: Int64)? {
    while let entry = queue.pop() {
      if stamps[Int(entry.edge)] == round + 1 { continue }
      stamps[Int(entry.edge)] = round + 1
      return (entry.edge, entry.cost)
    }
    return nil
  }
}
