/// Where numbers first come in a list: a hash table with open addressing, at most half full.
struct FirstPlaces {
  private var slots: [(number: UInt32, place: Int32)]
  private let shift: UInt32
  /// How many different numbers there are.
  private(set) var count = 0

  private static let none: Int32 = -1

  init(_ numbers: [UInt32]) {
    let bits = max(4, Int.bitWidth - (2 * numbers.count).leadingZeroBitCount)
    shift = UInt32(truncatingIfNeeded: 32 - min(bits, 32))
    slots = Array(repeating: (0, Self.none), count: 1 << min(bits, 32))
    for (place, number) in numbers.enumerated() {
      let slot = slot(of: number)
      if slots[slot].place != Self.none { continue }
      slots[slot] = (number, Int32(clamping: place))
      count += 1
    }
  }

  /// nil where the list does not have the number.
  func place(of number: UInt32) -> Int? {
    let place = slots[slot(of: number)].place
    return place == Self.none ? nil : Int(place)
  }

  /// The slot that holds a number, or the free one where it would go.
  @inline(__always)
  private func slot(of number: UInt32) -> Int {
    // Knuth's multiplicative hashing: the upper bits are the mixed ones.
    var slot = Int((number &* 2_654_435_769) &>> shift)
    while slots[slot].place != Self.none, slots[slot].number != number { slot = (slot &+ 1) & (slots.count &- 1) }
    return slot
  }
}
