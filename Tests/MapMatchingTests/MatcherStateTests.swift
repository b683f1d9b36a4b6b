import MapMatching
import TestSupport
import Testing

@Suite("The matcher's state")
struct MatcherStateTests {
  private func states() throws -> [MatcherState] {
    let drawn = try DrawnRoute(
      RoadMap("A-----B-----C", spacing: 20, roads: ["AB": [:], "BC": [:]]), legs: ["ABC"])
    let fixes = try drawn.drive(from: "A", to: "C", metersPerSecond: 10, reportsCourse: false)
    return (0...fixes.count).map { drawn.follow(Array(fixes.prefix($0))).state }
  }

  @Test("every state comes back from its bytes, in at most 70")
  func roundTrip() throws {
    for state in try states() {
      #expect(MatcherState(encoded: state.encoded) == state)
      #expect(state.encoded.count <= 70)
    }
  }

  @Test("cut or lengthened bytes are none")
  func malformed() throws {
    for state in try states() {
      let bytes = state.encoded
      for length in 0..<bytes.count { #expect(MatcherState(encoded: bytes.prefix(length)) == nil) }
      #expect(MatcherState(encoded: bytes + [0]) == nil)
      #expect(MatcherState(encoded: [9] + bytes.dropFirst()) == nil)
    }
  }

  @Test("no bytes crash", arguments: Seeds.fromEnvironment(count: 3))
  func garbage(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let sound = try #require(try states().last).encoded
    for _ in 0..<5_000 {
      var bytes = sound
      for _ in 0..<random.number(in: 1...6) {
        bytes[random.number(in: 0...(bytes.count - 1))] = UInt8(random.number(in: 0...255))
      }
      if let state = MatcherState(encoded: bytes) { #expect(MatcherState(encoded: state.encoded) == state) }
    }
  }

  @Test("a state taken from bytes goes on as if it had stayed in memory")
  func resumed() throws {
    let drawn = try DrawnRoute(
      RoadMap("A-----B-----C", spacing: 20, roads: ["AB": [:], "BC": [:]]), legs: ["ABC"])
    let fixes = try drawn.drive(from: "A", to: "C", metersPerSecond: 9, north: 6, reportsCourse: false)
    var kept = drawn.matcher.start(legIndex: 0, of: drawn.route)
    var stored = kept
    for fix in fixes {
      let evidence = drawn.matcher.match(fix, on: drawn.route, state: &kept)
      var restored = try #require(MatcherState(encoded: stored.encoded))
      #expect(drawn.matcher.match(fix, on: drawn.route, state: &restored) == evidence)
      stored = restored
    }
    #expect(stored == kept)
  }
}
