import Geometry
import Navigator
import RoadNetwork
import RoutePlan
import Routing
import TestSupport
import Testing

@Suite("Leaving the route")
struct OffRouteTests {
  let town: TestTown
  let vehicle: Vehicle

  init() throws {
    town = try TestTown()
    vehicle = Vehicle(town)
    vehicle.fix(try town.place("A"))
    vehicle.assign(try town.plan(from: town.place("A"), to: [town.place("E")]))
  }

  // F #440: six route-changed events in 4 km while exactly on the route.
  @Test("a vehicle that follows its route changes nothing about it")
  func onRoute() throws {
    let events = try vehicle.drive("AE")
    #expect(events.statuses.isEmpty)
    #expect(vehicle.session?.routeRevision == 1)
    #expect(vehicle.counters[.routeSearches] == 0)
  }

  // F #741: off-route recalculation took up to 30 s, guidance pointed to the old route.
  @Test("a wrong turn gives OFF_ROUTE at once and a new route in the same step")
  func wrongTurn() throws {
    try vehicle.drive("AB")
    let turnedAt = vehicle.millis
    let events = try vehicle.drive("BF")
    let status = try #require(events.statuses.first)
    #expect(events.statuses.count == 1)
    #expect(status.status == .ok && status.cause == .offRoute && status.header.routeRevision == 2)
    let offRoute = try #require(events.progress.first { $0.navigationStatus == .offRoute })
    #expect(offRoute.header.routeRevision == 1)
    let times = vehicle.outputs.filter {
      if case .routeStatus(let event) = $0.event { event.cause == .offRoute } else { false }
    }.map(\.eventTimeMillis)
    #expect(times.allSatisfy { $0 - turnedAt <= 6_000 })
    let index = try #require(events.firstIndex { if case .routeStatus = $0 { true } else { false } })
    #expect(events[index - 1] == .tripProgress(offRoute))
    // The way back is not a U-turn on the spot: it goes on southwards, and nowhere back on itself.
    let line = try #require(status.route?.legs.first).geometry
    #expect(angleDifferenceDegrees(line.firstBearing, 180) < 5)
    #expect(!line.turnsRound)
    #expect(line.contains(try town.place("F")))
    #expect(vehicle.session?.state == .enroute)
  }

  @Test("after a reroute guidance leads to the same stop by the token's options")
  func toTheSameStop() throws {
    try vehicle.drive("ABF")
    let events = try vehicle.drive("FGC")
    #expect(vehicle.session?.state == .enroute)
    #expect(events.progress.last?.navigationStatus == .enrouteToDestination)
    #expect(try vehicle.drive("CE").arrivals.count == 1)
  }

  // mapbox #52: old step and leg indexes kept after a reroute.
  @Test("the first progress after a reroute belongs wholly to the new route")
  func firstProgressAfter() throws {
    try vehicle.drive("AB")
    let events = try vehicle.drive("BF")
    let after = try #require(events.progress.first { $0.header.routeRevision == 2 })
    let route = try #require(events.statuses.first?.route)
    #expect(after.remainingDistanceMeters == route.distanceMeters)
    #expect(after.remainingDurationSeconds == route.durationSeconds)
    #expect(after.navigationStatus == .enrouteToDestination)
  }

  // OsmAnd #4675: the ETA fell to 0 after leaving a planned track.
  @Test("after a reroute the expected arrival is never sooner than the distance allows")
  func etaAfter() throws {
    try vehicle.drive("AB")
    for progress in try vehicle.drive("BFG").progress {
      #expect(progress.remainingDistanceMeters > 0)
      #expect(Double(progress.remainingDurationSeconds) >= Double(progress.remainingDistanceMeters) / 40)
    }
  }

  @Test("a standing vehicle is never off its route, however its fixes jump", arguments: Seeds.fromEnvironment(count: 5))
  func standing(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    try vehicle.drive("AB")
    let plane = LocalPlane(origin: try town.place("B"))
    for _ in 0..<120 {
      vehicle.clock += 1
      let place = plane.coordinate(x: Double(random.number(in: -60...60)), y: Double(random.number(in: -60...60)))
      let events = vehicle.fix(place, speed: 0.3, accuracy: 10)
      #expect(events.statuses.isEmpty, "seed \(seed)")
    }
    #expect(vehicle.session?.routeRevision == 1, "seed \(seed)")
  }

  @Test("one wild fix does not reroute")
  func outlier() throws {
    try vehicle.drive("AB")
    vehicle.clock += 1
    #expect(vehicle.fix(try town.place("J"), speed: 10, bearing: 90).statuses.isEmpty)
    #expect(try vehicle.drive("BC").statuses.isEmpty)
    #expect(vehicle.session?.routeRevision == 1)
  }

  @Test("fixes that say they are inaccurate do not reroute")
  func inaccurate() throws {
    try vehicle.drive("AB")
    for step in 1...20 {
      vehicle.clock += 1
      let place = try town.place("B", "C", Double(step) / 20, right: 90)
      #expect(vehicle.fix(place, speed: 10, bearing: 90, accuracy: 60).statuses.isEmpty)
    }
  }

  // mapbox #112: the position kept snapping to the route far away.
  @Test("deviation is judged on the raw position, and the vehicle is not shown on a route it has left")
  func rawPosition() throws {
    try vehicle.drive("AB")
    for step in 1...4 {
      vehicle.clock += 1
      let place = try town.place("B", "C", Double(step) / 20, right: -100)
      for progress in vehicle.fix(place, speed: 10, bearing: 90).progress where progress.navigationStatus == .offRoute {
        #expect(progress.rawLocation == place)
        #expect(progress.snappedLocation == nil || progress.snappedLocation == place)
      }
    }
    #expect(vehicle.counters[.departuresFromRoute] == 1)
  }

