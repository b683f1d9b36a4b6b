import Geometry
import Navigator
import RoadNetwork
import RoutePlan
import Routing
import TestSupport
import Testing

@Suite("A session in the changelog")
struct SessionCodingTests {
  let town: TestTown

  init() throws { town = try TestTown() }

  /// Vehicles in every state, with everything that a session can hold.
  private func vehicles() throws -> [Vehicle] {
    func vehicle(_ body: (Vehicle) throws -> Void) rethrows -> Vehicle {
      let vehicle = Vehicle(town)
      try body(vehicle)
      return vehicle
    }
    let plan = try town.plan(
      from: town.place("A"), to: [town.place("C"), town.place("E")],
      change: { terms in
        terms.objective = .rateCard(perMinute: 0.5, perKilometer: 1.25, includeTolls: true)
        terms.avoid = AvoidSet([.ferries, .tunnels], vignetteCountries: ["AT", "CH"].compactMap { CountryCode($0) })
        terms.timeToleranceSeconds = 30
      })
    return [
      try vehicle { $0.fix(try town.place("A"), speed: 3, bearing: 12, accuracy: 5) },
      vehicle { $0.assign(plan) { $0.token = .success(OpenedToken(plan: plan, hash: TokenHash(high: .max, low: 0))) } },
      try vehicle {
        $0.fix(try town.place("A"))
        $0.assign(plan, alternatives: [plan]) {
          $0.stopIdentities = [
            StopIdentity(stopID: "ä", orderID: "", title: "t", labels: [Label(key: "k", value: "v")])
          ]
          $0.header.speedAlerts = SpeedAlertOptions(minorThreshold: 0.1, severityUpgradeSeconds: 3)
          $0.header.progressThresholds = ProgressThresholds(timeSeconds: .infinity)
        }
        try $0.drive("AB", speed: 20)
      },
      try vehicle {
        $0.fix(try town.place("A"))
        $0.assign(plan)
        try $0.drive("ABC")
        $0.assign(plan) { $0.header.activation = .afterCurrent }
      },
      try vehicle {
        $0.fix(try town.place("A"))
        $0.assign(plan)
        $0.conditions = try town.closing(("B", "F"), ("F", "G"), ("C", "G"), ("D", "H"), ("F", "I"))
        try $0.drive("AB")
        $0.drive([try town.place("B"), LocalPlane(origin: try town.place("B")).coordinate(x: 20, y: 120)])
      },
      try vehicle {
        $0.fix(try town.place("A"))
        $0.assign(plan) {
          $0.token = .failure(.tooLong)
          $0.waypoints = [
            Stop(
              coordinate: plan.destinations[0].location, preferredHeadingDegrees: 90, placeID: "p",
              navigationPointToken: "n")
          ]
        }
        try $0.drive("ABFG")
      },
    ]
  }

  private func restored(_ vehicle: Vehicle) -> Session? {
    vehicle.navigator.session(
      vehicleID: vehicle.id, route: vehicle.session?.encoded(.route), progress: vehicle.session?.encoded(.progress))
  }

  @Test("comes back equal from its two records, in every state")
  func roundtrip() throws {
    var states: Set<Session.State> = []
    for vehicle in try vehicles() {
      let session = try #require(vehicle.session)
      #expect(restored(vehicle) == session)
      states.insert(session.state)
    }
    #expect(states == Set(Session.State.allCases))
  }

