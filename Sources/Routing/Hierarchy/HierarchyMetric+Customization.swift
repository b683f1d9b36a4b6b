/// Basic customization (Dibbelt, Strasser, Wagner 2016, section 6), left-looking: the arcs of a rank
/// are finished at once from the finished arcs of the lower ranks beside it, so that writes stay in a
/// small dense row. As in left-looking Cholesky factorization, each finished rank waits in the list of
/// the next higher rank it touches.
extension HierarchyMetric {
  /// By subtrees of the elimination tree where threads share it; the weights are the same.
  func customize(_ team: ThreadTeam) {
    let arcs = hierarchy.arcs
    let rows = CustomizationRows(nodeCount: arcs.nodeCount)
    defer { rows.deallocate() }
    guard team.count > 1 else {
      for rank in 0..<arcs.nodeCount { complete(rank, arcs, rows) }
      return
    }
    let owners = SubtreeShares(arcs, count: team.count).owners
    let lanes = (0..<team.count).map { _ in CustomizationRows(nodeCount: arcs.nodeCount, beside: rows) }
    defer { for lane in lanes { lane.deallocate() } }
    team.run { number in
      for rank in 0..<arcs.nodeCount where owners[rank] == UInt8(truncatingIfNeeded: number) {
        complete(rank, arcs, lanes[number])
      }
    }
    for rank in 0..<arcs.nodeCount where owners[rank] == SubtreeShares.top {
      for lane in lanes { lane.handOver(rank, to: rows) }
      complete(rank, arcs, rows)
    }
  }

  @inline(__always)
  private func complete(_ rank: Int, _ arcs: HierarchyArcs, _ rows: CustomizationRows) {
    finish(rank, arcs, rows)
    enlist(rank, arcs, rows)
  }

  /// Finishes the arcs of a rank: for each lower rank in its list the triangles through that rank.
  @inline(__always)
  private func finish(_ rank: Int, _ arcs: HierarchyArcs, _ rows: CustomizationRows) {
    let ups = arcs.upRange(rank)
    let downs = arcs.downRange(rank)
    var lower = rows.list[rank]
    if lower == HierarchyArcs.noRank { return }
    let heads = arcs.upHead
    let tails = arcs.downTail
    for arc in ups { rows.up[Int(heads[arc])] = up[arc] }
    for arc in downs { rows.down[Int(tails[arc])] = down[arc] }
    while lower != HierarchyArcs.noRank {
      let middle = Int(lower)
      let following = rows.next[middle]
      var firstUp = Int(rows.upCursor[middle])
      var firstDown = Int(rows.downCursor[middle])
      let endUp = Int(arcs.upFirst[middle &+ 1])
      let endDown = Int(arcs.downFirst[middle &+ 1])
      // The arcs between the lower rank and this one, if they exist; then those beyond.
      var toHere = SearchCost.infinity
      var fromHere = SearchCost.infinity
      if firstUp < endUp, heads[firstUp] == UInt32(truncatingIfNeeded: rank) {
        toHere = up[firstUp]
        firstUp &+= 1
      }
      if firstDown < endDown, tails[firstDown] == UInt32(truncatingIfNeeded: rank) {
        fromHere = down[firstDown]
        firstDown &+= 1
      }
      rows.upCursor[middle] = UInt32(truncatingIfNeeded: firstUp)
      rows.downCursor[middle] = UInt32(truncatingIfNeeded: firstDown)
      if fromHere != SearchCost.infinity {
        var arc = firstUp
        while arc < endUp {
          let head = Int(heads[arc])
          let weight = fromHere &+ up[arc]
          if weight < rows.up[head] {
            rows.up[head] = weight
            rows.upMiddle[head] = lower
          }
          arc &+= 1
        }
      }
      if toHere != SearchCost.infinity {
        var arc = firstDown
        while arc < endDown {
          let tail = Int(tails[arc])
          let weight = down[arc] &+ toHere
          if weight < rows.down[tail] {
            rows.down[tail] = weight
            rows.downMiddle[tail] = lower
          }
          arc &+= 1
        }
      }
      append(lower, beyond: firstUp, endUp, firstDown, endDown, arcs, rows)
      lower = following
    }
    for arc in ups {
      let head = Int(heads[arc])
      let weight = rows.up[head]
      if weight < up[arc] {
        up[arc] = weight
        upMiddle[arc] = rows.upMiddle[head]
      }
    }
    for arc in downs {
      let tail = Int(tails[arc])
      let weight = rows.down[tail]
      if weight < down[arc] {
        down[arc] = weight
        downMiddle[arc] = rows.downMiddle[tail]
      }
    }
  }

