/// The arcs an update still has to look at, by the rank of their lower end.
struct TouchedArcs {
  let up: TouchedSet
  let down: TouchedSet
  private let ranks: TouchedSet
  /// All of them in the order of their insertion: their numbers × 2, + 1 for a down arc.
  private(set) var places: [UInt32] = []

  init(_ arcs: HierarchyArcs) {
    up = TouchedSet(count: arcs.upCount)
    down = TouchedSet(count: arcs.downCount)
    ranks = TouchedSet(count: arcs.nodeCount)
  }

  func deallocate() {
    up.deallocate()
    down.deallocate()
    ranks.deallocate()
  }

  @inline(__always)
  mutating func insertUp(_ arc: Int, of rank: Int) {
    if up.contains(arc) { return }
    up.insert(arc)
    ranks.insert(rank)
    places.append(UInt32(truncatingIfNeeded: arc &<< 1))
  }

  @inline(__always)
  mutating func insertDown(_ arc: Int, of rank: Int) {
    if down.contains(arc) { return }
    down.insert(arc)
    ranks.insert(rank)
    places.append(UInt32(truncatingIfNeeded: arc &<< 1 | 1))
  }

  /// The least rank with such an arc, not below a rank.
  func nextRank(from rank: Int) -> Int? { ranks.first(from: rank) }
}

/// Some of the numbers from 0 up to a count.
struct TouchedSet {
  private let words: UnsafeMutablePointer<UInt64>
  private let wordCount: Int

  init(count: Int) {
    wordCount = count / 64 + 1
    words = .allocate(capacity: wordCount)
    words.initialize(repeating: 0, count: wordCount)
  }

  func deallocate() { words.deallocate() }

  @inline(__always)
  func insert(_ value: Int) { words[value &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: value & 63) }

  @inline(__always)
  func contains(_ value: Int) -> Bool { words[value &>> 6] & 1 &<< UInt64(truncatingIfNeeded: value & 63) != 0 }

  /// The least member not below a value.
  func first(from value: Int) -> Int? {
    var index = value >> 6
    guard index < wordCount else { return nil }
    var word = words[index] & (.max &<< UInt64(truncatingIfNeeded: value & 63))
    while word == 0 {
      index += 1
      guard index < wordCount else { return nil }
      word = words[index]
    }
    return index << 6 + word.trailingZeroBitCount
  }
}
