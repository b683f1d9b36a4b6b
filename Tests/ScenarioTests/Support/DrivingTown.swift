import Broker
import Geometry
import Messages
import Navigator
import RoadNetwork
import RoutePlan
import RouteTokens
import Routing
import SimulatedBroker
import TestSupport
import Worker

/// A town with vehicles that are sent to stops by token and drive there, and workers with the real navigator.
///
/// ```
/// A---------B---------C---------D---------E      a character is 20 m
///           |         |         |
///           F---------G---------H
///           |                   |
///           I---------J---------K
/// ```
struct DrivingTown {
  static let drawing = """
    A---------B---------C---------D---------E
              |         |         |
              |         |         |
              |         |         |
              F---------G---------H
              |                   |
              |                   |
              |                   |
              I---------J---------K
    """
  /// 2026-01-01T00:00:00Z, long past for the simulation's later clock.
  static let start: Int64 = 1_767_225_600_000

  let map: RoadMap
  let keys: KeyRing
  let parts: WorkerParts

  init() throws {
    map = try RoadMap(
      Self.drawing, spacing: 20,
      roads: [
        "ABCDE": ["name": "High Street", "maxspeed": "50"], "BFI": ["name": "West Street"],
        "CG": ["name": "Middle Lane"],
        "DHK": ["name": "East Street"], "FGH": ["name": "Second Street"], "IJK": ["name": "Third Street"],
      ])
    keys = try KeyRing.generate()
    parts = WorkerParts(network: map.network, tokens: TokenOpener(keys: keys), version: "test")
  }

  /// A fleet over records that were all there before the first worker starts.
  func fleet(
    seed: UInt64, records: [OutgoingRecord], partitions: Int32 = 2,
    simulation: SimulationSettings = SimulationSettings(),
    board: ConditionsBoard = .complete, passRecords: Int = 40, sessionsBytes: Int64 = .max
  ) -> Fleet<NavigatorProcessor> {
    var simulation = simulation
    // Every deadline of these records has long passed.
    simulation.startMillis = Self.start + 400 * 86_400_000
    var settings = WorkerSettings.scenario
    settings.outputEncoding = .json
    settings.passRecords = passRecords
    settings.restoreRecords = 50
    let topics = WorkerTopics(
      catalogue: TopicCatalogue(), partitionCount: partitions, deadLetterPartitionCount: partitions,
      conditionsPartitionCount: 1)
    let parts = parts
    let budget = SessionBudget(limitBytes: sessionsBytes)
    let fleet = Fleet(
      seed: seed, partitions: partitions, cluster: SimulatedCluster(simulation), settings: settings,
      sessionBudget: budget,
      processor: {
        NavigatorProcessor(
          navigator: Navigator(network: parts.network, router: DijkstraRouter(parts.network)),
          surroundings: .init(
            topics: topics, settings: settings, tokens: parts.tokens, board: board, sessionBudget: budget,
            version: "test"))
      })
    for record in records { fleet.cluster.append(record) }
    return fleet
  }

  // MARK: Records

  func record(_ role: TopicRole, _ vehicle: String, _ type: String, at millis: Int64, _ fields: String)
    -> OutgoingRecord
  {
    OutgoingRecord(
      topic: TopicCatalogue().name(of: role), key: Array(vehicle.utf8),
      value: Array("{\"vehicleId\":\"\(vehicle)\",\(fields)}".utf8),
      headers: [RecordHeader("ce_type", Array("navigator.v1.\(type)".utf8))], timestampMillis: millis)
  }

  func fix(_ vehicle: String, _ place: Coordinate, at millis: Int64) -> OutgoingRecord {
    record(
      .locationUpdates, vehicle, "LocationUpdate", at: millis,
      "\"location\":{\"latitude\":\(place.latitude),\"longitude\":\(place.longitude)},\"accuracyMeters\":5")
  }