  private func enlist(_ rank: Int, _ arcs: HierarchyArcs, _ rows: CustomizationRows) {
    let ups = arcs.upRange(rank)
    let downs = arcs.downRange(rank)
    rows.upCursor[rank] = UInt32(truncatingIfNeeded: ups.lowerBound)
    rows.downCursor[rank] = UInt32(truncatingIfNeeded: downs.lowerBound)
    append(
      UInt32(truncatingIfNeeded: rank), beyond: ups.lowerBound, ups.upperBound, downs.lowerBound, downs.upperBound,
      arcs, rows
    )
  }

  /// Puts a finished rank into the list of the next higher rank that it touches.
  @inline(__always)
  private func append(
    _ lower: UInt32, beyond firstUp: Int, _ endUp: Int, _ firstDown: Int, _ endDown: Int,
    _ arcs: HierarchyArcs, _ rows: CustomizationRows
  ) {
    // With one kind of arcs left there is no triangle any more.
    guard firstUp < endUp, firstDown < endDown else { return }
    let next = Int(min(arcs.upHead[firstUp], arcs.downTail[firstDown]))
    rows.next[Int(lower)] = rows.list[next]
    rows.list[next] = lower
  }
}

/// What a thread of a customization keeps by rank beside the weights.
private struct CustomizationRows: Sendable {
  /// The row being finished: weights by the other end.
  nonisolated(unsafe) let up: UnsafeMutablePointer<UInt64>
  nonisolated(unsafe) let down: UnsafeMutablePointer<UInt64>
  nonisolated(unsafe) let upMiddle: UnsafeMutablePointer<UInt32>
  nonisolated(unsafe) let downMiddle: UnsafeMutablePointer<UInt32>
  /// The lists of lower ranks: first by rank, next by member.
  nonisolated(unsafe) let list: UnsafeMutablePointer<UInt32>
  nonisolated(unsafe) let next: UnsafeMutablePointer<UInt32>
  /// By lower rank: its first arc that reaches beyond the ranks finished.
  nonisolated(unsafe) let upCursor: UnsafeMutablePointer<UInt32>
  nonisolated(unsafe) let downCursor: UnsafeMutablePointer<UInt32>
  /// Whether the last three are another's, which goes later.
  private let isBeside: Bool

  /// - Parameter rows: whose entries by lower rank are used too: each rank is one thread's.
  init(nodeCount: Int, beside rows: CustomizationRows? = nil) {
    up = .allocate(capacity: nodeCount)
    down = .allocate(capacity: nodeCount)
    upMiddle = .allocate(capacity: nodeCount)
    downMiddle = .allocate(capacity: nodeCount)
    list = .allocate(capacity: nodeCount)
    list.initialize(repeating: HierarchyArcs.noRank, count: nodeCount)
    next = rows?.next ?? .allocate(capacity: nodeCount)
    upCursor = rows?.upCursor ?? .allocate(capacity: nodeCount)
    downCursor = rows?.downCursor ?? .allocate(capacity: nodeCount)
    isBeside = rows != nil
  }

  func deallocate() {
    up.deallocate()
    down.deallocate()
    upMiddle.deallocate()
    downMiddle.deallocate()
    list.deallocate()
    if isBeside { return }
    next.deallocate()
    upCursor.deallocate()
    downCursor.deallocate()
  }

  /// Gives the lower ranks that wait for a rank to another thread's list.
  func handOver(_ rank: Int, to other: CustomizationRows) {
    var lower = list[rank]
    while lower != HierarchyArcs.noRank {
      let following = next[Int(lower)]
      next[Int(lower)] = other.list[rank]
      other.list[rank] = lower
      lower = following
    }
  }
}
