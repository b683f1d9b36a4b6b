import Geometry
import Navigator
import RoadNetwork
import RoutePlan
import Routing
import TestSupport
import Testing

@Suite("Progress")
struct ProgressTests {
  let town: TestTown
  let vehicle: Vehicle

  init() throws {
    town = try TestTown()
    vehicle = Vehicle(town)
    vehicle.fix(try town.place("A"))
  }

  private func go(to letters: String, change: (inout SetDestinations) -> Void = { _ in }) throws -> [NavigatorEvent] {
    vehicle.setDestinations(try letters.map { town.stop(try town.place($0)) }, change: change)
  }

  // mapbox #1404, #1469: remaining time and distance 0 until the vehicle moves.
  @Test("before the first movement the progress equals the plan")
  func equalsThePlan() throws {
    let events = try go(to: "CE")
    let (route, progress) = (try #require(events.statuses.first?.route), try #require(events.progress.first))
    #expect(progress.remainingDistanceMeters == route.distanceMeters)
    #expect(progress.remainingDurationSeconds == route.durationSeconds)
    #expect(progress.remainingDistanceToNextStopMeters == route.legs[0].distanceMeters)
    #expect(progress.remainingDurationToNextStopSeconds == route.legs[0].durationSeconds)
    #expect(progress.arrivals.map(\.stopIndex) == [0, 1])
    #expect(progress.traveledDistanceMeters == 0)
    let standing = vehicle.stand(at: try town.place("A"), seconds: 20).progress
    #expect(standing.allSatisfy { $0.remainingDistanceMeters == route.distanceMeters })
  }

  // F #699: remaining data stale. R #273: the listener never fires.
  @Test("what remains falls steadily, never jumps to zero and is never negative")
  func steady() throws {
    _ = try go(to: "E")
    var former = Int32.max
    for progress in try vehicle.drive("ABCDE").progress {
      #expect(progress.remainingDistanceMeters <= former && progress.remainingDistanceMeters >= 0)
      #expect(former == .max || former - progress.remainingDistanceMeters <= 60)
      #expect(progress.remainingDurationSeconds >= 0)
      former = progress.remainingDistanceMeters
    }
    #expect(former <= 35)
  }

  @Test("by default an event comes after 25 m or 5 s, not with every fix")
  func defaults() throws {
    _ = try go(to: "E")
    let events = try vehicle.drive("AB", speed: 5)
    #expect((7...11).contains(events.progress.count))
  }

  @Test("zero and negative thresholds mean the default, one and one is every fix, infinity is off")
  func thresholds() throws {
    func count(_ time: Double?, _ distance: Double?) throws -> Int {
      let vehicle = Vehicle(town)
      vehicle.fix(try town.place("A"))
      vehicle.setDestinations([town.stop(try town.place("E"))]) {
        $0.header.progressThresholds = ProgressThresholds(timeSeconds: time, distanceMeters: distance)
      }
      return vehicle.drive([try town.place("A"), try town.place("A", "B", 0.9)], speed: 5).progress.count
    }
    let byDefault = try count(nil, nil)
    #expect(try count(0, 0) == byDefault && count(-1, -5) == byDefault && count(.nan, .nan) == byDefault)
    #expect(try count(1, 1) == 36)
    #expect(try count(.infinity, .infinity) == 0)
    #expect(try count(.infinity, 60) < byDefault)
  }

  @Test("the raw position stands beside the snapped one")
  func snapped() throws {
    _ = try go(to: "E")
    try vehicle.drive("AB")
    vehicle.clock += 5
    let raw = try town.place("B", "C", 0.5, right: 8)
    let progress = try #require(vehicle.fix(raw, speed: 10, bearing: 90).progress.last)
    #expect(progress.rawLocation == raw)
    let snapped = try #require(progress.snappedLocation)
    #expect(distanceMeters(snapped, try town.place("B", "C", 0.5)) < 1)
    #expect(progress.snappedHeadingDegrees == 90)
  }

  @Test("the next maneuver is named with its road and distance")
  func maneuver() throws {
    _ = try go(to: "K")
    let events = try vehicle.drive("AB")
    let maneuver = try #require(events.progress.last?.nextManeuver)
    #expect(!maneuver.roadName.isEmpty && maneuver.distanceMeters >= 0)
    #expect(maneuver.type == Int32(Maneuver.turnRight.rawValue))
  }

  // heremaps #389: a stop in a junction hides the maneuver after it.
  @Test("the next maneuver is told also when it lies beyond the stop")
  func maneuverBeyondStop() throws {
    vehicle.setDestinations([town.stop(try town.place("B", "C", 0.5)), town.stop(try town.place("G"))])
    let progress = try #require(vehicle.drive([try town.place("A"), try town.place("B")]).progress.last)
    let maneuver = try #require(progress.nextManeuver)
    #expect(maneuver.roadName == "Middle Lane")
    #expect(maneuver.distanceMeters > progress.remainingDistanceToNextStopMeters)
  }

  // F #464: full route, current leg and traveled path are three things.
  @Test("the distance traveled is what was driven, on the route and off it")
  func traveled() throws {
    _ = try go(to: "E")
    let onRoute = try #require(try vehicle.drive("ABC").progress.last)
    #expect(abs(onRoute.traveledDistanceMeters - 400) <= 25)
    let off = try #require(try vehicle.drive("CGH").progress.last)
    #expect(abs(off.traveledDistanceMeters - 720) <= 60)
  }

  @Test("jitter at a standstill adds no distance", arguments: Seeds.fromEnvironment(count: 5))
  func jitter(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    _ = try go(to: "E") { $0.header.progressThresholds = ProgressThresholds(timeSeconds: 1, distanceMeters: 1) }
    try vehicle.drive("AB")
    let plane = LocalPlane(origin: try town.place("B"))
    var last: Int32 = 0
    for _ in 0..<300 {
      vehicle.clock += 1
      let events = vehicle.fix(
        plane.coordinate(x: Double(random.number(in: -8...8)), y: Double(random.number(in: -8...8))), speed: 0,
        accuracy: 8)
      last = events.progress.last?.traveledDistanceMeters ?? last
    }
    #expect(last <= 225, "seed \(seed)")
  }

  @Test("the expected arrivals are absolute and in order")
  func arrivals() throws {
    _ = try go(to: "BCE")
    let progress = try #require(
      vehicle.drive([try town.place("A"), try town.place("A", "B", 0.5)]).progress.last)
    #expect(progress.arrivals.map(\.stopIndex) == [0, 1, 2])
    let times = progress.arrivals.map(\.arrivalMillis)
    #expect(times == times.sorted() && times[0] > vehicle.millis)
    #expect(progress.arrivals.last?.distanceMeters == progress.remainingDistanceMeters)
    #expect(progress.arrivals.last?.durationSeconds == progress.remainingDurationSeconds)
  }