  func assignment(_ vehicle: String, _ id: String, from origin: Coordinate, to stops: [Coordinate], at millis: Int64)
    throws
    -> OutgoingRecord
  {
    let route = try DijkstraRouter(map.network).route(
      RouteRequest(start: .waypoint(Waypoint(origin)), stops: stops.map { Waypoint($0) }))
    let plan = RoutePlan(
      route, on: map.network,
      terms: RoutePlan.Terms(
        origin: PlannedWaypoint(location: origin), destinations: stops.map { PlannedWaypoint(location: $0) },
        issuer: .computeRoutes), conditionsVersion: .none, issuedAtMillis: millis)
    let token = try TokenSealer(keys: keys).seal(plan, nonce: .random)
    return record(
      .routeAssignments, vehicle, "AssignRouteToken", at: millis,
      "\"assignmentId\":\"\(id)\",\"routeToken\":\"\(token)\"")
  }

  /// Vehicle number n: assigned, driven past its stops at 10 m/s with a fix each two seconds, sent on after each arrival.
  func trip(_ number: Int, wandering: Bool) throws -> [OutgoingRecord] {
    let vehicle = "v\(number)"
    let (origin, turns, stops) = Self.itineraries[number % Self.itineraries.count]
    let begin = Self.start + Int64(number) * 700
    let stopPlaces = try stops.map { try map.coordinate($0) }
    var records = [fix(vehicle, try map.coordinate(origin), at: begin)]
    records.append(
      try assignment(vehicle, "a\(number)", from: try map.coordinate(origin), to: stopPlaces, at: begin + 1_000))
    var time = begin + 2_000
    var stopIndex = 0
    var here = origin
    for (index, next) in (wandering ? Self.detour(turns) : turns).enumerated() {
      let (start, end) = (try map.coordinate(here), try map.coordinate(next))
      let length = distanceMeters(start, end)
      for step in 0..<max(1, Int(length / 20)) {
        records.append(fix(vehicle, interpolated(from: start, to: end, fraction: Double(step) * 20 / length), at: time))
        time += 2_000
      }
      here = next
      if stopIndex < stops.count, stops[stopIndex] == next {
        for _ in 0..<3 {
          records.append(fix(vehicle, end, at: time))
          time += 2_000
        }
        records.append(
          record(
            .routeAssignments, vehicle, "ContinueToNextDestination", at: time,
            "\"requestId\":\"r\(number)-\(stopIndex)\",\"stopIndex\":\(stopIndex)"))
        time += 1_000
        stopIndex += 1
      }
      if number % 5 == 3, index == 1 {
        records.append(
          OutgoingRecord(
            topic: TopicCatalogue().name(of: .locationUpdates), key: Array(vehicle.utf8),
            value: Array("{nonsense".utf8),
            timestampMillis: time))
      }
    }
    return records
  }

  /// Trips of several vehicles, merged as a broker would have received them.
  func traffic(_ vehicles: Int) throws -> [OutgoingRecord] {
    var records: [OutgoingRecord] = []
    for number in 0..<vehicles { records += try trip(number, wandering: number % 3 == 2) }
    return records.enumerated().sorted {
      ($0.element.timestampMillis ?? 0, $0.offset) < ($1.element.timestampMillis ?? 0, $1.offset)
    }.map(\.element)
  }

  private static let itineraries: [(Character, [Character], [Character])] = [
    ("A", ["B", "C", "D", "E"], ["C", "E"]),
    ("I", ["F", "G", "H", "D"], ["G", "D"]),
    ("E", ["D", "C", "B", "A"], ["B", "A"]),
    ("K", ["J", "I", "F", "B"], ["I", "B"]),
  ]

  /// Leaves the plan by a neighbouring street and comes back to it.
  private static func detour(_ turns: [Character]) -> [Character] {
    switch turns.prefix(2) {
    case ["D", "C"]: ["D", "H", "G", "C"] + turns.dropFirst(2)
    case ["B", "C"]: ["B", "F", "G", "C"] + turns.dropFirst(2)
    default: turns
    }
  }
}

extension ConditionsBoard {
  /// A board whose topic was read to its end, with nothing in it.
  static var complete: ConditionsBoard {
    let board = ConditionsBoard()
    board.publish(.init(conditions: .none), isComplete: true)
    return board
  }
}
