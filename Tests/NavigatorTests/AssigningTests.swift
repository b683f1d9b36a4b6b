import Geometry
import Navigator
import RoadNetwork
import RoutePlan
import Routing
import TestSupport
import Testing

@Suite("Assigning a route token")
struct AssigningTests {
  let town: TestTown
  let vehicle: Vehicle

  init() throws {
    town = try TestTown()
    vehicle = Vehicle(town)
  }

  private func planToE() throws -> RoutePlan { try town.plan(from: town.place("A"), to: [town.place("E")]) }

  @Test("a token assigned at its origin is followed as planned")
  func applied() throws {
    vehicle.fix(try town.place("A"))
    let events = vehicle.assign(try planToE())
    let status = try #require(events.statuses.first)
    #expect(status.status == .ok && status.cause == .assigned && status.error == nil)
    #expect(status.header.routeRevision == 1 && status.header.stopIndex == 0)
    #expect(status.header.assignmentID == "job-1" && status.header.tripID == "trip-1")
    let details = try #require(events.details.first)
    #expect(details.status == .tokenSuccessfullyApplied && details.reason == .unspecified)
    #expect(details.followedShareThousandths == 1_000)
    #expect(details.plannedDistanceMeters == details.actualDistanceMeters)
    #expect(vehicle.session?.state == .enroute)
    #expect(vehicle.changes == .all)
  }

  @Test("the events of an assignment come in the order status, details, progress")
  func order() throws {
    vehicle.fix(try town.place("A"))
    let events = vehicle.assign(try planToE())
    #expect(events.count == 3)
    if case .routeStatus = events[0], case .executionDetails = events[1], case .tripProgress = events[2] {
    } else {
      Issue.record("\(events)")
    }
  }

  @Test("the planned route is taken even when a faster one exists")
  func planFirst() throws {
    let plan = try town.plan(from: town.place("B"), to: [town.place("D")])
    vehicle.conditions = try town.slowing("B", "C", kilometersPerHour: 5)
    vehicle.fix(try town.place("B"))
    let events = vehicle.assign(plan)
    #expect(events.details.first?.status == .tokenSuccessfullyApplied)
    let route = try #require(events.statuses.first?.route)
    #expect(abs(route.distanceMeters - 400) <= 2)
  }

  @Test("a vehicle where the planned route begins is not away from an origin that lies off the road")
  func originOffTheRoad() throws {
    // 77 m from the road, where the request was made for.
    let plan = try town.plan(from: town.place("A", "B", 0.4, right: -77), to: [town.place("E")])
    vehicle.conditions = try town.closing(("C", "D"))
    vehicle.fix(try town.place("A", "B", 0.4))
    let details = try #require(vehicle.assign(plan).details.first)
    #expect(details.status == .tokenIgnoredOther && details.reason == .roadClosed)
    #expect((details.distanceFromPlannedOriginMeters ?? 99) < 2)
    vehicle.drive([try town.place("A", "B", 0.4), try town.place("A", "B", 0.6)])
    let away = try #require(vehicle.assign(plan).details.first)
    #expect(away.status == .tokenAppliedWithLocationMismatch && away.reason == .roadClosed)
    #expect(abs((away.distanceFromPlannedOriginMeters ?? 0) - 40) < 2)
  }

  @Test("an assignment id among the last eight is a duplicate: counted, and nothing is published")
  func duplicate() throws {
    vehicle.fix(try town.place("A"))
    vehicle.assign(try planToE()) { $0.header.assignmentID = "same" }
    let before = vehicle.session
    #expect(vehicle.assign(try planToE()) { $0.header.assignmentID = "same" }.isEmpty)
    #expect(vehicle.counters[.assignmentsDuplicate] == 1)
    #expect(vehicle.session == before)
    for _ in 0..<8 { vehicle.assign(try planToE()) }
    #expect(!vehicle.assign(try planToE()) { $0.header.assignmentID = "same" }.isEmpty)
  }

  @Test("an assignment issued before the current one is cancelled, the current one goes on")
  func late() throws {
    vehicle.fix(try town.place("A"))
    vehicle.assign(try planToE()) { $0.header.issuedAtMillis = self.vehicle.millis }
    let events = vehicle.assign(try planToE()) {
      $0.header.assignmentID = "late"
      $0.header.issuedAtMillis = self.vehicle.millis - 10_000
    }
    let status = try #require(events.statuses.first)
    #expect(events.count == 1)
    #expect(status.status == .canceled && status.cause == .superseded && status.header.assignmentID == "late")
    #expect(vehicle.session?.assignmentID == "job-1")
  }

