internal import CNavigatorProto
internal import Geometry
internal import RoadNetwork
internal import RoutePlan
internal import Routing

/// Reads a plan out of the C message tree. Numbers of enumerations that are unknown here count as unspecified where
/// that is safe.
enum PayloadReader {
  static func plan(_ message: TokenPayload.Message) throws(TokenFailure) -> RoutePlan {
    guard message.n_legs == message.n_destinations else {
      throw .invalidPayload("\(message.n_legs) legs for \(message.n_destinations) destinations")
    }
    guard let origin = message.origin else { throw .invalidPayload("no origin") }
    var destinations: [PlannedWaypoint] = []
    for pointer in UnsafeBufferPointer(start: message.destinations, count: message.n_destinations) {
      guard let pointer else { continue }
      destinations.append(try waypoint(pointer.pointee))
    }
    var legs: [PlannedLeg] = []
    for pointer in UnsafeBufferPointer(start: message.legs, count: message.n_legs) {
      guard let pointer else { continue }
      legs.append(try leg(pointer.pointee))
    }
    let hasExpiry = message.expiry_case == NAVIGATOR__V1__ROUTE_TOKEN_PAYLOAD__EXPIRY_EXPIRES_AT_MILLIS
    let hasTolerance =
      message.tolerance_case == NAVIGATOR__V1__ROUTE_TOKEN_PAYLOAD__TOLERANCE_TIME_TOLERANCE_SECONDS
    return RoutePlan(
      issuedAtMillis: message.issued_at_millis,
      expiresAtMillis: hasExpiry ? message.expires_at_millis : nil,
      networkFingerprint: message.network_fingerprint,
      conditionsVersion: text(message.conditions_version),
      mode: try mode(message.travel_mode),
      objective: try objective(message.objective?.pointee),
      avoid: avoid(message.avoid?.pointee),
      labels: UnsafeBufferPointer(start: message.labels, count: message.n_labels).compactMap {
        RouteLabel(rawValue: UInt8(truncatingIfNeeded: $0.rawValue))
      },
      rerouteStrategy: RerouteStrategy(rawValue: UInt8(truncatingIfNeeded: message.reroute_strategy.rawValue))
        ?? .unknown,
      timeToleranceSeconds: hasTolerance ? message.time_tolerance_seconds : nil,
      issuer: TokenIssuer(rawValue: UInt8(truncatingIfNeeded: message.issuer.rawValue)) ?? .unknown,
      origin: try waypoint(origin.pointee), destinations: destinations, legs: legs,
      unknownFields: UnknownFields.bytes(of: message.base))
  }

  private static func mode(
    _ mode: Navigator__V1__RouteTokenPayload__TravelMode
  ) throws(TokenFailure) -> TravelMode {
    switch mode {
    case NAVIGATOR__V1__ROUTE_TOKEN_PAYLOAD__TRAVEL_MODE__DRIVE: return .drive
    case NAVIGATOR__V1__ROUTE_TOKEN_PAYLOAD__TRAVEL_MODE__TWO_WHEELER: return .twoWheeler
    default: throw .invalidPayload("travel mode \(mode.rawValue)")
    }
  }

  private static func objective(
    _ message: Navigator__V1__RouteTokenPayload__Objective?
  ) throws(TokenFailure) -> RouteObjective {
    guard let message else { return .default }
    switch message.kind_case {
    case NAVIGATOR__V1__ROUTE_TOKEN_PAYLOAD__OBJECTIVE__KIND_SHORTER_DISTANCE: return .shorterDistance
    case NAVIGATOR__V1__ROUTE_TOKEN_PAYLOAD__OBJECTIVE__KIND_FUEL_EFFICIENT:
      return .fuelEfficient(
        EmissionType(rawValue: UInt8(truncatingIfNeeded: message.fuel_efficient.rawValue)) ?? .gasoline)
    case NAVIGATOR__V1__ROUTE_TOKEN_PAYLOAD__OBJECTIVE__KIND_RATE_CARD:
      guard let card = message.rate_card?.pointee, card.cost_per_minute.isFinite, card.cost_per_kilometer.isFinite
      else { throw .invalidPayload("rate card") }
      return .rateCard(
        perMinute: card.cost_per_minute, perKilometer: card.cost_per_kilometer, includeTolls: card.include_tolls != 0)
    default: return .default
    }
  }