  @Test("a gap without fixes on the route does not reroute")
  func gap() throws {
    try vehicle.drive("AB")
    vehicle.clock += 45
    let events = vehicle.fix(try town.place("C", "D", 0.9), speed: 10, bearing: 90)
    #expect(events.statuses.isEmpty)
    #expect(events.progress.last?.navigationStatus == .enrouteToDestination)
  }

  // mapbox #1081, #1082: slow driving triggers a reroute.
  @Test("driving slowly does not reroute")
  func slow() throws {
    #expect(try vehicle.drive("AB", speed: 1).statuses.isEmpty)
  }

  @Test("driving against the route's direction reroutes")
  func against() throws {
    try vehicle.drive("AC")
    let events = try vehicle.drive("CB")
    #expect(events.statuses.first?.cause == .offRoute)
  }

  // OsmAnd#3656, Vela PR #166: on a parallel road, and still held to be on the route.
  @Test(
    "on a parallel street thirty meters away OFF_ROUTE comes within three fixes; where a fix may err that far, never")
  func parallelStreet() throws {
    let map = try RoadMap(
      """
      A-----B-----------C
            D-----------E
      """, spacing: 30, roads: ["AB": [:], "BC": [:], "BD": [:], "DE": [:], "EC": [:]])
    let (b, d, e) = (try map.coordinate("B"), try map.coordinate("D"), try map.coordinate("E"))
    for (accuracy, isTold) in [(5.0, true), (25, false)] {
      var vehicle = Vehicle.Bare(map)
      vehicle.assign(try vehicle.plan(from: "A", to: ["C"]), at: try map.coordinate("A"))
      vehicle.drive([try map.coordinate("A"), b], accuracy: accuracy)
      vehicle.clock += 3
      let events = vehicle.drive(
        [interpolated(from: d, to: e, fraction: 0.1), interpolated(from: d, to: e, fraction: 1 / 5.5)],
        accuracy: accuracy)
      #expect(events.progress.contains { $0.navigationStatus == .offRoute } == isTold)
      #expect(events.statuses.map(\.cause) == (isTold ? [.offRoute] : []))
    }
  }

  @Test(
    "an accuracy of nothing is one that is not told: it makes no fix count twice", arguments: [0, -1, .nan] as [Double])
  func noAccuracy(_ accuracy: Double) throws {
    let map = try RoadMap(
      """
      A-----B-----------C
            D-----------E
      """, spacing: 25, roads: ["AB": [:], "BC": [:], "BD": [:], "DE": [:], "EC": [:]])
    let (a, b, d, e) = try (map.coordinate("A"), map.coordinate("B"), map.coordinate("D"), map.coordinate("E"))
    func events(_ accuracy: Double?) throws -> [NavigatorEvent] {
      var vehicle = Vehicle.Bare(map)
      vehicle.assign(try vehicle.plan(from: "A", to: ["C"]), at: a)
      vehicle.drive([a, b])
      vehicle.clock += 3
      return vehicle.drive([d, interpolated(from: d, to: e, fraction: 0.2)], accuracy: accuracy)
    }
    let expected = try events(nil)
    #expect(expected.progress.contains { $0.navigationStatus == .offRoute })
    #expect(try events(accuracy) == expected)
  }

  @Test("coming back onto the route by itself ends OFF_ROUTE")
  func backByItself() throws {
    // No way to the stop from where the vehicle strays, so the old route stays.
    vehicle.conditions = try town.closing(("B", "F"), ("F", "G"), ("C", "G"), ("D", "H"), ("F", "I"))
    try vehicle.drive("AB")
    let plane = LocalPlane(origin: try town.place("B"))
    let events = vehicle.drive([try town.place("B"), plane.coordinate(x: 20, y: 120)])
    #expect(events.progress.contains { $0.navigationStatus == .offRoute })
    let back = vehicle.drive([plane.coordinate(x: 20, y: 120), try town.place("B", "C", 0.4), try town.place("C")])
    #expect(back.progress.last?.navigationStatus == .enrouteToDestination)
    #expect(vehicle.session?.state == .enroute)
  }

  @Test("reroutes keep a distance in time however the vehicle strays")
  func minimumInterval() throws {
    try vehicle.drive("AB")
    try vehicle.drive("BFGCBFIJKHG", speed: 20)
    let times = vehicle.outputs.filter {
      if case .routeStatus(let event) = $0.event { event.cause == .offRoute } else { false }
    }.map(\.eventTimeMillis)
    #expect(times.count > 1)
    for (former, next) in zip(times, times.dropFirst()) { #expect(next - former >= 5_000) }
  }

  // organicmaps #6201: guidance stopped for good on a road type that is to be avoided.
  @Test("a vehicle on an avoided road is routed from there")
  func onAvoidedRoad() throws {
    let map = try RoadMap(
      """
      A---------B---------C
                |         |
                |         |
                D---------E
      """, spacing: 20,
      roads: ["ABC": [:], "BD": ["toll": "yes"], "DE": ["toll": "yes"], "EC": ["toll": "yes"]])
    var navigator = Vehicle.Bare(map)
    let plan = try navigator.plan(from: "A", to: ["C"]) { $0.avoid = AvoidSet(.tolls) }
    navigator.assign(plan, at: try map.coordinate("A"))
    let (a, b, d) = (try map.coordinate("A"), try map.coordinate("B"), try map.coordinate("D"))
    let further = interpolated(from: d, to: try map.coordinate("E"), fraction: 0.3)
    let events = navigator.drive([a, b, d, further])
    #expect(events.statuses.contains { $0.status == .ok && $0.cause == .offRoute })
  }
}
