/// The arcs that a query goes by in one direction, by the rank of their lower end.
///
/// A view of a metric's memory, valid as long as that `HierarchyMetric` lives.
struct SearchArcs {
  /// Arcs of rank `r`: from `first[r << firstShift]` up to the entry behind it.
  let first: UnsafePointer<UInt32>
  let firstShift: Int
  /// By arc: its higher end, ascending within a rank.
  let end: UnsafePointer<UInt32>
  let weight: UnsafePointer<UInt64>
  /// By arc: the rank between its two halves, or `noRank` for a turn of the network.
  let middle: UnsafePointer<UInt32>

  init(
    first: UnsafePointer<UInt32>, firstShift: Int, end: UnsafePointer<UInt32>, weight: UnsafePointer<UInt64>,
    middle: UnsafePointer<UInt32>
  ) {
    (self.first, self.firstShift) = (first, firstShift)
    (self.end, self.weight, self.middle) = (end, weight, middle)
  }

  /// All arcs of one direction.
  init(
    _ first: UnsafeBufferPointer<UInt32>, _ end: UnsafeBufferPointer<UInt32>, weight: UnsafePointer<UInt64>,
    middle: UnsafePointer<UInt32>
  ) {
    // An empty buffer may have no address; it is not read then.
    self.init(
      first: first.baseAddress ?? middle, firstShift: 0, end: end.baseAddress ?? middle, weight: weight, middle: middle)
  }

  @inline(__always)
  func range(_ rank: Int) -> Range<Int> {
    let place = first + rank &<< firstShift
    return Range(uncheckedBounds: (Int(place[0]), Int(place[1])))
  }

  /// The rank in the middle of the arc between two ranks that have one.
  @inline(__always)
  func middle(between lower: Int, and higher: UInt32) -> UInt32 {
    let all = range(lower)
    var low = all.lowerBound
    var length = all.upperBound &- low
    while length > 0 {
      let half = length >> 1
      let isBelow = end[low &+ half] < higher
      low = isBelow ? low &+ half &+ 1 : low
      length = isBelow ? length &- half &- 1 : half
    }
    return middle[low]
  }
}

/// The arcs of both directions.
struct SearchGraph {
  let up: SearchArcs
  let down: SearchArcs
}
