import Geometry
public import RoadNetwork

/// Puts waypoints on the road: several candidates each, so that the search can choose those that are
/// joined with one another (osrm-backend#588, #5902; valhalla#6242).
public struct Snapping: Sendable {
  public let network: RoadNetwork
  public let mode: TravelMode
  public let conditions: Conditions
  public let atMillis: Int64
  public let settings: SnapSettings
  let restrictions: ActiveRestrictions

  public init(
    _ network: RoadNetwork, mode: TravelMode, conditions: Conditions = .none, atMillis: Int64 = 0,
    settings: SnapSettings = SnapSettings()
  ) {
    self.network = network
    self.mode = mode
    self.conditions = conditions
    self.atMillis = atMillis
    self.settings = settings
    restrictions = network.activeRestrictions(atMillis: atMillis)
  }

  /// Candidates beyond the nearest by more than this are kept only to leave an island.
  private static let spreadMeters = 50.0
  private static let candidateLimit = 12
  /// Candidates kept beside the nearest ones from large components, in case those are islands.
  private static let mainlandLimit = 4
  /// Edges a component must have to count as mainland: more than any parking lot or harbor, or a tenth
  /// of a small network.
  private var mainlandSize: Int { min(2_000, network.canonicalEdgeCount / 10) }
  private static let headingTolerance = 55.0
  /// Roads this near to one another are equally near: the point was not measured better.
  private static let equalMeters = 0.1
  /// Nearer than this the point is on the road, and no side can be told.
  private static let sideMeters = 1.0

  /// The places a waypoint may be served at, best first; empty when no usable road is near.
  ///
  /// Closed places are left out: the next open road serves instead (osrm-backend#5957).
  public func candidates(for waypoint: Waypoint) -> [SnapCandidate] {
    let near = places(near: waypoint.coordinate)
    var fitting = near
    var isHeadingKept = false
    if let heading = waypoint.headingDegrees, heading.isFinite {
      let ahead = near.filter { place in
        let bearing = network.match(place, of: waypoint.coordinate).bearingDegrees
        return angleDifferenceDegrees(bearing, heading) <= Self.headingTolerance
      }
      if !ahead.isEmpty { (fitting, isHeadingKept) = (ahead, true) }
    }
    return bestPlaces(fitting, for: waypoint, isHeadingKept).map { place, handicapMeters in
      let match = network.match(place, of: waypoint.coordinate)
      return SnapCandidate(
        position: EdgePosition(edge: match.edge, fraction: match.fraction), point: match.point,
        distanceMeters: match.distanceMeters, handicapMeters: handicapMeters,
        isAcrossTheRoad: isAcross(match, waypoint))
    }
  }

  private func places(near point: Coordinate) -> [EdgePlace] {
    let isOpen: (EdgeID) -> Bool = {
      !conditions.isClosedThroughout($0, atMillis: atMillis) && !restrictions.closes($0, mode)
    }
    var near = network.nearestPlaces(
      to: point, within: settings.maximumDistanceMeters, limit: 4 * Self.candidateLimit, mode: mode,
      where: isOpen)
    let mainlandSize = mainlandSize
    let isMainland: (EdgeID) -> Bool = { network.componentSize(of: $0, mode) >= mainlandSize }
    if !near.contains(where: { isMainland($0.edge) }) {
      near += network.nearestPlaces(
        to: point, within: settings.maximumDistanceMeters, limit: Self.mainlandLimit, mode: mode
      ) { isMainland($0) && isOpen($0) }
    }
    if !conditions.isEmpty { near.removeAll { isClosed($0, point) } }
    return near
  }

  private func isClosed(_ place: EdgePlace, _ point: Coordinate) -> Bool {
    guard conditions.isTouched(place.edge) else { return false }
    return conditions.isClosed(place.edge, at: network.match(place, of: point).fraction, atMillis: atMillis)
  }

  /// How many meters nearer another road may be before this one is taken, beside the distance.
  private func handicap(of place: EdgePlace, for waypoint: Waypoint, _ isHeadingKept: Bool) -> Double {
    let flags = network.flags(of: place.edge)
    var meters = 0.0
    // A place beside a motorway or trunk road, above a tunnel, under a bridge or off a ferry line is hardly on it, the
    // less the farther away it lies, unless the heading says so (osrm-backend#3616, #1263). A quarter: where two roads
    // lie one above the other, what is clearly nearer to the one below was hardly measured above.
    let isApart = !flags.isDisjoint(with: [.motorway, .tunnel, .bridge, .ferry])
    if !isHeadingKept, isApart || network.roadClass(of: place.edge) == .trunk { meters += place.distanceMeters / 4 }
    if waypoint.vehicleStopover, !flags.isDisjoint(with: [.motorway, .link, .ferry, .tunnel, .bridge]) {
      meters += 100
    }
    return meters
  }

  /// Whether a stop on this edge would have to be served across the road.
  private func isAcross(_ match: EdgeMatch, _ waypoint: Waypoint) -> Bool {
    guard waypoint.sideOfRoad, match.distanceMeters >= Self.sideMeters, network.reverse(of: match.edge) != nil
    else { return false }
    return match.isPointOnRight == network.flags(of: match.edge).contains(.leftHandTraffic)
  }

  /// Sorts, measures the handicap from the best one, and keeps a bounded number.
  private func bestPlaces(
    _ places: [EdgePlace], for waypoint: Waypoint, _ isHeadingKept: Bool
  ) -> [(place: EdgePlace, handicapMeters: Double)] {
    let sorted = places.map {
      (place: $0, handicapMeters: $0.distanceMeters + handicap(of: $0, for: waypoint, isHeadingKept))
    }.sorted { ($0.handicapMeters, $0.place.edge) < ($1.handicapMeters, $1.place.edge) }
    guard let best = sorted.first?.handicapMeters else { return [] }
    var kept: [(place: EdgePlace, handicapMeters: Double)] = []
    var mainland = 0
    for (place, meters) in sorted {
      let handicapMeters = max(0, meters - best - Self.equalMeters)
      let isMainland = network.componentSize(of: place.edge, mode) >= mainlandSize
      let isNear = handicapMeters <= Self.spreadMeters && kept.count < Self.candidateLimit
      guard isNear || (isMainland && mainland < Self.mainlandLimit) else { continue }
      if isMainland { mainland += 1 }
      kept.append((place, handicapMeters))
    }
    return kept
  }
}
