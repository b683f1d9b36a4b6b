import Geometry
import Navigator
import RoadNetwork
import RoutePlan
import Routing
import TestSupport
import Testing

/// The vehicle leaves the route and no other is found: it gets to the stop by a way of its own, or somewhere else.
@Suite("Arriving by a way of one's own")
struct OwnWayTests {
  let town: TestTown
  let vehicle: Vehicle

  init() throws {
    town = try TestTown()
    var settings = NavigatorSettings()
    settings.snapMaxDistanceMeters = 50
    vehicle = Vehicle(town, settings: settings)
    vehicle.fix(try town.place("A"))
  }

  /// On the way to E, off the route at F, with the road to E closed.
  private func strayFromE() throws {
    vehicle.setDestinations([town.stop(try town.place("E"))])
    try vehicle.drive("AB")
    vehicle.conditions = try town.closing(("D", "E"))
    let events = try vehicle.drive("BFG")
    #expect(events.statuses.map(\.status) == [.noRouteFound])
  }

  // osiris#350, OsmAnd#16594, ferrostar#298
  @Test("standing at the stop that was reached by another road is one arrival")
  func byAnotherRoad() throws {
    try strayFromE()
    var events = try vehicle.drive("GHDE")
    events += vehicle.stand(at: try town.place("E"), seconds: 12)
    events += vehicle.stand(at: try town.place("E"), seconds: 60)
    #expect(events.arrivals.map(\.header.stopIndex) == [0])
    #expect(vehicle.session?.state == .arrived)
  }

  // osiris#350, OsmAnd#16594, ferrostar#298
  @Test("standing in the yard behind the stop is one arrival too, though the route was never touched again")
  func fromBehind() throws {
    try strayFromE()
    let yard = try town.place("D", "E", 1, right: 45)
    var events = vehicle.drive([try town.place("G"), try town.place("H"), yard])
    #expect(events.arrivals.isEmpty)
    events = vehicle.stand(at: yard, seconds: 12)
    #expect(events.arrivals.map(\.header.stopIndex) == [0])
    #expect(vehicle.stand(at: yard, seconds: 60).arrivals.isEmpty)
    #expect(vehicle.continueTrip(from: 0).statuses.map(\.cause) == [.completed])
  }

  @Test("standing farther from the stop than the radius is none")
  func tooFar() throws {
    try strayFromE()
    let place = try town.place("D", "E", 1, right: 60)
    var events = vehicle.drive([try town.place("G"), try town.place("H"), place])
    events += vehicle.stand(at: place, seconds: 60)
    #expect(events.arrivals.isEmpty)
  }

  // OsmAnd#16594: the projection on the route clamps to its end, and the vehicle is kilometres away.
  @Test("driving past the end of the route on another road is no arrival, nor is standing beyond it")
  func past() throws {
    vehicle.setDestinations([town.stop(try town.place("C"))])
    try vehicle.drive("AB")
    vehicle.conditions = try town.closing(("B", "C"), ("C", "D"), ("C", "G"))
    var events = try vehicle.drive("BFGH")
    #expect(events.statuses.map(\.status) == [.noRouteFound])
    events += vehicle.stand(at: try town.place("H"), seconds: 30)
    events += try vehicle.drive("HDE")
    events += vehicle.stand(at: try town.place("E"), seconds: 30)
    #expect(events.arrivals.isEmpty)
    #expect(vehicle.session?.state == .offRoute || vehicle.session?.state == .enroute)
  }
}
