/// Perfect customization (Dibbelt, Strasser, Wagner 2016, section 7): finds the arcs that are no shortest way between
/// their two ends, which no query needs.
///
/// From the roots of the elimination tree down, each rank x learns the distances to and from the higher ranks of its
/// row: over its own arcs first, x→z, then from z by what z has learned. An arc dearer than the distance goes; ties are
/// broken in every cost, so that dearer is all that is not shortest. The rows are those of undirected elimination:
/// between two heads z and y of x there may be no arc, where no lower rank leads from z to y, yet a way over higher
/// ranks that makes x→y needless.
///
/// For measuring, and for whoever asks one metric very often; the store of metrics leaves it. On a map of Porto (162,257
/// edges) it takes about three times a basic customization, and 81 % of the arcs remain, since those that no mode can
/// need are not there from the beginning: searches take 0.9 times as long as on all arcs, 2 µs of the 130 µs of a route.
///
/// A rank needs the rows of its ancestors alone. Going down in preorder they lie as on a stack, small enough for a cache.
struct PerfectCustomization: Sendable {
  private let arcs: HierarchyArcs
  private let rows: EliminationRows
  private nonisolated(unsafe) let upWeight: UnsafeMutablePointer<UInt64>
  private nonisolated(unsafe) let downWeight: UnsafeMutablePointer<UInt64>
  private let places: RowPlaces
  /// Those of the ranks above the subtrees that threads share.
  private nonisolated(unsafe) let top: UnsafeMutablePointer<RowDistance>
  /// By arc, 1 or 0.
  private nonisolated(unsafe) let isUpKept: UnsafeMutablePointer<UInt8>
  private nonisolated(unsafe) let isDownKept: UnsafeMutablePointer<UInt8>

  static func run(_ metric: HierarchyMetric, _ team: ThreadTeam) -> PerfectArcs {
    let customization = PerfectCustomization(metric, threads: team.count)
    defer { customization.deallocate() }
    customization.settleAll(team)
    return PerfectArcs(metric, isUpKept: customization.isUpKept, isDownKept: customization.isDownKept)
  }

  private init(_ metric: HierarchyMetric, threads: Int) {
    arcs = metric.hierarchy.arcs
    rows = EliminationRows(arcs)
    (upWeight, downWeight) = (metric.up, metric.down)
    places = RowPlaces(arcs, rows, threads: threads)
    top = .allocate(capacity: places.topSize)
    isUpKept = .allocate(capacity: arcs.upCount)
    isDownKept = .allocate(capacity: arcs.downCount)
  }

  private func deallocate() {
    top.deallocate()
    isUpKept.deallocate()
    isDownKept.deallocate()
    places.deallocate()
  }

  private func settleAll(_ team: ThreadTeam) {
    if places.topSize > 0 { settle(SubtreeShares.top, rowSize: 0) }
    team.run { number in settle(UInt8(truncatingIfNeeded: number), rowSize: places.sizes[number]) }
  }

  /// Settles the ranks of one thread, or the top.
  private func settle(_ owner: UInt8, rowSize: Int) {
    let lane = PerfectLane(height: rows.height, rowSize: rowSize)
    defer { lane.deallocate() }
    for place in 0..<arcs.nodeCount {
      let rank = Int(rows.order[place])
      if places.owners[rank] == owner { settle(rank, lane) }
    }
  }

  /// Learns a rank's distances from the rows above it, and which of its arcs are shortest.
  private func settle(_ rank: Int, _ lane: PerfectLane) {
    enter(rank, lane)
    let labels = lane.labels
    let (ups, downs, row) = (arcs.upRange(rank), arcs.downRange(rank), rows.range(rank))
    for place in row { labels[Int(rows.ends[place])] = PerfectLabel() }
    for arc in ups {
      let end = Int(rows.depth[Int(arcs.upHead[arc])])
      (labels[end].upArc, labels[end].up) = (upWeight[arc], upWeight[arc])
    }
    for arc in downs {
      let end = Int(rows.depth[Int(arcs.downTail[arc])])
      (labels[end].downArc, labels[end].down) = (downWeight[arc], downWeight[arc])
    }
    for place in row { relax(Int(rows.ends[place]), lane) }
    for arc in ups {
      isUpKept[arc] = isShortest(upWeight[arc], labels[Int(rows.depth[Int(arcs.upHead[arc])])].up)
    }
    for arc in downs {
      isDownKept[arc] = isShortest(downWeight[arc], labels[Int(rows.depth[Int(arcs.downTail[arc])])].down)
    }
    let own = distances(rank, lane)
    for place in row {
      let end = Int(rows.ends[place])
      own[place &- row.lowerBound] = RowDistance(up: labels[end].up, down: labels[end].down)
      // Rows of other ranks come upon labels outside their own.
      (labels[end].upArc, labels[end].downArc) = (SearchCost.infinity, SearchCost.infinity)
    }
  }

  @inline(__always)
  private func isShortest(_ weight: UInt64, _ distance: UInt64) -> UInt8 {
    weight <= distance && weight < SearchCost.infinity ? 1 : 0
  }

