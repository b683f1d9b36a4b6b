import Geometry
import RoadNetwork
import RoutePlan
import Routing
import TestSupport
import Testing

@testable import Navigator

/// What a fare is checked against: how much of the plan was driven.
@Suite("The share of the plan that was followed")
struct PlanShareTests {
  let town: TestTown
  let vehicle: Vehicle

  init() throws {
    town = try TestTown()
    vehicle = Vehicle(town)
  }

  private func summary(_ events: [NavigatorEvent]) throws -> TripSummaryEvent { try #require(events.summaries.first) }

  @Test("is whole when the plan was driven")
  func whole() throws {
    vehicle.fix(try town.place("A"))
    vehicle.assign(try town.plan(from: town.place("A"), to: [town.place("E")]))
    try vehicle.drive("ABCDE")
    #expect(try summary(vehicle.continueTrip()).followedShareThousandths >= 960)
  }

  @Test("counts a planned road once, though it was driven twice around a block")
  func twice() throws {
    vehicle.fix(try town.place("A"))
    vehicle.assign(try town.plan(from: town.place("A"), to: [town.place("E")]))
    try vehicle.drive("ABCGFBCD")
    let share = try summary(vehicle.clear()).followedShareThousandths
    // A to D is three quarters of it.
    #expect((700...790).contains(share), "\(share)")
  }

  @Test("counts only what the plan and a mismatched trip have in common")
  func mismatched() throws {
    let plan = try town.plan(from: town.place("A"), to: [town.place("E")])
    vehicle.fix(try town.place("F", "G", 0.5))
    #expect(vehicle.assign(plan).details.first?.status == .tokenAppliedWithLocationMismatch)
    vehicle.drive([
      try town.place("F", "G", 0.5), try town.place("G"), try town.place("H"), try town.place("D"), try town.place("E"),
    ])
    let share = try summary(vehicle.continueTrip()).followedShareThousandths
    // D to E is a quarter of it; C to D counts too where the new route takes it.
    #expect((190...260).contains(share), "\(share)")
  }

  @Test("counts a road that the plan itself drives twice both times")
  func plannedTwice() throws {
    // From B to C at the start, and again on the way from F.
    let stops = try "CFC".map { try town.place($0) }
    vehicle.fix(try town.place("A"))
    vehicle.assign(try town.plan(from: town.place("A"), to: stops))
    for (index, way) in ["ABC", "CGF", "FBC"].enumerated() {
      try vehicle.drive(way)
      vehicle.continueTrip(from: Int32(index))
    }
    let share = try #require(vehicle.outputs.map(\.event).summaries.first).followedShareThousandths
    #expect(share >= 930, "\(share)")
  }

  @Test("counts what was driven in two goes whole, and both ends of a detour to the metre of a fix")
  func twoGoes() throws {
    vehicle.fix(try town.place("A"))
    vehicle.assign(try town.plan(from: town.place("A"), to: [town.place("E")]))
    // To the middle of C D, back, around by H, and from D to the middle again; then to E.
    vehicle.drive([try town.place("A"), try town.place("C", "D", 0.5), try town.place("C")])
    try vehicle.drive("CGHDE")
    let share = try summary(vehicle.continueTrip()).followedShareThousandths
    // A to the middle of C D and D to E: seven eighths.
    #expect((820...890).contains(share), "\(share)")
  }

  @Test("leaves out the way onto the plan, and of the details too")
  func connector() throws {
    let plan = try town.plan(from: town.place("B"), to: [town.place("E")])
    let start = try town.place("B", "F", 0.2)
    vehicle.fix(start)
    let events = vehicle.assign(plan)
    #expect(events.details.first?.status == .tokenSuccessfullyApplied)
    #expect(events.details.first?.followedShareThousandths == 1_000)
    vehicle.drive([start, try town.place("B"), try town.place("B", "C", 0.5)])
    let share = try summary(vehicle.clear()).followedShareThousandths
    // A hundred of six hundred metres.
    #expect((150...180).contains(share), "\(share)")
  }

  @Test("is kept over a restart, wherever it happens")
  func restart() throws {
    vehicle.fix(try town.place("A"))
    vehicle.assign(try town.plan(from: town.place("A"), to: [town.place("E")]))
    for way in ["AB", "BC", "CG", "GF", "FB", "BC", "CD"] {
      try vehicle.drive(way)
      let before = vehicle.session
      vehicle.session = vehicle.navigator.session(
        vehicleID: vehicle.id, route: before?.encoded(.route), progress: before?.encoded(.progress))
      #expect(vehicle.session == before)
    }
    let share = try summary(vehicle.clear()).followedShareThousandths
    #expect((700...790).contains(share), "\(share)")
  }
}

@Suite("What of a plan was driven")
struct PlanCoverageTests {
  /// Edge numbers of no network: lengths come from the drawing.
  private func town() throws -> (map: RoadMap, plan: [EdgePath]) {
    let map = try RoadMap("A----B----C----D", spacing: 20, roads: ["AB": [:], "BC": [:], "CD": [:]])
    let edges = try [("A", "B"), ("B", "C"), ("C", "D")].map { try map.edge($0, $1) }
    return (
      map,
      [
        EdgePath(edges: Array(edges[...1]), startFraction: 0.5, endFraction: 0.25),
        EdgePath(edges: Array(edges[1...]), startFraction: 0.25, endFraction: 1),
      ]
    )
  }