  @Test("goes on after a restart with the same events as without one", arguments: Seeds.fromEnvironment(count: 4))
  func restart(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let (steady, restarted) = (Vehicle(town), Vehicle(town))
    // What the changelog holds: each record as it was written last.
    var records: [ChangelogKinds.RawValue: [UInt8]] = [:]
    let ways = ["ABC", "CGF", "FBC", "CDE"].shuffled(using: &random)
    for vehicle in [steady, restarted] {
      vehicle.fix(try town.place("A"))
      vehicle.assign(try town.plan(from: town.place("A"), to: [town.place("C"), town.place("E")]))
    }
    for kind in [ChangelogKinds.route, .progress] { records[kind.rawValue] = restarted.session?.encoded(kind) }
    for way in ways {
      let places = try way.map { try town.place($0) }
      for (from, to) in zip(places, places.dropFirst()) {
        for step in 1...20 {
          steady.clock += 1
          restarted.clock += 1
          let place = interpolated(from: from, to: to, fraction: Double(step) / 20)
          let course = bearingDegrees(from: from, to: to)
          let expected = steady.fix(place, speed: 10, bearing: course)
          #expect(restarted.fix(place, speed: 10, bearing: course) == expected, "seed \(seed)")
          for kind in [ChangelogKinds.route, .progress] where restarted.changes.contains(kind) {
            records[kind.rawValue] = restarted.session?.encoded(kind)
          }
          if random.oneIn(5) {
            restarted.session = restarted.navigator.session(
              vehicleID: restarted.id, route: records[ChangelogKinds.route.rawValue],
              progress: records[ChangelogKinds.progress.rawValue])
            #expect(restarted.session == steady.session, "seed \(seed)")
          }
        }
      }
      #expect(steady.continueTrip() == restarted.continueTrip())
      for kind in [ChangelogKinds.route, .progress] where restarted.changes.contains(kind) {
        records[kind.rawValue] = restarted.session?.encoded(kind)
      }
    }
  }

  @Test("an idle vehicle that never had an assignment needs no route record")
  func idle() throws {
    let vehicle = Vehicle(town)
    vehicle.fix(try town.place("A"))
    #expect(vehicle.session?.encoded(.route) == nil)
    #expect(vehicle.session?.encoded(.progress) != nil)
  }

  @Test("records of two different moments are no session")
  func mismatched() throws {
    let vehicle = Vehicle(town)
    vehicle.fix(try town.place("A"))
    vehicle.setDestinations([town.stop(try town.place("E"))])
    let old = vehicle.session?.encoded(.route)
    try vehicle.drive("ABF")
    #expect(vehicle.session?.routeRevision == 2)
    let progress = vehicle.session?.encoded(.progress)
    #expect(vehicle.navigator.session(vehicleID: "v", route: old, progress: progress) == nil)
    #expect(vehicle.navigator.session(vehicleID: "v", route: nil, progress: progress) == nil)
    #expect(vehicle.navigator.session(vehicleID: "v", route: old, progress: nil) == nil)
  }

  @Test("garbage, cut records and flipped bits never trap, and what still decodes can be driven on")
  func garbage() throws {
    var random = SeededRandom(seed: 7)
    for vehicle in try vehicles() {
      let route = vehicle.session?.encoded(.route)
      let progress = try #require(vehicle.session?.encoded(.progress))
      for length in 0..<progress.count {
        let cut = Array(progress.prefix(length))
        #expect(vehicle.navigator.session(vehicleID: "v", route: route, progress: cut) == nil)
      }
      for length in 0..<(route?.count ?? 0) {
        let cut = route.map { Array($0.prefix(length)) }
        #expect(vehicle.navigator.session(vehicleID: "v", route: cut, progress: progress) == nil)
      }
      for _ in 0..<2_000 {
        var (changedRoute, changedProgress) = (route, progress)
        if random.oneIn(2), let count = route?.count, count > 0 {
          changedRoute?[random.number(in: 0...count - 1)] ^= 1 << UInt8(random.number(in: 0...7))
        } else {
          changedProgress[random.number(in: 0...progress.count - 1)] ^= 1 << UInt8(random.number(in: 0...7))
        }
        guard let session = vehicle.navigator.session(vehicleID: "v", route: changedRoute, progress: changedProgress)
        else { continue }
        let driver = Vehicle(town)
        driver.session = session
        driver.clock = vehicle.clock + 1
        driver.fix(try town.place("C", "D", 0.4), speed: 10, bearing: 90)
        driver.continueTrip()
        driver.send(.timer(.rerouteRetry))
        driver.send(.timer(.dwell))
        driver.clear()
      }
      for _ in 0..<500 {
        let noise = (0..<random.number(in: 0...200)).map { _ in UInt8(random.number(in: 0...255)) }
        #expect(vehicle.navigator.session(vehicleID: "v", route: noise, progress: [1] + noise) == nil)
        #expect(vehicle.navigator.session(vehicleID: "v", route: noise, progress: [2] + noise) == nil)
      }
    }
  }

