/// Costs in the exact order that every search of this target uses: a metric's units in the upper bits
/// and, below them, a sum that breaks ties.
///
/// Each turn adds a number hashed from its id to the lower bits. Two different paths practically never
/// have equal sums, so that the plain search and the hierarchy find the same edges and not just the
/// same cost. A carry out of the lower bits makes a path one unit dearer, the same in every search.
enum SearchCost {
  static let unitShift: Int64 = 24
  /// No way: two of these can be added.
  static let infinity: UInt64 = 1 << 62

  /// Units as a cost that can be ordered exactly.
  @inline(__always)
  static func exact(_ units: Int64) -> Int64 { units &<< unitShift }

  @inline(__always)
  static func units(_ exact: Int64) -> Int64 { exact &>> unitShift }

  /// What taking a turn costs, the edge before it included.
  @inline(__always)
  static func exact(edge: UInt32, turn: UInt32, id: UInt32) -> Int64 {
    exact(Int64(edge) &+ Int64(turn)) &+ tie(id)
  }

  /// A turn's part of the sum that breaks ties: 1 … 16,384, at most a thousandth of a unit.
  @inline(__always)
  static func tie(_ turn: UInt32) -> Int64 {
    var hash = turn &+ 0x9E37_79B9
    hash ^= hash &>> 16
    hash = hash &* 0x7FEB_352D
    hash ^= hash &>> 15
    hash = hash &* 0x846C_A68B
    hash ^= hash &>> 16
    return Int64(hash & 0x3FFF) &+ 1
  }
}