  @Test("an issue time far ahead of its record is corrected, so that it cannot hold back what follows")
  func futureIssueTime() throws {
    vehicle.fix(try town.place("A"))
    vehicle.assign(try planToE()) { $0.header.issuedAtMillis = self.vehicle.millis + 86_400_000 * 365 }
    #expect(vehicle.counters[.assignmentClocksCorrected] == 1)
    let events = vehicle.assign(try planToE())
    #expect(events.statuses.contains { $0.status == .ok && $0.header.assignmentID == "job-2" })
  }

  @Test(
    "a travel mode other than driving and two-wheeler is not supported",
    arguments: [AppTravelMode.cycling, .walking, .taxicab])
  func unsupportedMode(_ mode: AppTravelMode) throws {
    vehicle.fix(try town.place("A"))
    let events = vehicle.assign(try planToE()) { $0.travelMode = mode }
    #expect(events.statuses.map(\.status) == [.travelModeUnsupported])
    #expect(events.details.isEmpty)
    #expect(vehicle.session?.state == .idle)
  }

  @Test("the token's own mode wins over the app's")
  func tokenModeWins() throws {
    let plan = try town.plan(from: town.place("A"), to: [town.place("E")], mode: .twoWheeler)
    vehicle.fix(try town.place("A"))
    let events = vehicle.assign(plan)
    #expect(events.details.first?.resolvedParameters?.travelMode == .twoWheeler)
    #expect(events.statuses.first?.route?.travelMode == .twoWheeler)
  }

  @Test("with the deprecated waypoints the caller's mode wins, and they must be the token's")
  func deprecatedForm() throws {
    vehicle.fix(try town.place("A"))
    let plan = try planToE()
    let right = vehicle.assign(plan) {
      $0.travelMode = .twoWheeler
      $0.waypoints = [self.town.stop(plan.destinations[0].location, id: "mine")]
    }
    #expect(right.details.first?.resolvedParameters?.travelMode == .twoWheeler)
    #expect(right.statuses.last?.header.stop?.stopID == "mine")
    let place = try town.place("D")
    let wrong = vehicle.assign(plan) { $0.waypoints = [self.town.stop(place)] }
    #expect(wrong.statuses.map(\.error?.code) == [.waypointsNotTheTokens])
    #expect(vehicle.session?.assignmentID == "job-1")
  }

  @Test("a token that cannot be opened is a waypoint error that says why")
  func malformed() throws {
    vehicle.fix(try town.place("A"))
    let events = vehicle.assign(try planToE()) { $0.token = .failure(.notAuthentic) }
    let status = try #require(events.statuses.first)
    #expect(status.status == .waypointError && status.error?.code == .tokenMalformed)
    #expect(events.count == 1)
  }

  @Test("a malformed token with waypoints is routed by the waypoints")
  func malformedWithWaypoints() throws {
    vehicle.fix(try town.place("A"))
    let place = try town.place("E")
    let events = vehicle.assign(try planToE()) {
      $0.token = .failure(.truncated)
      $0.waypoints = [self.town.stop(place)]
    }
    #expect(events.statuses.map(\.status) == [.ok])
    #expect(events.details.first?.status == .tokenIgnoredMalformed)
  }