  @Test("is the same whatever the order and the overlap of the pieces", arguments: Seeds.fromEnvironment(count: 20))
  func union(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let (map, plan) = try town()
    let edges = [plan[0].edges[0], plan[0].edges[1], plan[1].edges[1]]
    var coverage = PlanCoverage()
    var sum: Int64 = 0
    // Shares in sixteenths of what was driven of each edge, as flags.
    var driven = [[Bool]](repeating: [Bool](repeating: false, count: 16), count: 3)
    for _ in 0..<60 {
      let edge = random.number(in: 0...2)
      let from = random.number(in: 0...15)
      let to = random.number(in: from + 1...16)
      sum += coverage.drive(edges[edge], from: Double(from) / 16, to: Double(to) / 16, along: plan, on: map.network)
      for part in from..<to { driven[edge][part] = true }
    }
    for part in 0..<8 { driven[0][part] = false }
    let expected = zip(edges, driven).reduce(0.0) { sum, pair in
      sum + Double(map.network.lengthMillimeters(of: pair.0)) * Double(pair.1.count { $0 }) / 16
    }
    #expect(abs(Double(sum) - expected) <= 70, "seed \(seed)")
    let again = PlanCoverage(stretches: coverage.stretches, current: coverage.current)
    #expect(again == coverage, "seed \(seed)")
  }

  @Test("stays bounded when a trip leaves its plan again and again")
  func bounded() throws {
    let map = try RoadMap("A----B----C----D", spacing: 20, roads: ["AB": [:], "BC": [:], "CD": [:]])
    let plan = [EdgePath(edges: [try map.edge("A", "B")], startFraction: 0, endFraction: 1)]
    var coverage = PlanCoverage()
    for part in 0..<500 {
      let from = Double(part) / 500
      _ = coverage.drive(plan[0].edges[0], from: from, to: from + 0.001, along: plan, on: map.network)
    }
    #expect(coverage.stretches.count == 64)
  }

  @Test("is none from stretches out of order")
  func malformed() {
    let stretch = PlanCoverage.Stretch(from: 5, to: 9)
    #expect(PlanCoverage(stretches: [stretch, stretch], current: nil) == nil)
    #expect(PlanCoverage(stretches: [PlanCoverage.Stretch(from: 5, to: 5)], current: nil) == nil)
    #expect(PlanCoverage(stretches: [PlanCoverage.Stretch(from: -1, to: 5)], current: nil) == nil)
    #expect(PlanCoverage(stretches: [stretch], current: 3) != nil)
  }
}
