import Testing

@testable import Routing

@Suite("First places of numbers")
struct FirstPlacesTests {
  @Test("each number is found where it comes first, others nowhere", arguments: UInt64(1)...6)
  func places(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for count in [0, 1, 2, 7, 8, 9, 200] {
      let numbers = (0..<count).map { _ in UInt32.random(in: 0...UInt32(2 * count), using: &random) }
      let places = FirstPlaces(numbers)
      #expect(places.count == Set(numbers).count)
      for number in 0...UInt32(2 * count + 1) { #expect(places.place(of: number) == numbers.firstIndex(of: number)) }
    }
  }
}
