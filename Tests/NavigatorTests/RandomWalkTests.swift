import Geometry
import Navigator
import RoutePlan
import Routing
import TestSupport
import Testing

/// Vehicles that get anything in any order: what must hold whatever happens.
@Suite("Random days of a vehicle")
struct RandomWalkTests {
  private static let closings: [(Character, Character)] = [("C", "D"), ("F", "G"), ("B", "F"), ("D", "E"), ("G", "H")]
  private static let neighbours: [Character: String] = [
    "A": "B", "B": "ACF", "C": "BDG", "D": "CEH", "E": "D", "F": "BGI", "G": "CFH", "H": "DGK", "I": "FJ", "J": "IK",
    "K": "JH",
  ]

  private func day(_ seed: UInt64, _ town: TestTown, check: (Vehicle, [NavigatorEvent]) throws -> Void) throws
    -> Vehicle
  {
    var random = SeededRandom(seed: seed)
    let vehicle = Vehicle(town)
    var at: Character = "A"
    vehicle.fix(try town.place(at))
    for _ in 0..<120 {
      var events: [NavigatorEvent] = []
      switch random.number(in: 0...11) {
      case 0:
        let stops = try (0..<random.number(in: 1...3)).compactMap { _ in random.pick("ABCDEFGHIJK") }.map {
          try town.place($0)
        }
        let isQueued = random.oneIn(4)
        if random.oneIn(2), let plan = try? town.plan(from: town.place(at), to: stops) {
          events = vehicle.assign(plan, hash: UInt64(random.number(in: 0...3))) {
            $0.header.activation = isQueued ? .afterCurrent : .now
          }
        } else {
          events = vehicle.setDestinations(stops.map { town.stop($0) }) {
            $0.header.activation = isQueued ? .afterCurrent : .now
          }
        }
      case 1: events = vehicle.continueTrip(from: random.oneIn(3) ? nil : Int32(random.number(in: 0...3)))
      case 2 where random.oneIn(3): events = vehicle.clear()
      case 3:
        let pair = Self.closings[random.number(in: 0...4)]
        events = vehicle.change(random.oneIn(2) ? .none : try town.closing(pair, version: Int64(vehicle.clock)))
      case 4: events = vehicle.stand(at: try town.place(at), seconds: random.number(in: 1...15))
      case 5: events = vehicle.send(.timer(random.pick(TimerName.allCases.filter { $0 != .idleEviction }) ?? .dwell))
      case 6:
        events = vehicle.fix(
          try town.place("J"), takenAt: vehicle.millis - Int64(random.number(in: -3_000...60_000)))
      default:
        let next = random.pick(Self.neighbours[at] ?? "") ?? at
        let (start, end) = (try town.place(at), try town.place(next))
        let noise = random.number(in: 0...12)
        let speed = Double(random.number(in: 6...18))
        let steps = Int(200 / speed)
        for step in 1...steps {
          vehicle.clock += 1
          let plane = LocalPlane(origin: interpolated(from: start, to: end, fraction: Double(step) / Double(steps)))
          let place = plane.coordinate(
            x: Double(random.number(in: -noise...noise)), y: Double(random.number(in: -noise...noise)))
          events += vehicle.fix(place, speed: speed, bearing: bearingDegrees(from: start, to: end), accuracy: 8)
        }
        at = next
      }
      try check(vehicle, events)
    }
    return vehicle
  }

  @Test("keep every promise of the machine", arguments: Seeds.fromEnvironment(count: 20))
  func promises(_ seed: UInt64) throws {
    var arrived: Set<String> = []
    var revisions: [String: UInt32] = [:]
    var closed: Set<String> = []
    _ = try day(seed, TestTown()) { vehicle, events in
      for event in events {
        switch event {
        case .routeStatus(let event):
          #expect((event.error == nil) == (event.status == .ok), "seed \(seed)")
          #expect(event.header.routeRevision >= revisions[event.header.assignmentID] ?? 0, "seed \(seed)")
          #expect(!closed.contains(event.header.assignmentID), "seed \(seed): \(event.cause)")
          revisions[event.header.assignmentID] = event.header.routeRevision
        case .arrival(let event):
          let stop = "\(event.header.assignmentID) \(event.header.stopIndex ?? -1)"
          #expect(arrived.insert(stop).inserted, "seed \(seed): second arrival at \(stop)")
        case .tripProgress(let event):
          #expect(event.remainingDistanceMeters >= event.remainingDistanceToNextStopMeters, "seed \(seed)")
          #expect(event.remainingDurationSeconds >= event.remainingDurationToNextStopSeconds, "seed \(seed)")
          #expect(event.remainingDistanceToNextStopMeters >= 0, "seed \(seed)")
          #expect(event.header.routeRevision == revisions[event.header.assignmentID], "seed \(seed)")
        case .tripSummary(let event): closed.insert(event.header.assignmentID)
        case .stop(let event): #expect(!closed.contains(event.header.assignmentID), "seed \(seed)")
        case .executionDetails, .refusal: break
        }
      }
      guard let session = vehicle.session else { return }
      let restored = vehicle.navigator.session(
        vehicleID: vehicle.id, route: session.encoded(.route), progress: session.encoded(.progress))
      #expect(restored == session, "seed \(seed)")
    }
  }

  @Test("are the same when they are lived again", arguments: Seeds.fromEnvironment(count: 3))
  func deterministic(_ seed: UInt64) throws {
    let first = try day(seed, TestTown()) { _, _ in }
    let second = try day(seed, TestTown()) { _, _ in }
    #expect(first.outputs == second.outputs, "seed \(seed)")
    #expect(first.session == second.session, "seed \(seed)")
    #expect(first.counters == second.counters, "seed \(seed)")
  }
}
