import Geometry
import Navigator
import Routing
import TestSupport
import Testing

@Suite("A reroute that finds no route")
struct RerouteFailureTests {
  let town: TestTown
  let vehicle: Vehicle

  /// Off the route in West Street, with every way to E closed.
  init() throws {
    town = try TestTown()
    var settings = NavigatorSettings()
    settings.snapMaxDistanceMeters = 50
    vehicle = Vehicle(town, settings: settings)
    vehicle.fix(try town.place("A"))
    vehicle.setDestinations([town.stop(try town.place("E"))])
    try vehicle.drive("AB")
    vehicle.conditions = try town.closing(("D", "E"))
  }

  @Test("is told once with its cause, and the old route stays")
  func toldOnce() throws {
    let events = try vehicle.drive("BFG")
    let failures = events.statuses.filter { $0.status == .noRouteFound }
    #expect(failures.count == 1)
    #expect(failures.first?.error != nil && failures.first?.route != nil)
    #expect(vehicle.session?.routeRevision == 1)
  }

  @Test("names the closure without which there would be a way, off the route and at the beginning")
  func closureToBlame() throws {
    var settings = NavigatorSettings()
    settings.snapMaxDistanceMeters = 50
    let trapped = Vehicle(town, settings: settings)
    trapped.fix(try town.place("A"))
    trapped.setDestinations([town.stop(try town.place("E"))])
    try trapped.drive("AB")
    // West Street is open from B to F alone, and no road leads on from there.
    trapped.conditions = try town.closing(
      along: "BFI", from: "F", to: "B", key: "FB", after: town.closing(("F", "G"), ("F", "I")))
    let failure = try #require(trapped.drive("BF").statuses.first)
    #expect(failure.status == .noRouteFound && failure.cause == .offRoute)
    #expect(failure.closedRoad?.conditionKey == "FG")
    let late = Vehicle(town, settings: settings)
    late.conditions = try town.closing(("D", "E"))
    late.fix(try town.place("A"))
    let refused = try #require(late.setDestinations([town.stop(try town.place("E"))]).statuses.last)
    #expect(refused.status == .waypointError && refused.closedRoad?.conditionKey == "DE")
  }

  @Test("is tried again at intervals that double up to a minute, by the clock alone")
  func doubling() throws {
    vehicle.clock += 1
    vehicle.fix(try town.place("B", "C", 0.05), speed: 10, bearing: 90)
    var attempts: [Int64] = []
    var searches = vehicle.counters[.routeSearches]
    while let due = vehicle.session?.dueTimers(before: vehicle.millis + 250_000).first, due.name == .rerouteRetry {
      vehicle.send(.timer(.rerouteRetry))
      if vehicle.counters[.routeSearches] > searches { attempts.append(due.deadlineMillis) }
      searches = vehicle.counters[.routeSearches]
    }
    let waits = zip(attempts, attempts.dropFirst()).map { $1 - $0 }
    #expect(waits.prefix(4) == [10_000, 20_000, 40_000, 60_000])
    #expect(waits.dropFirst(4).allSatisfy { $0 == 60_000 })
    // A vehicle that has gone silent is not searched for for ever.
    #expect(attempts.count < 12)
  }

  @Test("is never due again at its own time, though no least interval is set")
  func noInterval() throws {
    var settings = NavigatorSettings()
    settings.snapMaxDistanceMeters = 50
    settings.rerouteMinIntervalMillis = 0
    let vehicle = Vehicle(town, settings: settings)
    vehicle.fix(try town.place("A"))
    vehicle.setDestinations([town.stop(try town.place("E"))])
    try vehicle.drive("AB")
    vehicle.conditions = try town.closing(("D", "E"))
    func retry() -> Int64? {
      vehicle.session?.dueTimers(before: .max).first { $0.name == .rerouteRetry }?.deadlineMillis
    }
    for step in 1...20 where retry() == nil {
      vehicle.clock += 1
      vehicle.fix(try town.place("B", "F", Double(step) / 20), speed: 10, bearing: 180)
    }
    let first = try #require(retry())
    try #require(first == vehicle.millis + 1_000)
    vehicle.send(.timer(.rerouteRetry))
    try #require(retry() == first + 2_000)
    // The next record, an hour later, fires what was due until the vehicle counts as silent, and is applied.
    vehicle.clock += 3_600
    vehicle.fix(try town.place("F"), speed: 10, bearing: 180)
    #expect(vehicle.session?.lastPositionMillis == vehicle.millis)
    #expect(vehicle.counters[.timersFired] < 20)
  }

  @Test("ends as soon as the road is open again")
  func reopened() throws {
    try vehicle.drive("BF")
    let events = vehicle.change(.none)
    #expect(events.statuses.map(\.status) == [.ok])
    #expect(vehicle.session?.state == .enroute)
  }
}
