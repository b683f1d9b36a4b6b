import Geometry
import Navigator
import RoutePlan
import Routing
import TestSupport
import Testing

/// Destinations without a token: other routes beside the first, and the first by its length.
@Suite("Alternates of set destinations")
struct AlternatesTests {
  /// Two ways from A to D, the one by F somewhat longer.
  ///
  /// ```
  /// A-----B-----------C-----D
  ///       |           |
  ///       F-----------G
  /// ```
  let map: RoadMap
  var vehicle: Vehicle.Bare

  init() throws {
    map = try RoadMap(
      """
      A--1--B-----------------------C-----D
            |                       |
            F-----------------------G
      """, spacing: 40,
      roads: ["AB": [:], "BC": [:], "CD": [:], "BF": [:], "FG": [:], "GC": [:]])
    vehicle = Vehicle.Bare(map)
    vehicle.fix(try map.coordinate("A"))
  }

  private mutating func set(
    _ letters: String, _ id: String = "job", change: (inout RoutingOptions) -> Void
  ) throws -> RouteDescription? {
    var options = RoutingOptions()
    change(&options)
    let events = vehicle.send(
      .setDestinations(
        SetDestinations(
          header: AssignmentHeader(assignmentID: id),
          waypoints: try letters.map { Stop(coordinate: try map.coordinate($0)) }, options: options)),
      topic: .routeAssignments)
    return events.statuses.last?.route
  }

  @Test("are offered where they are asked for, and none otherwise")
  mutating func offered() throws {
    #expect(try set("D", "none") { _ in }?.alternatives.isEmpty == true)
    for strategy in [AlternateRoutesStrategy.one, .all] {
      let route = try #require(try set("D", "\(strategy)") { $0.alternateRoutes = strategy })
      #expect(route.routeID == "primary" && route.labels == ["DEFAULT_ROUTE"])
      #expect(route.alternatives.map(\.routeID) == ["alternate-1"])
      let other = try #require(route.alternatives.first)
      #expect(other.labels == ["DEFAULT_ROUTE_ALTERNATE"])
      #expect(other.distanceMeters == route.distanceMeters + 160)
      #expect(other.geometry.contains(try map.coordinate("F")))
    }
  }

  @Test("are taken by their id, and the first route again")
  mutating func selected() throws {
    _ = try set("D") { $0.alternateRoutes = .all }
    let selected = vehicle.send(.selectRoute(SelectRoute(routeID: "alternate-1")), topic: .routeAssignments)
    #expect(selected.statuses.map(\.cause) == [.selected])
    #expect(selected.statuses.first?.route?.routeID == "alternate-1")
    #expect(selected.statuses.first?.route?.alternatives.map(\.routeID) == ["primary"])
    #expect(try vehicle.drive("ABF".map { try map.coordinate($0) }).statuses.isEmpty)
    let back = vehicle.send(.selectRoute(SelectRoute(routeID: "primary")), topic: .routeAssignments)
    #expect(back.refusals.map(\.reason) == [.unknownRoute])
    #expect(try vehicle.drive("FGCD".map { try map.coordinate($0) }).arrivals.count == 1)
  }

  @Test("there are none to several destinations")
  mutating func severalStops() throws {
    #expect(try set("CD") { $0.alternateRoutes = .all }?.alternatives.isEmpty == true)
  }

  @Test("of several routes the one with the length nearest to the target is driven; without a positive one the best")
  mutating func targetDistance() throws {
    let best = try #require(try set("D", "best") { _ in }?.distanceMeters)
    for (target, expected) in [(nil, 0), (0, 0), (-5, 0), (best, 0), (best + 70, 0), (best + 90, 160), (best * 9, 160)]
      as [(Int32?, Int32)]
    {
      let route = try set("D", "to \(target ?? 1)") {
        $0.strategy = .deltaToTargetDistance
        $0.targetDistanceMeters = target
      }
      #expect(route?.distanceMeters == best + expected, "\(target ?? -1)")
      #expect(route?.alternatives.isEmpty == true)
    }
    // A target without the strategy is no wish.
    #expect(try set("D", "plain") { $0.targetDistanceMeters = best * 9 }?.distanceMeters == best)
  }

  @Test("wait with their assignment for a first fix, through a restart as well", arguments: [false, true])
  mutating func pending(isQueued: Bool) throws {
    vehicle.session = nil
    if isQueued { _ = try set("1", "first") { _ in } }
    var destinations = SetDestinations(
      header: AssignmentHeader(assignmentID: "job", activation: .afterCurrent),
      waypoints: [Stop(coordinate: try map.coordinate("D"))])
    destinations.options.alternateRoutes = .one
    destinations.options.strategy = .deltaToTargetDistance
    destinations.options.targetDistanceMeters = 9_999
    vehicle.send(.setDestinations(destinations), topic: .routeAssignments)
    let before = try #require(vehicle.session)
    vehicle.session = vehicle.navigator.session(
      vehicleID: "bare", route: before.encoded(.route), progress: before.encoded(.progress))
    #expect(vehicle.session == before)
    var events = vehicle.fix(try map.coordinate("A"))
    if isQueued {
      events += try vehicle.drive("A1".map { try map.coordinate($0) })
      events += vehicle.send(
        .continueToNextDestination(ContinueToNextDestination(stopIndex: 0)), topic: .routeAssignments)
    }
    let route = try #require(events.statuses.last?.route)
    #expect(route.labels == ["DEFAULT_ROUTE_ALTERNATE"])
    #expect(route.alternatives.map(\.labels) == [["DEFAULT_ROUTE"]])
    let after = try #require(vehicle.session)
    #expect(
      vehicle.navigator.session(vehicleID: "bare", route: after.encoded(.route), progress: after.encoded(.progress))
        == after)
  }
}
