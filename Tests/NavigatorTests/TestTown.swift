import Geometry
import MapMatching
import Navigator
import RoadNetwork
import RoutePlan
import Routing
import TestSupport

/// The town that most tests drive in. A character is 20 m, so a street between two letters is 200 m.
///
/// ```
/// A---------B---------C---------D---------E
///           |         |         |
///           F---------G---------H
///           |                   |
///           I---------J---------K
/// ```
struct TestTown {
  let map: RoadMap

  static let drawing = """
    A---------B---------C---------D---------E
              |         |         |
              |         |         |
              |         |         |
              |         |         |
              |         |         |
              F---------G---------H
              |                   |
              |                   |
              |                   |
              |                   |
              |                   |
              I---------J---------K
    """

  init() throws {
    map = try RoadMap(
      Self.drawing, spacing: 20,
      roads: [
        "ABCDE": ["name": "High Street", "maxspeed": "50"], "BFI": ["name": "West Street"],
        "CG": ["name": "Middle Lane"], "DHK": ["name": "East Street"], "FGH": ["name": "Second Street"],
        "IJK": ["name": "Third Street"],
      ])
  }

  var network: RoadNetwork { map.network }

  func place(_ name: Character) throws -> Coordinate { try map.coordinate(name) }

  /// A place between two letters, at a share of the way, moved to the right by metres.
  func place(_ from: Character, _ to: Character, _ share: Double, right meters: Double = 0) throws -> Coordinate {
    let (start, end) = (try place(from), try place(to))
    let point = interpolated(from: start, to: end, fraction: share)
    if meters == 0 { return point }
    let radians = (bearingDegrees(from: start, to: end) + 90) * .pi / 180
    let plane = LocalPlane(origin: point)
    return plane.coordinate(x: Trigonometry.sine(radians) * meters, y: Trigonometry.cosine(radians) * meters)
  }

  func stop(_ place: Coordinate, id: String = "") -> Stop { Stop(coordinate: place, stopID: id) }

  /// The plan that the issuing side would make for a drive from one place to others.
  func plan(
    from origin: Coordinate, to stops: [Coordinate], change: (inout RoutePlan.Terms) -> Void = { _ in },
    mode: TravelMode = .drive, conditions: Conditions = .none
  ) throws -> RoutePlan {
    var terms = RoutePlan.Terms(
      origin: PlannedWaypoint(location: origin), destinations: stops.map { PlannedWaypoint(location: $0) },
      issuer: .computeRoutes)
    change(&terms)
    let route = try DijkstraRouter(network).route(
      RouteRequest(
        start: .waypoint(Waypoint(origin)), stops: terms.destinations.map(\.waypoint), mode: mode,
        objective: terms.objective, avoid: terms.avoid, conditions: conditions))
    return RoutePlan(
      route, on: network, terms: terms, conditionsVersion: conditions.version, issuedAtMillis: Vehicle.start * 1_000)
  }

  /// Conditions with the road between two neighbouring letters closed, in both directions.
  func closing(_ pairs: (Character, Character)..., version: Int64 = 1) throws -> Conditions {
    var changes: [RoadConditionChange] = []
    for (from, to) in pairs {
      for (start, end) in [(from, to), (to, from)] {
        let reference = SegmentReference(try map.edge(start, end), on: network)
        changes.append(
          RoadConditionChange(
            key: "\(start)\(end)", update: RoadConditionUpdate(segment: .reference(reference), isClosed: true)))
      }
    }
    return Conditions.none.applying(changes, version: ConditionsVersion(nextOffsets: [version]), on: network).conditions
  }

  /// Conditions with one closure along a road, in one direction, from one letter of it to another.
  func closing(
    along road: String, from: Character, to: Character, key: String, after former: Conditions = .none,
    version: Int64 = 1
  ) throws -> Conditions {
    let reference = SegmentReference(
      wayID: try map.way(road), fromNodeID: map.osmNode(from), toNodeID: map.osmNode(to))
    let change = RoadConditionChange(
      key: key, update: RoadConditionUpdate(segment: .reference(reference), isClosed: true))
    return former.applying([change], version: ConditionsVersion(nextOffsets: [version]), on: network).conditions
  }

  /// Conditions with a speed on the road from one letter to a neighbouring one.
  func slowing(_ from: Character, _ to: Character, kilometersPerHour: Double, version: Int64 = 1) throws -> Conditions {
    let reference = SegmentReference(try map.edge(from, to), on: network)
    let change = RoadConditionChange(
      key: "\(from)\(to)",
      update: RoadConditionUpdate(segment: .reference(reference), speedKilometersPerHour: kilometersPerHour))
    return Conditions.none.applying([change], version: ConditionsVersion(nextOffsets: [version]), on: network)
      .conditions
  }
}