  @Test("a closed road on the plan is named, and the route goes round it")
  func roadClosed() throws {
    vehicle.conditions = try town.closing(("C", "D"))
    vehicle.fix(try town.place("A"))
    let events = vehicle.assign(try planToE())
    let details = try #require(events.details.first)
    #expect(details.status == .tokenIgnoredOther && details.reason == .roadClosed)
    let stretch = RoadStretch(
      wayID: try town.map.way("ABCDE"), fromNodeID: town.map.osmNode("C"), toNodeID: town.map.osmNode("D"))
    #expect(
      details.closedRoad
        == ClosedRoad(conditionKey: "CD", reported: stretch, edge: stretch, roadName: "High Street"))
    #expect(events.statuses.first?.status == .ok)
    #expect((details.followedShareThousandths ?? 1_000) < 1_000)
  }

  @Test(
    "a closure over several junctions is named as it was reported, beside the road's piece that the plan meets first")
  func closureOverJunctions() throws {
    vehicle.conditions = try town.closing(along: "ABCDE", from: "B", to: "E", key: "works-17")
    vehicle.fix(try town.place("A"))
    let closed = try #require(vehicle.assign(try planToE()).details.first?.closedRoad)
    #expect(closed.conditionKey == "works-17")
    #expect(closed.reported?.fromNodeID == town.map.osmNode("B") && closed.reported?.toNodeID == town.map.osmNode("E"))
    #expect(closed.edge.fromNodeID == town.map.osmNode("B") && closed.edge.toNodeID == town.map.osmNode("C"))
  }

  @Test("a closure that was reported as a line is named by its key and the road's piece")
  func closureByLine() throws {
    vehicle.conditions =
      Conditions.none.applying(
        [
          RoadConditionChange(
            key: "bridge",
            update: RoadConditionUpdate(
              segment: .polyline([try town.place("C"), try town.place("D")]), isClosed: true))
        ], version: ConditionsVersion(nextOffsets: [1]), on: town.network
      ).conditions
    vehicle.fix(try town.place("A"))
    let closed = try #require(vehicle.assign(try planToE()).details.first?.closedRoad)
    #expect(closed.conditionKey == "bridge" && closed.reported == nil)
    #expect(closed.edge.fromNodeID == town.map.osmNode("C") && closed.edge.toNodeID == town.map.osmNode("D"))
  }

  @Test("a turn of the plan that is forbidden at the hour is told, and the route does without it")
  func forbiddenAtTheHour() throws {
    let map = try RoadMap(
      """
      A---B---C
          |   |
          D---E
      """, spacing: 40, country: CountryCode("DE") ?? .unknown,
      roads: ["AB": [:], "BC": [:], "BD": [:], "DE": [:], "EC": [:]],
      restrictions: ["restriction:conditional=no_straight_on~@~(07:00-09:00) AB B BC"])
    for (hour, status) in [(8, TokenExecutionStatus.tokenIgnoredOther), (10, .tokenSuccessfullyApplied)] {
      var vehicle = Vehicle.Bare(map)
      // The first of January in Germany.
      vehicle.clock = 1_767_225_600 + (Int64(hour) - 1) * 3_600
      let events = vehicle.assign(try vehicle.plan(from: "A", to: ["C"]), at: try map.coordinate("A"))
      #expect(events.details.first?.status == status)
      #expect(events.details.first?.reason == (hour == 8 ? .turnForbidden : .unspecified))
      let line = try #require(events.statuses.first?.route?.legs.first).geometry
      #expect(line.contains(try map.coordinate("D")) == (hour == 8))
    }
  }

  @Test("a vehicle 200 m away on another street gets a mismatch and a route to the same stops")
  func mismatch() throws {
    vehicle.fix(try town.place("F", "G", 0.5))
    let events = vehicle.assign(try planToE())
    #expect(events.statuses.first?.status == .ok)
    #expect(events.details.first?.status == .tokenAppliedWithLocationMismatch)
    #expect(events.details.first?.reason == .vehicleAway)
    let resolved = try #require(events.details.first?.resolvedParameters)
    #expect(resolved.rerouteStrategy == .unknown && !resolved.avoidTunnels && resolved.avoidVignettes.isEmpty)
  }

  @Test("a vehicle already under way on the plan follows the rest of it")
  func underWay() throws {
    vehicle.fix(try town.place("B", "C", 0.5), speed: 10, bearing: 90)
    let events = vehicle.assign(try planToE())
    #expect(events.details.first?.status == .tokenSuccessfullyApplied)
    #expect(abs((events.statuses.first?.route?.distanceMeters ?? 0) - 500) <= 2)
  }

  @Test("an expired token is routed by its content and says so")
  func expired() throws {
    var plan = try planToE()
    plan.expiresAtMillis = plan.issuedAtMillis
    vehicle.fix(try town.place("A"))
    let details = vehicle.assign(plan).details.first
    #expect(details?.status == .tokenIgnoredOther && details?.reason == .expired)
  }

  @Test("the same token assigned again works and is marked as reused")
  func reused() throws {
    vehicle.fix(try town.place("A"))
    #expect(vehicle.assign(try planToE(), hash: 7).details.first?.isReused == false)
    #expect(vehicle.assign(try planToE(), hash: 7).details.first?.isReused == true)
    #expect(vehicle.counters[.tokensReused] == 1)
  }

  @Test("the token's options are reported when the plan is followed")
  func resolvedParameters() throws {
    let plan = try town.plan(
      from: town.place("A"), to: [town.place("E")],
      change: { terms in
        terms.avoid = AvoidSet([.tolls, .tunnels])
        terms.timeToleranceSeconds = 45
      })
    vehicle.fix(try town.place("A"))
    let resolved = try #require(vehicle.assign(plan).details.first?.resolvedParameters)
    #expect(resolved.avoidTolls && resolved.avoidTunnels && !resolved.avoidHighways)
    #expect(resolved.rerouteStrategy == .bestBasedOnTokenParameters)
    #expect(resolved.rerouteTimeToleranceSeconds == 45)
  }
}