  /// Looks at all triangles of the rank being settled, the rank at a depth above it, and each rank y above both.
  @inline(__always)
  private func relax(_ depth: Int, _ lane: PerfectLane) {
    let labels = lane.labels
    let above = Int(lane.path[depth])
    let range = rows.range(above)
    let ends = rows.ends + range.lowerBound
    let row = distances(above, lane)
    var middle = labels[depth]
    var place = 0
    while place < range.count {
      let distance = row[place]
      let other = labels + Int(ends[place])
      // Over the middle to y and back, with the rank's own arc to or from the middle; over y to the middle and back.
      other.pointee.up = min(other.pointee.up, middle.upArc &+ distance.up)
      other.pointee.down = min(other.pointee.down, distance.down &+ middle.downArc)
      middle.up = min(middle.up, other.pointee.upArc &+ distance.down)
      middle.down = min(middle.down, distance.up &+ other.pointee.downArc)
      place &+= 1
    }
    (labels[depth].up, labels[depth].down) = (middle.up, middle.down)
  }

  /// Where a rank's distances lie: the thread's own rank, or one of its ancestors.
  @inline(__always)
  private func distances(_ rank: Int, _ lane: PerfectLane) -> UnsafeMutablePointer<RowDistance> {
    (places.owners[rank] == SubtreeShares.top ? top : lane.rows) + Int(places.start[rank])
  }

  /// Makes a rank the end of the thread's path from the root. Of ranks in preorder only the first of a subtree has
  /// ancestors that are not on it.
  private func enter(_ rank: Int, _ lane: PerfectLane) {
    var rank = UInt32(truncatingIfNeeded: rank)
    while rank != HierarchyArcs.noRank, lane.path[Int(rows.depth[Int(rank)])] != rank {
      lane.path[Int(rows.depth[Int(rank)])] = rank
      rank = arcs.parent[Int(rank)]
    }
  }
}

/// The distances between a rank and one of its row: to it, and from it.
private struct RowDistance {
  var up: UInt64
  var down: UInt64
}

/// What the rank being settled knows of an ancestor.
private struct PerfectLabel {
  /// Its own arc there, and the arc from there; infinite outside its row.
  var upArc = SearchCost.infinity
  var downArc = SearchCost.infinity
  /// The best found so far.
  var up = SearchCost.infinity
  var down = SearchCost.infinity
}

/// What one thread keeps.
private struct PerfectLane {
  /// By depth.
  let labels: UnsafeMutablePointer<PerfectLabel>
  /// By depth: the rank on the way from the root to the current one.
  let path: UnsafeMutablePointer<UInt32>
  /// The rows of the ranks on that way.
  let rows: UnsafeMutablePointer<RowDistance>

  init(height: Int, rowSize: Int) {
    labels = .allocate(capacity: height)
    labels.initialize(repeating: PerfectLabel(), count: height)
    path = .allocate(capacity: height)
    path.initialize(repeating: HierarchyArcs.noRank, count: height)
    rows = .allocate(capacity: rowSize)
  }

  func deallocate() {
    labels.deallocate()
    path.deallocate()
    rows.deallocate()
  }
}

/// Where the distances of each rank's row go: those of the top one after another, those of a thread's subtrees as on a
/// stack.
private struct RowPlaces: Sendable {
  /// By rank: the thread, or `SubtreeShares.top`.
  nonisolated(unsafe) let owners: UnsafeMutablePointer<UInt8>
  nonisolated(unsafe) let start: UnsafeMutablePointer<UInt32>
  /// By thread: the highest stack.
  let sizes: [Int]
  let topSize: Int

  init(_ arcs: HierarchyArcs, _ rows: EliminationRows, threads: Int) {
    owners = .allocate(capacity: arcs.nodeCount)
    start = .allocate(capacity: arcs.nodeCount)
    if threads > 1 {
      let shares = SubtreeShares(arcs, count: threads).owners
      for rank in 0..<arcs.nodeCount { owners[rank] = shares[rank] }
    } else {
      owners.initialize(repeating: 0, count: arcs.nodeCount)
    }
    var sizes = [Int](repeating: 0, count: threads)
    var topSize = 0
    for rank in (0..<arcs.nodeCount).reversed() {
      let (owner, size, parent) = (owners[rank], rows.range(rank).count, arcs.parent[rank])
      if owner == SubtreeShares.top {
        start[rank] = UInt32(truncatingIfNeeded: topSize)
        topSize += size
        continue
      }
      let isRoot = parent == HierarchyArcs.noRank || owners[Int(parent)] != owner
      let begin = isRoot ? 0 : Int(start[Int(parent)]) + rows.range(Int(parent)).count
      start[rank] = UInt32(truncatingIfNeeded: begin)
      sizes[Int(owner)] = max(sizes[Int(owner)], begin + size)
    }
    (self.sizes, self.topSize) = (sizes, topSize)
  }

  func deallocate() {
    owners.deallocate()
    start.deallocate()
  }
}
