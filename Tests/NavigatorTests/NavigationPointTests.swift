import Geometry
import Navigator
import RoutePlan
import Routing
import TestSupport
import Testing

/// A place whose address lies on one street and whose gate lies on another.
@Suite("Navigation points")
struct NavigationPointTests {
  let town: TestTown
  let vehicle: Vehicle
  /// Beside the High Street, between C and D.
  let address: Coordinate
  /// Beside Second Street, between G and H.
  let gate: Coordinate

  init() throws {
    town = try TestTown()
    vehicle = Vehicle(town)
    address = try town.place("C", "D", 0.5, right: 10)
    gate = try town.place("G", "H", 0.5, right: -10)
  }

  private func plan() throws -> RoutePlan {
    try town.plan(from: town.place("A"), to: [address]) { $0.destinations[0].navigationPoint = self.gate }
  }

  @Test("a plan with a navigation point leads there, and is followed as planned")
  func planned() throws {
    vehicle.fix(try town.place("A"))
    let events = vehicle.assign(try plan())
    #expect(events.details.first?.status == .tokenSuccessfullyApplied)
    let end = try #require(events.statuses.first?.route?.legs.last?.geometry.last)
    #expect(distanceMeters(end, gate) < 11)
    #expect(distanceMeters(end, address) > 90)
    #expect(vehicle.session?.state == .enroute)
  }

  @Test("passing the address is no arrival, and a new route after a wrong turn leads to the navigation point again")
  func rerouted() throws {
    vehicle.fix(try town.place("A"))
    vehicle.assign(try plan())
    // The plan turns off at C; the vehicle goes on past the address.
    let passed = try vehicle.drive("ABCD")
    #expect(passed.arrivals.isEmpty)
    let status = try #require(passed.statuses.first)
    #expect(status.status == .ok && status.cause == .offRoute)
    let end = try #require(status.route?.legs.last?.geometry.last)
    #expect(distanceMeters(end, gate) < 11)
    let arrived = vehicle.drive([try town.place("D"), try town.place("H"), try town.place("H", "G", 0.5)])
    #expect(arrived.arrivals.count == 1)
  }

  @Test("a vehicle away from the plan is led to the navigation point too")
  func away() throws {
    vehicle.fix(try town.place("K"))
    let events = vehicle.assign(try plan())
    let end = try #require(events.statuses.first?.route?.legs.last?.geometry.last)
    #expect(distanceMeters(end, gate) < 11)
  }
}