  private static func avoid(_ message: Navigator__V1__RouteTokenPayload__Avoid?) -> AvoidSet {
    guard let message else { return .none }
    var features: AvoidSet.Features = []
    if message.tolls != 0 { features.insert(.tolls) }
    if message.highways != 0 { features.insert(.highways) }
    if message.ferries != 0 { features.insert(.ferries) }
    if message.tunnels != 0 { features.insert(.tunnels) }
    let regions = UnsafeBufferPointer(start: message.vignettes, count: message.n_vignettes)
    return AvoidSet(features, vignetteCountries: regions.compactMap { CountryCode(text($0)) })
  }

  private static func waypoint(_ message: TokenPayload.WaypointMessage) throws(TokenFailure) -> PlannedWaypoint {
    var waypoint = PlannedWaypoint(
      location: try coordinate(message.latitude_e7, message.longitude_e7), sideOfRoad: message.side_of_road != 0,
      vehicleStopover: message.vehicle_stopover != 0)
    if message.access_case == NAVIGATOR__V1__ROUTE_TOKEN_PAYLOAD__WAYPOINT__ACCESS_NAVIGATION_POINT,
      let point = message.navigation_point?.pointee
    {
      waypoint.navigationPoint = try coordinate(point.latitude_e7, point.longitude_e7)
    }
    if message.direction_case == NAVIGATOR__V1__ROUTE_TOKEN_PAYLOAD__WAYPOINT__DIRECTION_HEADING_DEGREES {
      guard message.heading_degrees < 360 else { throw .invalidPayload("heading \(message.heading_degrees)") }
      waypoint.headingDegrees = UInt16(message.heading_degrees)
    }
    return waypoint
  }

  private static func leg(_ message: TokenPayload.LegMessage) throws(TokenFailure) -> PlannedLeg {
    guard let path = message.path else { throw .invalidPayload("a leg without path") }
    return PlannedLeg(
      distanceMeters: Double(message.distance_millimeters) / 1_000,
      durationSeconds: Double(message.duration_millis) / 1_000,
      staticDurationSeconds: Double(message.static_duration_millis) / 1_000, path: try self.path(path.pointee))
  }

  private static func path(_ message: TokenPayload.PathMessage) throws(TokenFailure) -> PlannedPath {
    let deltas = UnsafeBufferPointer(start: message.references, count: message.n_references)
    guard let references = ReferenceDeltas.decode(deltas) else { throw .invalidPayload("references") }
    let line: [Coordinate]
    do { line = try PolylineCodec.decode(text(message.polyline)) } catch { throw .invalidPayload("polyline") }
    return PlannedPath(
      firstEdge: EdgeID(message.first_edge),
      turnOrdinals: Array(UnsafeBufferPointer(start: message.turns, count: message.n_turns)),
      startOffsetCentimeters: message.start_offset_centimeters,
      endOffsetCentimeters: message.end_offset_centimeters, references: references, polyline: line)
  }

  private static func coordinate(_ latitude: Int32, _ longitude: Int32) throws(TokenFailure) -> Coordinate {
    let coordinate = Coordinate(latitudeE7: latitude, longitudeE7: longitude)
    guard coordinate.isValid else { throw .invalidPayload("a coordinate out of range") }
    return coordinate
  }

  private static func text(_ characters: UnsafeMutablePointer<CChar>?) -> String {
    characters.map { String(cString: $0) } ?? ""
  }
}
