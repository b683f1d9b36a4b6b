import Geometry

/// Balanced cuts with few edges: maximum flows between the two ends of a set of nodes, seen in several directions
/// (Schild, Sommer, "On balanced separators in road networks", 2015), with terminals that grow inwards.
struct InertialFlow: ~Copyable {
  /// The best cut found: which nodes are on the sinks' side.
  let isSinkSide: FlatArray<Bool>
  private let candidate: FlatArray<Bool>
  /// By node: its place on a plane, in any one unit.
  let east: FlatArray<Int64>
  let north: FlatArray<Int64>
  /// Nodes sorted along a direction, in the lower half of each word.
  private var keys: [UInt64] = []

  /// Directions as (east, north).
  private static let directions: [(east: Int64, north: Int64)] = [
    (1, 0), (0, 1), (1, 1), (1, -1),
  ]
  /// The parts of the nodes at either end that are terminals, in percent.
  private static let terminalPercents = [20, 25, 30, 35, 40, 45]

  init(nodes: Int) {
    isSinkSide = FlatArray(repeating: false, count: nodes)
    candidate = FlatArray(repeating: false, count: nodes)
    east = FlatArray(repeating: 0, count: nodes)
    north = FlatArray(repeating: 0, count: nodes)
  }

  /// Cuts a connected network of at least two nodes in two parts, neither empty.
  mutating func cut(_ network: inout FlowNetwork) {
    let count = network.nodeCount
    var bestScore = Double.infinity
    for direction in Self.directions {
      sortNodes(count, direction)
      network.reset()
      var terminals = 0
      for percent in Self.terminalPercents {
        let wanted = min(count / 2, max(1, count * percent / 100))
        guard wanted > terminals else { continue }
        for index in terminals..<wanted {
          network.setTerminal(Self.node(keys[index]), FlowNetwork.source)
          network.setTerminal(Self.node(keys[count - 1 - index]), FlowNetwork.sink)
        }
        terminals = wanted
        // A cut of this size and the best balance must still be worth it.
        let limit = bestScore == .infinity ? Int.max : Int(bestScore * Self.balance(count / 2))
        guard network.maximize(limit: limit) else { break }
        bestScore = take(network, bestScore)
      }
    }
  }

  /// Keeps the current cut if it is better than the best so far; the better score.
  private func take(_ network: borrowing FlowNetwork, _ bestScore: Double) -> Double {
    let count = network.nodeCount
    let sinkSide = network.markSinkSide(into: candidate)
    var sourceSide = 0
    for node in 0..<count where network.isReached(node) { sourceSide += 1 }
    let useSinkSide = min(sinkSide, count - sinkSide) >= min(sourceSide, count - sourceSide)
    let smaller = useSinkSide ? min(sinkSide, count - sinkSide) : min(sourceSide, count - sourceSide)
    let score = Double(network.flow) / Self.balance(smaller)
    guard score < bestScore else { return bestScore }
    for node in 0..<count { isSinkSide[node] = useSinkSide ? candidate[node] : !network.isReached(node) }
    return score
  }

  /// What a cut may cost by how many nodes its smaller side has: twice the edges for four times the nodes.
  private static func balance(_ smallerSide: Int) -> Double { Double(max(1, smallerSide)).squareRoot() }

  private static func node(_ key: UInt64) -> Int { Int(UInt32(truncatingIfNeeded: key)) }

  /// Sorts the nodes along a direction; equal places by their numbers.
  private mutating func sortNodes(_ count: Int, _ direction: (east: Int64, north: Int64)) {
    keys.removeAll(keepingCapacity: true)
    for node in 0..<count {
      // At most 2 × 3.6·10⁹ + 1.8·10⁹ in size: fits 31 bits and a sign after dropping 3.
      let place = (direction.east * east[node] + direction.north * north[node]) >> 3 + 1 << 31
      keys.append(UInt64(bitPattern: place) << 32 | UInt64(node))
    }
    keys.sort()
  }
}
