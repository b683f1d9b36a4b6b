import Geometry
import MapMatching
import RoadNetwork
import Routing
import TestSupport
import Testing

@Suite("Following a route")
struct FollowingTests {
  /// A----B----C with D south of C; cells of 20 m.
  private func corner() throws -> DrawnRoute {
    try DrawnRoute(
      RoadMap(
        """
        A-----B-----C-----E
        |     |     |
        |     |     |
        F     G     D
        """, spacing: 20, roads: ["ABCE": [:], "CD": [:], "BG": [:], "AF": [:]]), legs: ["ABCD"])
  }

  @Test("a vehicle that drives the route is on it to the end, and what remains only falls", arguments: [true, false])
  func alongTheRoute(reportsCourse: Bool) throws {
    let drawn = try corner()
    let fixes =
      try drawn.drive(from: "A", to: "C", metersPerSecond: 12, reportsCourse: reportsCourse)
      + drawn.drive(from: "C", to: "D", metersPerSecond: 12, startSecond: 21, reportsCourse: reportsCourse)
    let (evidence, state) = drawn.follow(fixes)
    #expect(evidence.allSatisfy { $0.verdict == .onRoute || $0.verdict == .acrossDirection })
    #expect(evidence.allSatisfy { $0.lateralMeters < 0.5 })
    for (former, next) in zip(evidence, evidence.dropFirst()) {
      #expect(next.remainingMeters <= former.remainingMeters + 0.01)
    }
    #expect(abs((evidence.first?.remainingMeters ?? 0) - 300) < 1)
    #expect(state.position.remainingMeters < 13)
    #expect(state.position.edgeIndex == 2)
  }

  /// A ferry of 400 km over three degrees of latitude, and the road behind the quay.
  private func crossing() throws -> RoadMap {
    let rows = ["A"] + Array(repeating: "", count: 22) + [String(repeating: " ", count: 11) + "B"]
    let drawing = rows.joined(separator: "\n") + "--1--C"
    return try RoadMap(drawing, spacing: 15_000, roads: ["AB": ["route": "ferry"], "BC": ["highway": "primary"]])
  }

  @Test("on a ferry over hundreds of kilometers what remains is measured as on the ground, to the quay")
  func longFerry() throws {
    let drawn = try DrawnRoute(crossing(), legs: ["AB"])
    let length = drawn.route.distanceMeters
    let whole = try drawn.drive(from: "A", to: "B", metersPerSecond: 10)
    let fixes = whole.enumerated().filter { $0.offset % 60 == 0 || $0.offset == whole.count - 1 }.map(\.element)
    let (evidence, state) = drawn.follow(fixes)
    #expect(evidence.allSatisfy { $0.verdict == .onRoute && $0.lateralMeters < 5 })
    for (fix, said) in zip(fixes, evidence) {
      let driven = Double(fix.timeMillis) / 100
      #expect(abs(said.remainingMeters - (length - driven)) < 1_000)
    }
    #expect(state.position.remainingMeters < 30)
  }

