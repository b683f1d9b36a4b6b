import Geometry
import Navigator
import RoadNetwork
import RoutePlan
import Routing
import TestSupport
import Testing

/// A reroute carries the direction the vehicle drives in, and drops it when it is slow or the fix old (Vela PR #277).
@Suite("The direction of a new route")
struct RerouteDirectionTests {
  let town: TestTown
  let router: RecordingRouter
  let vehicle: Vehicle

  /// On the way to a stop between H and K by the High Street, at B.
  init() throws {
    town = try TestTown()
    router = RecordingRouter(town.network)
    var settings = NavigatorSettings()
    settings.snapMaxDistanceMeters = 50
    vehicle = Vehicle(town, settings: settings, router: router)
    vehicle.fix(try town.place("A"))
    vehicle.assign(try town.plan(from: town.place("A"), to: [town.place("H", "K", 0.5)]))
    try vehicle.drive("AB")
  }

  /// Off the route down West Street with few fixes, the last one below F, from where either way leads there.
  private func strayed(speed: Double?, bearing: Double?) throws -> RouteStatusEvent {
    var events: [NavigatorEvent] = []
    for place in [try town.place("B", "F", 0.45), try town.place("B", "F", 0.9), try town.place("F", "I", 0.3)] {
      vehicle.clock += 20
      events += vehicle.fix(place, speed: speed, bearing: bearing)
    }
    return try #require(events.statuses.first { $0.cause == .offRoute })
  }

  /// By the clock alone.
  private func retry(until millis: Int64) {
    while let due = vehicle.session?.dueTimers(before: millis).first, due.name == .rerouteRetry {
      vehicle.send(.timer(.rerouteRetry))
    }
  }

  private func line(_ status: RouteStatusEvent) throws -> [Coordinate] {
    try #require(status.route?.legs.first).geometry
  }

  @Test("a vehicle that drives goes on in its direction")
  func driving() throws {
    let line = try line(strayed(speed: 10, bearing: 180))
    #expect(angleDifferenceDegrees(line.firstBearing, 180) < 5)
    #expect(!line.turnsRound)
    #expect(line.contains(try town.place("J")))
  }

  @Test("a slow one may leave in either direction")
  func slow() throws {
    let line = try line(strayed(speed: 0.5, bearing: 180))
    #expect(angleDifferenceDegrees(line.firstBearing, 0) < 5)
    #expect(line.contains(try town.place("F")))
    #expect(!line.contains(try town.place("J")))
    #expect(router.requests.last?.hasDirection == false)
  }

  @Test("without a speed the fixes themselves tell that it drives")
  func withoutSpeed() throws {
    let line = try line(strayed(speed: nil, bearing: 180))
    #expect(angleDifferenceDegrees(line.firstBearing, 180) < 5)
    // A bearing alone, of a vehicle of which nothing else is known, is none.
    let parked = Vehicle(town, router: router)
    parked.fix(try town.place("F", "I", 0.3), bearing: 180)
    parked.setDestinations([town.stop(try town.place("E"))])
    #expect(router.requests.last?.hasDirection == false)
  }

  @Test("a retry by the clock drops the direction when the last fix has become too old for it")
  func staleAtRetry() throws {
    vehicle.conditions = try town.closing(("H", "K"))
    let before = router.requests.count
    try vehicle.drive("BF")
    let last = vehicle.millis
    retry(until: last + 250_000)
    let attempts = router.requests.dropFirst(before)
    let young = attempts.filter { $0.atMillis <= last + 30_000 }
    let old = attempts.filter { $0.atMillis > last + 30_000 }
    #expect(young.count >= 2 && old.count >= 3)
    #expect(young.allSatisfy(\.hasDirection) && old.allSatisfy { !$0.hasDirection })
  }

  @Test("a road that opens minutes after the last fix is taken in either direction")
  func staleWhenOpened() throws {
    vehicle.conditions = try town.closing(("H", "K"))
    try vehicle.drive("BF")
    vehicle.clock += 200
    retry(until: vehicle.millis)
    let status = try #require(vehicle.change(.none).statuses.first)
    #expect(status.status == .ok && router.requests.last?.hasDirection == false)
  }
}

extension [Coordinate] {
  /// Degrees clockwise from north.
  var firstBearing: Double {
    guard let from = first, let to = dropFirst().first(where: { distanceMeters(from, $0) > 1 }) else { return .nan }
    return bearingDegrees(from: from, to: to)
  }

  /// Whether the line goes back on itself anywhere.
  var turnsRound: Bool {
    let pieces = zip(self, dropFirst()).filter { distanceMeters($0, $1) > 0.5 }
      .map { bearingDegrees(from: $0, to: $1) }
    return zip(pieces, pieces.dropFirst()).contains { angleDifferenceDegrees($0, $1) > 170 }
  }
}
