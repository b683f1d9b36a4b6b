import Geometry

/// A fleet of simulated vehicles, second by second: assignments, fixes, and `continue` after each stop.
///
/// It listens to nobody: each vehicle drives its plan to the end (or a detour that it chose by itself), so that one seed gives one set of
/// records.
struct Fleet {
  struct Options {
    var vehicles = 10
    var jitterMeters = 4.0
    /// Share of the vehicles that drive another way than planned.
    var detourShare = 0.0
    var seed: UInt64 = 1
    /// Event time of the first second, milliseconds since 1970.
    var startMillis: Int64
    /// Seconds between the starts of two vehicles.
    var staggerSeconds: Double = 1
  }

  private enum Phase: Equatable {
    case waiting(untilSecond: Int)
    case driving(leg: Int)
    case standing(leg: Int, untilSecond: Int)
    case finished
  }

  private struct Member {
    var vehicle: SimulatedVehicle
    var trip: PlannedTrip
    /// What it really drives, leg by leg.
    var lines: [[Coordinate]]
    var phase: Phase
  }

  private var members: [Member] = []
  private var second = 0
  private let startMillis: Int64
  private static let secondsAtStop = 15

  /// Plans every vehicle's trip; vehicles for which no trip is found are left out.
  init(_ options: Options, planner: TripPlanner, progress: (Int) -> Void = { _ in }) {
    startMillis = options.startMillis
    var random = SplitMix64(seed: options.seed)
    for number in 0..<options.vehicles {
      progress(number)
      let startSecond = Int((Double(number) * options.staggerSeconds).rounded())
      guard let trip = Self.plan(&random, planner, atMillis: options.startMillis + Int64(startSecond) * 1_000) else {
        continue
      }
      var lines = trip.legs
      if random.unit() < options.detourShare, let detour = Self.detour(of: trip, &random, planner, options.startMillis)
      {
        lines[0] = detour
      }
      let vehicle = SimulatedVehicle(
        id: "vehicle-\(number + 1)", line: Polyline(lines[0]), cruiseMetersPerSecond: 8 + 6 * random.unit(),
        jitterMeters: options.jitterMeters, seed: random.next())
      members.append(Member(vehicle: vehicle, trip: trip, lines: lines, phase: .waiting(untilSecond: startSecond)))
    }
  }

  var vehicleCount: Int { members.count }
  var isFinished: Bool { members.allSatisfy { $0.phase == .finished } }

  /// The records of one second, in the order in which they are to be sent.
  mutating func nextSecond() -> [InputMessage] {
    let now = startMillis + Int64(second) * 1_000
    var messages: [InputMessage] = []
    for index in members.indices { messages += Self.advance(&members[index], second: second, now: now) }
    second += 1
    return messages
  }

  private static func advance(_ member: inout Member, second: Int, now: Int64) -> [InputMessage] {
    var messages: [InputMessage] = []
    let id = member.vehicle.id
    let assignment = "\(id)-a1"
    var isAssigning = false
    switch member.phase {
    case .finished: return []
    case .waiting(let until):
      guard second >= until else { return [] }
      member.phase = .driving(leg: 0)
      isAssigning = true
    case .driving(let leg):
      member.vehicle.advance(seconds: 1)
      if member.vehicle.isAtEnd { member.phase = .standing(leg: leg, untilSecond: second + secondsAtStop) }
    case .standing(let leg, let until) where second >= until:
      messages.append(.proceed(vehicle: id, assignment: assignment, stop: leg, atMillis: now))
      if leg + 1 < member.lines.count {
        member.vehicle.take(Polyline(member.lines[leg + 1]))
        member.phase = .driving(leg: leg + 1)
      } else {
        member.phase = .finished
      }
    case .standing: member.vehicle.stand()
    }
    if let fix = member.vehicle.report() { messages.append(.location(vehicle: id, fix, atMillis: now)) }
    if isAssigning { messages.append(assign(member, assignment: assignment, atMillis: now)) }
    return messages
  }

  private static func assign(_ member: Member, assignment: String, atMillis now: Int64) -> InputMessage {
    let id = member.vehicle.id
    guard let token = member.trip.token else {
      return .destinations(
        vehicle: id, assignment: assignment, trip: "\(id)-t1", stops: member.trip.stops, atMillis: now)
    }
    return .assignment(
      vehicle: id, assignment: assignment, trip: "\(id)-t1", token: token,
      stops: member.trip.stops.indices.map { "\(id)-stop-\($0 + 1)" }, atMillis: now)
  }

  private static func plan(_ random: inout SplitMix64, _ planner: TripPlanner, atMillis: Int64) -> PlannedTrip? {
    for _ in 0..<50 {
      guard let origin = planner.randomPlace(&random) else { return nil }
      let stops = (0..<(1 + Int(random.next() % 3))).compactMap { _ in planner.randomPlace(&random) }
      guard !stops.isEmpty, zip([origin] + stops, stops).allSatisfy({ distanceMeters($0, $1) > 150 }) else { continue }
      if let trip = planner.trip(from: origin, to: stops, atMillis: atMillis) { return trip }
    }
    return nil
  }

  /// The first leg by way of a place beside it.
  private static func detour(
    of trip: PlannedTrip, _ random: inout SplitMix64, _ planner: TripPlanner, _ atMillis: Int64
  ) -> [Coordinate]? {
    guard let first = trip.legs.first, let start = first.first, let end = first.last else { return nil }
    for _ in 0..<20 {
      guard let via = planner.randomPlace(&random) else { return nil }
      let length = distanceMeters(start, end)
      guard distanceMeters(start, via) > 100,
        distanceMeters(start, via) + distanceMeters(via, end) < 1.6 * length + 400,
        let around = planner.trip(from: start, to: [via, end], atMillis: atMillis)
      else { continue }
      return around.line
    }
    return nil
  }
}
