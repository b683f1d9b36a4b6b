internal import Geometry
public import MapMatching
public import RoadNetwork
public import Routing

/// What counts as the planned route; the defaults are those of the documentation.
public struct RebuildSettings: Hashable, Sendable {
  /// `token.origin_distance`: this near to the plan's origin the whole plan is followed.
  public var originDistanceMeters = 25.0
  /// `rebuild.connector`: longest legal way onto the path from elsewhere.
  public var connectorMeters = 60.0
  /// A path found by its line stays this near to it throughout (discrete Fréchet distance).
  public var pathToleranceMeters = 10.0
  /// A path found by references or line has the planned length, but for this share of it (or 3 m).
  public var lengthShare = 0.01
  /// `token.ttl`: plans older than this are expired; nil = by their own expiry only.
  public var timeToLiveMillis: Int64?

  public init() {}
}

/// Puts a plan back onto a network and says whether the vehicle can follow it now.
public struct PlanRebuilder: Sendable {
  public let network: RoadNetwork
  public var settings: RebuildSettings

  public init(network: RoadNetwork, settings: RebuildSettings = RebuildSettings()) {
    self.network = network
    self.settings = settings
  }

  /// Finds the path by edges, else by way and node ids, else by its line; then asks whether what the vehicle would
  /// drive of it is open and legal, and how the vehicle gets onto it.
  ///
  /// - Parameters:
  ///   - vehicle: the fix that the vehicle starts from.
  ///   - atMillis: event time at which conditions and expiry are judged.
  public func rebuild(
    _ plan: RoutePlan, vehicle: MatcherFix, conditions: Conditions, atMillis: Int64
  ) -> RebuildOutcome {
    let distance = plan.metersFromOrigin(to: vehicle.coordinate)
    let times = TravelTimes(network, mode: plan.mode, conditions: conditions, atMillis: atMillis)
    let located = PathLocator(network: network, settings: settings).locate(plan)
    return RebuildOutcome(
      result: result(plan, located, vehicle, distance, times), distanceFromPlannedOriginMeters: distance,
      plannedPaths: located?.paths ?? [])
  }

  private func result(
    _ plan: RoutePlan, _ located: (paths: [EdgePath], source: RebuiltRoute.Source)?, _ vehicle: MatcherFix,
    _ distance: Double, _ times: TravelTimes
  ) -> RebuildOutcome.Result {
    if isExpired(plan, atMillis: times.atMillis) { return .notRebuilt(.expired) }
    guard let (paths, source) = located, let first = paths.first else { return .notRebuilt(.networkChanged) }
    let restrictions = network.activeRestrictions(atMillis: times.atMillis)
    let joiner = VehicleJoiner(
      network: network, mode: plan.mode, restrictions: restrictions, settings: settings, vehicle: vehicle)
    let join = joiner.join(first, distanceFromOriginMeters: distance)
    // A vehicle under way does not mind what is closed behind it; without a place on the path, all of it counts.
    let driven = join.map { [$0.applied(to: first)] + paths.dropFirst() } ?? paths
    if var closure = firstClosure(driven, times) {
      closure.edge = network.canonicalEdge(closure.edge)
      return .notRebuilt(.roadClosed(closure))
    }
    let legal: [EdgePath]
    do throws(LegalPath.Forbidden) {
      legal = try LegalPath(network: network, mode: plan.mode, restrictions: restrictions).legalize(driven)
    } catch {
      return .notRebuilt(.forbiddenTurn(SegmentReference(network.canonicalEdge(error.edge), on: network)))
    }
    guard let join else { return .notRebuilt(.vehicleAway) }
    let route = Route(mode: plan.mode, legs: legal.map { RouteLeg(along: $0, times) }, cost: 0)
    return .rebuilt(
      RebuiltRoute(route: route, source: source, joining: join.joining, skippedMeters: join.skippedMeters))
  }

  private func isExpired(_ plan: RoutePlan, atMillis millis: Int64) -> Bool {
    if plan.isExpired(atMillis: millis) { return true }
    guard let timeToLive = settings.timeToLiveMillis else { return false }
    let (age, overflow) = millis.subtractingReportingOverflow(plan.issuedAtMillis)
    return overflow ? millis > plan.issuedAtMillis : age >= timeToLive
  }

  private func firstClosure(_ paths: [EdgePath], _ times: TravelTimes) -> RoadClosure? {
    for path in paths {
      if let closure = path.firstClosure(under: times.conditions, atMillis: times.atMillis) { return closure }
    }
    return nil
  }
}

extension RoutePlan {
  /// From a place to where the plan begins, straight: to the origin as it was asked for, to its navigation point, or to
  /// where the planned route enters the road, whichever is nearest.
  ///
  /// An origin may lie far off the road, and a vehicle that stands where the route begins is not away from it.
  func metersFromOrigin(to place: Coordinate) -> Double {
    var meters = Geometry.distanceMeters(place, origin.location)
    if let point = origin.navigationPoint { meters = min(meters, Geometry.distanceMeters(place, point)) }
    if let begin = legs.first?.path.polyline.first { meters = min(meters, Geometry.distanceMeters(place, begin)) }
    return meters
  }
}