  @Test("a session of another edition of the map gets a new route before anything else")
  func otherNetwork() throws {
    let vehicle = Vehicle(town)
    vehicle.fix(try town.place("A"))
    vehicle.setDestinations([town.stop(try town.place("E"))])
    try vehicle.drive("AB")
    let map = try RoadMap(
      TestTown.drawing, spacing: 20, roads: ["IJK": [:], "ABCDE": ["maxspeed": "30"], "BFI": [:], "DHK": [:]])
    var other = Vehicle.Bare(map)
    other.session = other.navigator.session(
      vehicleID: vehicle.id, route: vehicle.session?.encoded(.route), progress: vehicle.session?.encoded(.progress))
    other.clock = vehicle.millis / 1_000
    let events = other.fix(try town.place("B", "C", 0.1), speed: 10, bearing: 90)
    #expect(events.statuses.map(\.status) == [.ok] && events.statuses.first?.header.routeRevision == 2)
    #expect(other.drive([try town.place("B", "C", 0.1), try town.place("E")]).arrivals.count == 1)
  }

  @Test("of another edition of the map is left as it is by a fix that is refused")
  func otherNetworkRefused() throws {
    let vehicle = Vehicle(town)
    vehicle.fix(try town.place("A"))
    vehicle.setDestinations([town.stop(try town.place("E"))])
    let map = try RoadMap(
      TestTown.drawing, spacing: 20, roads: ["IJK": [:], "ABCDE": ["maxspeed": "30"], "BFI": [:], "DHK": [:]])
    var other = Vehicle.Bare(map)
    other.session = other.navigator.session(
      vehicleID: vehicle.id, route: vehicle.session?.encoded(.route), progress: vehicle.session?.encoded(.progress))
    let before = try #require(other.session)
    other.clock = vehicle.millis / 1_000 + 1
    let events = other.send(
      .locationUpdate(LocationUpdate(coordinate: try town.place("B"), takenAtMillis: other.clock * 1_000 + 300_001)))
    #expect(events.count == 1 && events.refusals.map(\.reason) == [.fromFuture])
    #expect(other.session == before)
  }

  @Test("waiting of any length is summed up without a trap and read again")
  func longWaiting() throws {
    var settings = NavigatorSettings()
    settings.sessionKeepMillis = .max
    let vehicle = Vehicle(town, settings: settings)
    // Before 1970, so that the waiting at the first stop alone is longer than the range.
    vehicle.clock = -Double(Vehicle.start) - 1_000_000
    vehicle.fix(try town.place("A"))
    vehicle.setDestinations(try "BC".map { town.stop(try town.place($0)) }) {
      $0.header.issuedAtMillis = vehicle.millis
    }
    try vehicle.drive("AB")
    vehicle.send(
      .continueToNextDestination(ContinueToNextDestination(stopIndex: 0, issuedAtMillis: vehicle.millis)))
    let end = Int64.max - 2_000_000_000
    #expect(vehicle.fix(try town.place("B", "C", 0.5), takenAt: end).stops.first?.kind == .departed)
    #expect(restored(vehicle) == vehicle.session)
    #expect(vehicle.fix(try town.place("C"), takenAt: end + 10_000).arrivals.count == 1)
    let events = vehicle.send(
      .continueToNextDestination(ContinueToNextDestination(stopIndex: 1, issuedAtMillis: end + 1_600_000_000)))
    #expect(events.summaries.first?.waitingSeconds == .max)
  }

  @Test("takes about a kibibyte for ten kilometres of town")
  func size() throws {
    let vehicle = Vehicle(town)
    vehicle.fix(try town.place("A"))
    // 50 blocks of 200 m.
    let back = (0..<12).map { $0 % 2 == 0 ? Character("K") : Character("A") }
    vehicle.setDestinations(try back.map { town.stop(try town.place($0)) })
    let length = vehicle.outputs.map(\.event).statuses.last?.route?.distanceMeters ?? 0
    let bytes = (vehicle.session?.encoded(.route)?.count ?? 0) + (vehicle.session?.encoded(.progress)?.count ?? 0)
    #expect(length > 8_000)
    #expect(bytes < 2_048)
  }
}
