/// The labels of one direction of a query, by rank, with the part of the elimination tree it walks.
///
/// Labels outside the walk are infinite at all times, so that nothing is cleared but what was used.
struct HierarchyLabels {
  /// Parent of a rank that an end of the query reached; the end's number is in the lower bits.
  static let seedBit: UInt32 = 1 << 31

  let cost: UnsafeMutablePointer<UInt64>
  let parent: UnsafeMutablePointer<UInt32>
  /// Equal to `round` where this walk goes.
  private let mark: UnsafeMutablePointer<UInt32>
  private var round: UInt32 = 0
  private let nodeCount: Int
  /// The ranks walked, in stretches that each lead upwards to a rank of an earlier stretch.
  let ranks: UnsafeMutablePointer<UInt32>
  private(set) var rankCount = 0
  private let stretchStart: UnsafeMutablePointer<UInt32>
  private(set) var stretchCount = 0

  init(nodeCount: Int) {
    self.nodeCount = nodeCount
    cost = .allocate(capacity: nodeCount)
    parent = .allocate(capacity: nodeCount)
    mark = .allocate(capacity: nodeCount)
    ranks = .allocate(capacity: nodeCount)
    stretchStart = .allocate(capacity: nodeCount + 1)
    cost.initialize(repeating: SearchCost.infinity, count: nodeCount)
    parent.initialize(repeating: 0, count: nodeCount)
    mark.initialize(repeating: 0, count: nodeCount)
    ranks.initialize(repeating: 0, count: nodeCount)
    stretchStart.initialize(repeating: 0, count: nodeCount + 1)
  }

  func deallocate() {
    cost.deallocate()
    parent.deallocate()
    mark.deallocate()
    ranks.deallocate()
    stretchStart.deallocate()
  }

  @inline(__always)
  func isWalked(_ rank: Int) -> Bool { mark[rank] == round }

  /// Begins a walk without any rank.
  mutating func begin() {
    rankCount = 0
    stretchCount = 0
    round &+= 1
    if round == 0 {
      mark.update(repeating: 0, count: nodeCount)
      round = 1
    }
  }

  /// Adds a rank and all its ancestors.
  mutating func walk(from rank: UInt32, parents: UnsafeBufferPointer<UInt32>) {
    var rank = rank
    guard rank != HierarchyArcs.noRank, mark[Int(rank)] != round else { return }
    var count = rankCount
    stretchStart[stretchCount] = UInt32(truncatingIfNeeded: count)
    repeat {
      mark[Int(rank)] = round
      ranks[count] = rank
      count &+= 1
      rank = parents[Int(rank)]
    } while rank != HierarchyArcs.noRank && mark[Int(rank)] != round
    rankCount = count
    stretchCount &+= 1
  }

  /// The places in `ranks` of a stretch, lowest rank first. Later stretches lie below earlier ones.
  @inline(__always)
  func stretch(_ number: Int) -> Range<Int> {
    let end = number &+ 1 < stretchCount ? Int(stretchStart[number &+ 1]) : rankCount
    return Range(uncheckedBounds: (Int(stretchStart[number]), end))
  }

  @inline(__always)
  func improve(_ rank: UInt32, cost value: UInt64, parent former: UInt32) {
    if value < cost[Int(rank)] {
      cost[Int(rank)] = value
      parent[Int(rank)] = former
    }
  }

  /// Takes all labels of the walk away.
  func clear() {
    for place in 0..<rankCount { cost[Int(ranks[place])] = SearchCost.infinity }
  }
}
