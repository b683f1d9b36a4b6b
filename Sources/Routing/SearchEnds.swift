/// A place a search starts at, with the cost that stands before it.
struct SearchSource {
  var edge: UInt32
  var fraction: Double
  var cost: Int64
}

/// A place a search ends at, with the cost that stands after it.
struct SearchTarget {
  var edge: UInt32
  var fraction: Double
  var cost: Int64
  /// What of the penalty on the way there is taken off again, in `cost`.
  var givenBack: Int64 = 0

  mutating func giveBack(_ units: Int64) {
    cost -= units
    givenBack += units
  }
}

/// A path found: from which source to which target, over which edges.
struct FoundPath: Equatable {
  var source: Int
  var target: Int
  var edges: [UInt32]
  var cost: Int64
}