  @Test("with guidance stopped at arrival nothing more is told; else it runs to zero")
  func afterArrival() throws {
    for stops in [true, false] {
      let vehicle = Vehicle(town)
      vehicle.fix(try town.place("A"))
      vehicle.setDestinations([town.stop(try town.place("C"))]) { $0.header.stopGuidanceAtArrival = stops }
      vehicle.drive([try town.place("A"), try town.place("B", "C", 0.9)])
      #expect(vehicle.session?.state == .arrived)
      let events = vehicle.drive([try town.place("B", "C", 0.9), try town.place("C")], speed: 2)
      #expect(events.progress.isEmpty == stops)
      if !stops { #expect((events.progress.last?.remainingDistanceToNextStopMeters ?? 99) <= 8) }
    }
  }

  @Test("speed alerts: share over the limit, severity, and the upgrade after its time")
  func speeding() throws {
    _ = try go(to: "E") {
      $0.header.speedAlerts = SpeedAlertOptions(minorThreshold: 0.1, majorThreshold: 0.5, severityUpgradeSeconds: 4)
    }
    func speeding(at share: Double, kilometersPerHour: Double) throws -> Speeding? {
      vehicle.clock += 3
      let place = try town.place("A", "E", share)
      return vehicle.fix(place, speed: kilometersPerHour / 3.6, bearing: 90).progress.last?.speeding
    }
    #expect(try speeding(at: 0.05, kilometersPerHour: 48) == Speeding(severity: .notSpeeding, percentage: 0))
    #expect(try speeding(at: 0.1, kilometersPerHour: 52) == Speeding(severity: .notSpeeding, percentage: 4))
    #expect(try speeding(at: 0.15, kilometersPerHour: 60) == Speeding(severity: .minor, percentage: 20))
    #expect(try speeding(at: 0.2, kilometersPerHour: 60) == Speeding(severity: .minor, percentage: 20))
    #expect(try speeding(at: 0.25, kilometersPerHour: 60) == Speeding(severity: .major, percentage: 20))
    #expect(try speeding(at: 0.3, kilometersPerHour: 40)?.severity == .notSpeeding)
    #expect(try speeding(at: 0.35, kilometersPerHour: 80) == Speeding(severity: .major, percentage: 60))
  }

  @Test("a severity that is not set never fires, and an unknown limit or speed is said to be unknown")
  func speedingGaps() throws {
    _ = try go(to: "E") { $0.header.speedAlerts = SpeedAlertOptions(minorThreshold: -1, majorThreshold: 0.5) }
    vehicle.clock += 3
    let minor = vehicle.fix(try town.place("A", "B", 0.4), speed: 16, bearing: 90).progress.last?.speeding
    #expect(minor?.severity == .notSpeeding)
    vehicle.clock += 3
    let unknown = vehicle.fix(try town.place("A", "B", 0.7), bearing: 90).progress.last?.speeding
    #expect(unknown == Speeding(severity: .unknown, percentage: -1))
  }

  @Test("nobody who has not asked for speed alerts gets any")
  func speedingOff() throws {
    _ = try go(to: "E")
    #expect(try vehicle.drive("AB", speed: 40).progress.allSatisfy { $0.speeding == nil })
  }
}
