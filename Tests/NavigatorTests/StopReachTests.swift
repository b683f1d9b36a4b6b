import Geometry
import Navigator
import RoadNetwork
import RoutePlan
import Routing
import TestSupport
import Testing

/// What a route's status says without being asked of stops that cannot be driven up to, or lie on roads to be avoided.
@Suite("How far a leg reaches")
struct StopReachTests {
  // osrm-backend#5902
  @Test("a stop behind a closed gate is told with the straight distance that remains from the gate")
  func gatedPark() throws {
    let map = try RoadMap(
      """
      A-1--B------C
           |
           G
           |
           Q--2
      """,
      roads: ["AB": [:], "BC": [:], "BGQ": [:]], nodes: ["G": ["barrier": "gate", "access": "no"]])
    var vehicle = Vehicle.Bare(map)
    let events = vehicle.assign(try vehicle.plan(from: "1", to: ["2", "C"]), at: try map.coordinate("1"))
    let legs = try #require(events.statuses.first?.route?.legs)
    #expect(legs.count == 2)
    #expect(abs(legs[0].distanceToWaypointMeters - 36) < 1)
    #expect(legs[1].distanceToWaypointMeters < 0.1)
    #expect(legs.allSatisfy { $0.closedRoadAtStop == nil && $0.unavoidedRoads.isEmpty })
  }

  // osrm-backend#5957, #4335
  @Test("a stop on a closed road is told with the closure and the distance from the next open road")
  func closedRoad() throws {
    let town = try TestTown()
    let vehicle = Vehicle(town)
    vehicle.conditions = try town.closing(("C", "G"))
    vehicle.fix(try town.place("A"))
    let stop = try town.place("C", "G", 0.4)
    let events = vehicle.setDestinations([town.stop(stop), town.stop(try town.place("E"))])
    let legs = try #require(events.statuses.first?.route?.legs)
    #expect(legs.count == 2)
    // To C, 48 m north.
    #expect(abs(legs[0].distanceToWaypointMeters - 48) < 1)
    let closed = try #require(legs[0].closedRoadAtStop)
    #expect(["CG", "GC"].contains(closed.conditionKey) && closed.roadName == "Middle Lane")
    let way = try town.map.way("CG")
    #expect(closed.edge.wayID == way)
    #expect(legs[1].closedRoadAtStop == nil)
    // Open again, the next status says nothing of it.
    vehicle.conditions = .none
    let again = vehicle.setDestinations([town.stop(stop)])
    let leg = try #require(again.statuses.last?.route?.legs.first)
    #expect(leg.closedRoadAtStop == nil && leg.distanceToWaypointMeters < 0.1)
  }

  // valhalla#5154, PR #4524, #1891; valhalla-docs#71; organicmaps#4151
  @Test("a stop on a toll road of a trip that avoids tolls is told, by token and without")
  func tollAtStop() throws {
    let map = try RoadMap(
      """
      A-1-B--2--C-3-F
          |     |
          D-----E
      """, roads: ["AB": [:], "BC": ["toll": "yes"], "CF": [:], "BD": [:], "DE": [:], "EC": [:]])
    var vehicle = Vehicle.Bare(map)
    let plan = try vehicle.plan(from: "1", to: ["2", "3"]) { $0.avoid = AvoidSet(.tolls) }
    let assigned = vehicle.assign(plan, at: try map.coordinate("1"))
    let legs = try #require(assigned.statuses.first?.route?.legs)
    #expect(legs.map { $0.unavoidedRoads.map(\.kind) } == [[.tolls], [.tolls]])
    #expect(legs[0].unavoidedRoads.allSatisfy { $0.isAtEnd && !$0.isAtStart && abs($0.distanceMeters - 30) < 1 })
    #expect(legs[1].unavoidedRoads.allSatisfy { $0.isAtStart && !$0.isAtEnd })

    // Without a token: tolls may be taken, and there is nothing to tell; they are avoided, and the stop lies on one; the way
    // round them is taken.
    let both = [Stop(coordinate: try map.coordinate("2")), Stop(coordinate: try map.coordinate("3"))]
    let cases: [(Bool, [Stop], [Int])] = [(false, both, [0, 0]), (true, both, [1, 1]), (true, [both[1]], [0])]
    for (number, (avoidsTolls, stops, expected)) in cases.enumerated() {
      vehicle.clock += 1
      var destinations = SetDestinations(header: AssignmentHeader(assignmentID: "own \(number)"), waypoints: stops)
      destinations.options.avoidTolls = avoidsTolls
      let events = vehicle.send(.setDestinations(destinations), topic: .routeAssignments)
      #expect(events.statuses.last?.route?.legs.map(\.unavoidedRoads.count) == expected)
    }
  }

  @Test("a rate card with tolls is told to be applied without them; one without tolls is what it says")
  func rateCard() throws {
    let town = try TestTown()
    for (asksTolls, expected) in [(true, ObjectiveFallback.rateCardWithoutTollPrices), (false, ObjectiveFallback.none)]
    {
      let vehicle = Vehicle(town)
      vehicle.fix(try town.place("A"))
      let plan = try town.plan(from: town.place("A"), to: [town.place("E")]) {
        $0.objective = .rateCard(perMinute: 0.5, perKilometer: 1.25, includeTolls: asksTolls)
      }
      let applied = vehicle.assign(plan).details.first
      #expect(applied?.status == .tokenSuccessfullyApplied)
      #expect(applied?.resolvedParameters?.objectiveFallback == expected)
      // By the token's objective too where its plan is not followed.
      vehicle.clear()
      vehicle.fix(try town.place("K"))
      let elsewhere = vehicle.assign(plan, hash: 2).details.first
      #expect(elsewhere?.status == .tokenAppliedWithLocationMismatch)
      #expect(elsewhere?.resolvedParameters?.objectiveFallback == expected)
    }
  }
}