  @Test("a line over hundreds of kilometers of ferry ends where it was drawn to on the road behind")
  func longLine() throws {
    let map = try crossing()
    let line = try "AB1".map { try map.coordinate($0) }
    let length = lengthMeters(line)
    let path = try #require(
      LineMatcher(network: map.network).path(
        along: line, lengthMeters: (length - 500)...(length + 500), rules: .legal(.drive)))
    #expect(map.letters(path.edges) == "ABC")
    #expect(abs(path.endFraction - 0.5) < 0.001)
  }

  @Test("slow driving and standing with noise are no evidence of leaving (issue 50)", arguments: [UInt64(50)])
  func standing(seed: UInt64) throws {
    let drawn = try corner()
    var random = SeededRandom(seed: seed)
    var fixes: [MatcherFix] = []
    for second in 0..<120 {
      // Creeping at 0.2 m/s, with up to 8 m of noise in each direction.
      let (east, north) = (Double.random(in: -8...8, using: &random), Double.random(in: -8...8, using: &random))
      fixes.append(
        try drawn.fix(
          "B", east: Double(second) * 0.2 + east, north: north, second: Double(second), accuracy: 8,
          bearing: Double.random(in: 0..<360, using: &random), speed: 0.2))
    }
    let (evidence, _) = drawn.follow(fixes)
    #expect(evidence.allSatisfy { $0.verdict == .onRoute }, "seed \(seed)")
  }

  @Test("noise moves the position back a little, and never farther than that")
  func backwards() throws {
    let drawn = try corner()
    var fixes = try drawn.drive(from: "A", to: "B", metersPerSecond: 10)
    let reached = drawn.follow(fixes).state.position.remainingMeters
    fixes.append(try drawn.fix("B", east: -8, second: 13, speed: 0))
    #expect(abs(drawn.follow(fixes).state.position.remainingMeters - reached - 8) < 0.5)
    // Creeping backwards is not followed beyond the noise.
    for step in 1...20 {
      fixes.append(try drawn.fix("B", east: Double(-8 - step), second: 13 + Double(step), speed: 0))
    }
    #expect(drawn.follow(fixes).state.position.remainingMeters <= reached + 16)
  }

  // ferrostar#875, #739, #744, PR #714
  @Test("where a route passes a place twice the vehicle stays on its pass (issue 51)")
  func loop() throws {
    let drawn = try DrawnRoute(
      RoadMap(
        """
        A-----B-----E
              |\\
              | \\
              C--D
        """, spacing: 20, roads: ["ABE": [:], "BC": [:], "CD": [:], "DB": [:]]), legs: ["ABCDBE"])
    let (evidence, _) = drawn.follow(try drawn.drive(from: "A", to: "B", metersPerSecond: 10))
    // At B, the route still has the loop to drive: it did not jump to the second pass.
    let atB = try #require(evidence.last)
    #expect(atB.position.edgeIndex <= 1)
    #expect(atB.remainingMeters > 250)
    let all =
      try drawn.drive(from: "A", to: "B", metersPerSecond: 10)
      + drawn.drive(from: "B", to: "C", metersPerSecond: 10, startSecond: 13)
      + drawn.drive(from: "C", to: "D", metersPerSecond: 10, startSecond: 19)
      + drawn.drive(from: "D", to: "B", metersPerSecond: 10, startSecond: 25)
      + drawn.drive(from: "B", to: "E", metersPerSecond: 10, startSecond: 33)
    let (whole, state) = drawn.follow(all)
    #expect(whole.allSatisfy { $0.verdict == .onRoute || $0.verdict == .acrossDirection })
    #expect(state.position.edgeIndex == 4)
    #expect(state.position.remainingMeters < 11)
  }

  // ferrostar#875, #739, #744, PR #714
  @Test("out and back on one road, the way out is not taken for the way back (issue 51)", arguments: [true, false])
  func outAndBack(reportsCourse: Bool) throws {
    let drawn = try DrawnRoute(
      RoadMap("A-----B-----------C", spacing: 20, roads: ["AB": [:], "BC": [:]]), legs: ["ABCBA"])
    let out = try drawn.drive(from: "A", to: "C", metersPerSecond: 12, reportsCourse: reportsCourse)
    let (evidence, _) = drawn.follow(out)
    for (index, one) in evidence.enumerated() {
      #expect(abs(one.remainingMeters - (720 - Double(index) * 12)) < 1, "fix \(index)")
    }
    let back = try drawn.drive(
      from: "C", to: "A", metersPerSecond: 12, startSecond: 31, reportsCourse: reportsCourse)
    let (whole, state) = drawn.follow(out + back)
    #expect(whole.last?.verdict == .onRoute)
    #expect(state.position.edgeIndex == 3)
    #expect(state.position.remainingMeters < 13)
  }

  @Test("fixes a minute apart are followed as well")
  func sparse() throws {
    let drawn = try DrawnRoute(
      RoadMap("A-----B-----C-----D-----E", spacing: 100, roads: ["ABCDE": [:]]), legs: ["AE"])
    let fixes = try ["A", "B", "C", "D", "E"].enumerated().map { index, place in
      try drawn.fix(Character(place), north: 4, second: Double(index) * 60)
    }
    let (evidence, state) = drawn.follow(fixes)
    #expect(evidence.allSatisfy { $0.verdict == .onRoute })
    #expect(state.position.remainingMeters < 1)
  }

  @Test("the branches of a hairpin, 20 m apart, are kept apart by course and by the way between them")
  func hairpin() throws {
    let drawn = try DrawnRoute(
      RoadMap(
        """
        A-------------B
                      |
        D-------------C
        """, spacing: 10, roads: ["AB": [:], "BC": [:], "CD": [:]]), legs: ["ABCD"])
    // Nearer to the other branch by noise.
    let (evidence, _) = drawn.follow(
      try drawn.drive(from: "A", to: "B", metersPerSecond: 8, north: -11, accuracy: 12, reportsCourse: false).dropLast(
        5
      ).map { $0 })
    #expect(evidence.allSatisfy { $0.position.edgeIndex == 0 })
  }

  @Test("a state of another route begins its leg again instead of failing")
  func foreignState() throws {
    let drawn = try corner()
    var state = MatcherState(
      position: RoutePosition(legIndex: 7, edgeIndex: 99, fraction: 0.5, remainingMeters: 1))
    let evidence = drawn.matcher.match(try drawn.fix("A", second: 0), on: drawn.route, state: &state)
    #expect(evidence.verdict == .onRoute)
    #expect(state.position.legIndex == 0 && state.position.edgeIndex == 0)
  }

  @Test("a leg begins where it begins, on the edge that the one before it ends on")
  func legs() throws {
    let drawn = try DrawnRoute(
      RoadMap("A-----B-----C", spacing: 20, roads: ["AB": [:], "BC": [:]]), legs: ["AB", "BC"])
    let (_, first) = drawn.follow(try drawn.drive(from: "A", to: "B", metersPerSecond: 10))
    #expect(first.position.legIndex == 0 && first.position.remainingMeters < 1)
    let (evidence, second) = drawn.follow(
      try drawn.drive(from: "B", to: "C", metersPerSecond: 10), legIndex: 1)
    #expect(second.position.legIndex == 1 && second.position.remainingMeters < 1)
    #expect(abs((evidence.first?.remainingMeters ?? 0) - 120) < 1)
  }
}
