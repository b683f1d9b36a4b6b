import Geometry
import Navigator
import RoadNetwork
import RoutePlan
import Routing
import TestSupport
import Testing

/// J is no junction: the road from I to K is one edge, of which half can be closed.
@Suite("Closures of a part of a road")
struct PartialClosureTests {
  let town: TestTown
  let vehicle: Vehicle

  init() throws {
    town = try TestTown()
    vehicle = Vehicle(town)
  }

  private func closing(_ from: Character, _ to: Character) throws -> Conditions {
    let reference = SegmentReference(
      wayID: try town.map.way("IJK"), fromNodeID: town.map.osmNode(from), toNodeID: town.map.osmNode(to))
    let change = RoadConditionChange(
      key: "\(from)\(to)", update: RoadConditionUpdate(segment: .reference(reference), isClosed: true))
    return Conditions.none.applying([change], version: ConditionsVersion(nextOffsets: [9]), on: town.network).conditions
  }

  @Test("beyond the stop, on the last road, does not count")
  func beyondTheStop() throws {
    vehicle.fix(try town.place("F"))
    let stop = try town.place("I", "J", 0.5)
    vehicle.assign(try town.plan(from: town.place("F"), to: [stop]))
    vehicle.drive([try town.place("F"), try town.place("F", "I", 0.5)])
    #expect(vehicle.change(try closing("J", "K")).statuses.isEmpty)
    let driven = vehicle.drive([try town.place("F", "I", 0.5), try town.place("I"), stop])
    #expect(driven.statuses.isEmpty && driven.arrivals.count == 1)
  }

  @Test("before the stop, on the last road, does count")
  func beforeTheStop() throws {
    vehicle.fix(try town.place("F"))
    vehicle.assign(try town.plan(from: town.place("F"), to: [town.place("J", "K", 0.5)]))
    vehicle.drive([try town.place("F"), try town.place("F", "I", 0.5)])
    let status = try #require(vehicle.change(try closing("I", "J")).statuses.first)
    #expect(status.status == .ok && status.cause == .roadClosed)
    #expect(status.route?.legs.first?.geometry.contains(try town.place("K")) == true)
  }

  @Test("behind the vehicle, on the road under it, neither reroutes nor hinders a plan")
  func behindTheVehicle() throws {
    let plan = try town.plan(from: town.place("I"), to: [town.place("H")])
    let here = try town.place("J", "K", 0.2)
    vehicle.conditions = try closing("I", "J")
    vehicle.fix(here, speed: 10, bearing: 90)
    let events = vehicle.assign(plan)
    #expect(events.details.first?.status == .tokenSuccessfullyApplied)
    let driven = vehicle.drive([here, try town.place("K"), try town.place("H")])
    #expect(driven.statuses.isEmpty && driven.arrivals.count == 1)
  }

  @Test("behind the vehicle does not hinder a route without a token either")
  func setDestinations() throws {
    vehicle.conditions = try closing("I", "J")
    vehicle.fix(try town.place("J", "K", 0.2), speed: 10, bearing: 90)
    let status = try #require(vehicle.setDestinations([town.stop(try town.place("H"))]).statuses.first)
    #expect(status.status == .ok && (status.route?.distanceMeters ?? 0) < 350)
  }

  @Test("ahead of the vehicle, on the road under it, turns it round")
  func aheadOnTheSameRoad() throws {
    vehicle.fix(try town.place("I"))
    vehicle.assign(try town.plan(from: town.place("I"), to: [town.place("K", "H", 0.5)]))
    vehicle.drive([try town.place("I"), try town.place("I", "J", 0.3)])
    let status = try #require(vehicle.change(try closing("J", "K")).statuses.first)
    #expect(status.status == .ok && status.cause == .roadClosed)
    let line = try #require(status.route?.legs.first?.geometry)
    #expect(line.contains(try town.place("F")))
    #expect(!line.contains(try town.place("J")))
  }

  @Test("that the vehicle is in is driven out of")
  func inside() throws {
    vehicle.fix(try town.place("I"))
    vehicle.assign(try town.plan(from: town.place("I"), to: [town.place("H")]))
    vehicle.drive([try town.place("I"), try town.place("I", "J", 0.6)])
    #expect(vehicle.change(try closing("I", "J")).statuses.isEmpty)
    #expect(
      vehicle.drive([try town.place("I", "J", 0.6), try town.place("K"), try town.place("H")]).arrivals.count == 1)
  }

  @Test("behind a stop on the way makes the next leg turn round there")
  func betweenTwoStops() throws {
    let stop = try town.place("I", "J", 0.5)
    vehicle.conditions = try closing("J", "K")
    vehicle.fix(try town.place("F"))
    let events = vehicle.setDestinations([town.stop(stop), town.stop(try town.place("H"))])
    let legs = try #require(events.statuses.first?.route?.legs)
    #expect(legs.count == 2)
    #expect(legs[0].geometry.last == stop)
    #expect(!legs[1].geometry.contains(try town.place("J")))
    #expect(!legs[1].geometry.contains(try town.place("K")))
    #expect(legs[1].geometry.contains(try town.place("G")))
  }
}
