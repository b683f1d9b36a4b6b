import Geometry
import Navigator
import RoadNetwork
import RoutePlan
import Routing
import TestSupport
import Testing

@Suite("Roads that change while the vehicle is at a stop")
struct ClosedAtStopTests {
  let town: TestTown
  let vehicle: Vehicle

  /// At the first of two stops, between B and C; the second one is E.
  init() throws {
    town = try TestTown()
    vehicle = Vehicle(town)
    vehicle.fix(try town.place("A"))
    vehicle.assign(try town.plan(from: town.place("A"), to: [town.place("B", "C", 0.5), town.place("E")]))
    vehicle.drive([try town.place("A"), try town.place("B", "C", 0.5)])
    #expect(vehicle.session?.state == .arrived)
  }

  private var arrivals: [Int32?] { vehicle.outputs.map(\.event).arrivals.map(\.header.stopIndex) }

  @Test("a closure behind the stop is told at once, with the legs that remain, and the arrival stays one")
  func closed() throws {
    let events = vehicle.change(try town.closing(("C", "D")))
    let status = try #require(events.statuses.first)
    #expect(events.count == 1)
    #expect(status.status == .ok && status.cause == .roadClosed && status.error == nil)
    #expect(status.header.routeRevision == 2 && status.header.stopIndex == 0)
    #expect(status.route?.legs.map(\.stopIndex) == [1])
    #expect(status.route?.legs.first?.geometry.contains(try town.place("H")) == true)
    #expect(vehicle.session?.state == .arrived)
    #expect(vehicle.changes == .all)

    #expect(vehicle.stand(at: try town.place("B", "C", 0.5), seconds: 20).isEmpty)
    let searches = vehicle.counters[.routeSearches]
    let advanced = vehicle.continueTrip(from: 0)
    #expect(advanced.statuses.map(\.cause) == [.advanced])
    #expect(advanced.statuses.first?.header.routeRevision == 2)
    #expect(vehicle.counters[.routeSearches] == searches)
    let driven = vehicle.drive([
      try town.place("B", "C", 0.5), try town.place("C"), try town.place("G"), try town.place("H"),
      try town.place("D"), try town.place("E"),
    ])
    #expect(driven.statuses.isEmpty)
    #expect(arrivals == [0, 1])
  }

  @Test("a restart between the closure and continue changes nothing")
  func restart() throws {
    vehicle.change(try town.closing(("C", "D")))
    let before = vehicle.session
    vehicle.session = vehicle.navigator.session(
      vehicleID: vehicle.id, route: before?.encoded(.route), progress: before?.encoded(.progress))
    #expect(vehicle.session == before)
    #expect(vehicle.continueTrip(from: 0).statuses.map(\.cause) == [.advanced])
    #expect(arrivals == [0])
  }

  @Test("a closure without a way round is told once, tried again, and passes away")
  func noWayRound() throws {
    let blocked = try town.closing(("C", "D"), ("C", "G"), ("A", "B"), ("B", "F"))
    let events = vehicle.change(blocked)
    #expect(events.statuses.map(\.status) == [.noRouteFound] && events.statuses.first?.cause == .roadClosed)
    #expect(events.statuses.first?.header.routeRevision == 1)
    let due = try #require(vehicle.session?.dueTimers(before: .max).first { $0.name == .rerouteRetry })
    vehicle.clock = Double(due.deadlineMillis / 1_000 - Vehicle.start)
    #expect(vehicle.send(.timer(.rerouteRetry)).isEmpty)
    #expect(vehicle.stand(at: try town.place("B", "C", 0.5), seconds: 30).isEmpty)
    vehicle.change(try town.closing(("C", "D"), version: 2))
    let opened = vehicle.stand(at: try town.place("B", "C", 0.5), seconds: 61)
    #expect(opened.statuses.map(\.status) == [.ok] && opened.statuses.first?.cause == .roadClosed)
    #expect(vehicle.session?.state == .arrived && arrivals == [0])
  }

  @Test("a closure that begins while the vehicle stands is noticed at the next fix")
  func beginsLater() throws {
    let reference = SegmentReference(try town.map.edge("C", "D"), on: town.network)
    let update = RoadConditionUpdate(
      segment: .reference(reference), isClosed: true, validFromMillis: vehicle.millis + 10_000)
    vehicle.conditions =
      Conditions.none.applying(
        [RoadConditionChange(key: "later", update: update)], version: ConditionsVersion(nextOffsets: [1]),
        on: town.network
      ).conditions
    #expect(vehicle.stand(at: try town.place("B", "C", 0.5), seconds: 8).statuses.isEmpty)
    #expect(vehicle.stand(at: try town.place("B", "C", 0.5), seconds: 4).statuses.map(\.cause) == [.roadClosed])
  }

  @Test("a closure on the way that was driven, or at the last stop, says nothing")
  func nothing() throws {
    #expect(vehicle.change(try town.closing(("A", "B"))).isEmpty)
    vehicle.conditions = .none
    vehicle.continueTrip(from: 0)
    vehicle.drive([try town.place("B", "C", 0.5), try town.place("E")])
    #expect(vehicle.session?.state == .arrived)
    #expect(vehicle.change(try town.closing(("D", "E"), ("C", "D"), version: 3)).isEmpty)
    #expect(arrivals == [0, 1])
  }

  @Test("a faster route behind the stop is taken at once too")
  func faster() throws {
    let events = vehicle.change(try town.slowing("C", "D", kilometersPerHour: 2))
    #expect(events.statuses.map(\.cause) == [.fasterRoute])
    #expect(events.statuses.first?.route?.legs.map(\.stopIndex) == [1])
    #expect(vehicle.continueTrip(from: 0).statuses.map(\.cause) == [.advanced])
  }

  @Test("a vehicle that has driven on without continue gets its way from where it is")
  func drivenOn() throws {
    try vehicle.drive("CG")
    #expect(vehicle.session?.state == .arrived)
    let events = vehicle.change(try town.closing(("C", "D")))
    #expect(events.statuses.map(\.cause) == [.roadClosed])
    #expect((events.statuses.first?.route?.distanceMeters ?? 0) < 650)
    #expect(arrivals == [0])
  }
}
