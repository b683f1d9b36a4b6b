import Geometry
import MapMatching
import RoadNetwork
import Routing
import TestSupport
import Testing

@Suite("Leaving a route")
struct LeavingTests {
  // OsmAnd#3656, Vela PR #166
  @Test("on a parallel road beyond the fix's accuracy the vehicle is on another road, though near (issue 52)")
  func parallelRoad() throws {
    let drawn = try DrawnRoute(
      RoadMap(
        """
        A-----------B
        |           |
        |           |
        C-----------D
        """, spacing: 10, roads: ["AB": [:], "AC": [:], "CD": [:], "BD": [:]]), legs: ["AB"])
    let south = try drawn.drive(from: "C", to: "D", metersPerSecond: 10, accuracy: 5)
    let (evidence, _) = drawn.follow(south)
    let inside = evidence.dropFirst(2).dropLast(2)
    #expect(inside.allSatisfy { $0.verdict == .onOtherRoad })
    #expect(inside.allSatisfy { ($0.road?.edge).map { (try? drawn.map.edge("C", "D")) == $0 } ?? false })
    // With an accuracy of 25 m nobody can tell.
    let doubtful = try drawn.drive(from: "C", to: "D", metersPerSecond: 10, accuracy: 25)
    #expect(drawn.follow(doubtful).evidence.allSatisfy { $0.verdict == .onRoute })
  }

  @Test("farther than the threshold is beyond it, wherever; the threshold grows with the accuracy")
  func threshold() throws {
    let drawn = try DrawnRoute(
      RoadMap("A-----B-----C", spacing: 20, roads: ["ABC": [:]]), legs: ["AC"])
    func verdict(_ north: Double, _ accuracy: Double) throws -> RouteEvidence.Verdict? {
      drawn.follow([try drawn.fix("B", north: north, second: 0, accuracy: accuracy)]).evidence.first?.verdict
    }
    #expect(try verdict(34, 5) == .onRoute)
    #expect(try verdict(36, 5) == .beyondThreshold)
    #expect(try verdict(58, 30) == .onRoute)
    #expect(try verdict(62, 30) == .beyondThreshold)
  }

  @Test("a fix beyond the threshold leaves the position where it was")
  func keepsPosition() throws {
    let drawn = try DrawnRoute(
      RoadMap("A-----B-----C", spacing: 20, roads: ["ABC": [:]]), legs: ["AC"])
    let fixes = [try drawn.fix("A", east: 30, second: 0), try drawn.fix("B", north: 80, second: 5)]
    let (evidence, state) = drawn.follow(fixes)
    #expect(evidence[1].verdict == .beyondThreshold)
    #expect(state.position == evidence[0].position)
    #expect(evidence[1].advancedMeters == 0)
  }

  @Test("driving against the route on its own road is told from driving along it")
  func against() throws {
    let drawn = try DrawnRoute(
      RoadMap("A-----B-----C", spacing: 20, roads: ["ABC": [:]]), legs: ["AC"])
    let (evidence, state) = drawn.follow(
      try drawn.drive(from: "C", to: "A", metersPerSecond: 10).map { $0 })
    #expect(evidence.dropFirst().allSatisfy { $0.verdict == .againstDirection || $0.verdict == .beyondThreshold })
    #expect(evidence.filter { $0.verdict == .againstDirection }.count > 5)
    #expect(state.position.remainingMeters > 200)
    let edge = try drawn.map.edge("C", "A")
    #expect(evidence.last { $0.verdict == .againstDirection }?.road?.edge == edge)
  }

  @Test("straight on where the route turns: the other road is named once it is beyond doubt")
  func missedTurn() throws {
    let drawn = try DrawnRoute(
      RoadMap(
        """
        A-----B-----C
              |
              |
              D
        """, spacing: 20, roads: ["ABC": [:], "BD": [:]]), legs: ["ABD"])
    let fixes = try drawn.drive(from: "A", to: "C", metersPerSecond: 10)
    let (evidence, _) = drawn.follow(fixes)
    let straight = try drawn.map.edge("B", "C")
    // B is 120 m from A: up to 10 m behind it nothing is sure, from 20 m on it is.
    for (index, one) in evidence.enumerated() {
      let behind = Double(index) * 10 - 120
      if behind <= 0 { #expect(one.verdict == .onRoute, "\(behind)") }
      if behind >= 20 {
        #expect(one.verdict == .onOtherRoad || one.verdict == .beyondThreshold, "\(behind)")
        #expect(one.road?.edge == straight, "\(behind)")
      }
    }
  }

  @Test("cutting a corner crosses the route's direction, and is no leaving")
  func corner() throws {
    let drawn = try DrawnRoute(
      RoadMap(
        """
        A-----B
              |
              |
              |
              C
        """, spacing: 20, roads: ["AB": [:], "BC": [:]]), legs: ["ABC"])
    let fixes = [
      try drawn.fix("B", east: -30, second: 0, bearing: 90, speed: 8),
      try drawn.fix("B", east: -12, north: -6, second: 2, bearing: 135, speed: 8),
      try drawn.fix("B", east: -4, north: -14, second: 4, bearing: 160, speed: 8),
      try drawn.fix("B", north: -40, second: 6, bearing: 180, speed: 8),
    ]
    let (evidence, _) = drawn.follow(fixes)
    #expect(evidence.allSatisfy { $0.verdict == .onRoute || $0.verdict == .acrossDirection })
  }

  @Test("past the end nothing remains, and the distance to the route grows (issue 53)")
  func pastTheEnd() throws {
    let drawn = try DrawnRoute(
      RoadMap("A-----B-----------C", spacing: 20, roads: ["ABC": [:]]), legs: ["AC"])
    var route = drawn.route
    let times = TravelTimes(drawn.map.network, mode: .drive)
    var path = route.legs[0].path
    path.endFraction = 1.0 / 3
    route.legs[0] = RouteLeg(along: path, times)
    var state = drawn.matcher.start(legIndex: 0, of: route)
    var last: RouteEvidence?
    for fix in try drawn.drive(from: "A", to: "C", metersPerSecond: 10) {
      last = drawn.matcher.match(fix, on: route, state: &state)
    }
    #expect(last?.remainingMeters ?? 1 < 0.01)
    #expect(last?.lateralMeters ?? 0 > 200)
    #expect(last?.verdict == .beyondThreshold)
  }

  @Test("back on the route farther ahead, the position goes there")
  func rejoining() throws {
    let drawn = try DrawnRoute(
      RoadMap(
        """
        A---B---------C---D
            |         |
            |         |
            E---------F
        """, spacing: 30, roads: ["ABCD": [:], "BE": [:], "EF": [:], "CF": [:]]), legs: ["ABCD"])
    let detour =
      try drawn.drive(from: "A", to: "B", metersPerSecond: 12)
      + drawn.drive(from: "B", to: "E", metersPerSecond: 12, startSecond: 11)
      + drawn.drive(from: "E", to: "F", metersPerSecond: 12, startSecond: 20)
      + drawn.drive(from: "F", to: "C", metersPerSecond: 12, startSecond: 46)
      + drawn.drive(from: "C", to: "D", metersPerSecond: 12, startSecond: 55)
    let (evidence, state) = drawn.follow(detour)
    #expect(evidence.contains { $0.verdict == .beyondThreshold })
    #expect(evidence.last?.verdict == .onRoute)
    #expect(state.position.remainingMeters < 13)
  }
}
