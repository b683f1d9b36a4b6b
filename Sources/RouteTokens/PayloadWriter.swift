internal import CNavigatorProto
internal import Geometry
internal import RoadNetwork
internal import RoutePlan
internal import Routing

/// Lays a plan out as the C message tree.
struct PayloadWriter {
  let arena: MessageArena

  func message(_ plan: RoutePlan) -> TokenPayload.Message {
    var message = TokenPayload.Message()
    navigator__v1__route_token_payload__init(&message)
    message.issued_at_millis = plan.issuedAtMillis
    if let expiry = plan.expiresAtMillis {
      message.expiry_case = NAVIGATOR__V1__ROUTE_TOKEN_PAYLOAD__EXPIRY_EXPIRES_AT_MILLIS
      message.expires_at_millis = expiry
    }
    message.network_fingerprint = plan.networkFingerprint
    message.conditions_version = arena.text(plan.conditionsVersion)
    message.travel_mode =
      switch plan.mode {
      case .drive: NAVIGATOR__V1__ROUTE_TOKEN_PAYLOAD__TRAVEL_MODE__DRIVE
      case .twoWheeler: NAVIGATOR__V1__ROUTE_TOKEN_PAYLOAD__TRAVEL_MODE__TWO_WHEELER
      }
    message.objective = objective(plan.objective)
    message.avoid = avoid(plan.avoid)
    message.origin = arena.new(waypoint(plan.origin))
    message.n_destinations = plan.destinations.count
    message.destinations = arena.list(plan.destinations.map(waypoint))
    message.n_legs = plan.legs.count
    message.legs = arena.list(plan.legs.map(leg))
    message.n_labels = plan.labels.count
    message.labels = arena.array(plan.labels.map { .init(rawValue: .init($0.rawValue)) })
    message.reroute_strategy = .init(rawValue: .init(plan.rerouteStrategy.rawValue))
    if let tolerance = plan.timeToleranceSeconds {
      message.tolerance_case = NAVIGATOR__V1__ROUTE_TOKEN_PAYLOAD__TOLERANCE_TIME_TOLERANCE_SECONDS
      message.time_tolerance_seconds = tolerance
    }
    message.issuer = .init(rawValue: .init(plan.issuer.rawValue))
    return message
  }

  private func objective(
    _ objective: RouteObjective
  ) -> UnsafeMutablePointer<Navigator__V1__RouteTokenPayload__Objective>? {
    var message = Navigator__V1__RouteTokenPayload__Objective()
    navigator__v1__route_token_payload__objective__init(&message)
    switch objective {
    case .default: return nil
    case .shorterDistance:
      message.kind_case = NAVIGATOR__V1__ROUTE_TOKEN_PAYLOAD__OBJECTIVE__KIND_SHORTER_DISTANCE
      message.shorter_distance = 1
    case .fuelEfficient(let emission):
      message.kind_case = NAVIGATOR__V1__ROUTE_TOKEN_PAYLOAD__OBJECTIVE__KIND_FUEL_EFFICIENT
      message.fuel_efficient = .init(rawValue: .init(emission.rawValue))
    case .rateCard(let perMinute, let perKilometer, let includeTolls):
      var card = Navigator__V1__RouteTokenPayload__RateCard()
      navigator__v1__route_token_payload__rate_card__init(&card)
      card.cost_per_minute = perMinute
      card.cost_per_kilometer = perKilometer
      card.include_tolls = includeTolls ? 1 : 0
      message.kind_case = NAVIGATOR__V1__ROUTE_TOKEN_PAYLOAD__OBJECTIVE__KIND_RATE_CARD
      message.rate_card = arena.new(card)
    }
    return arena.new(message)
  }

  private func avoid(_ avoid: AvoidSet) -> UnsafeMutablePointer<Navigator__V1__RouteTokenPayload__Avoid>? {
    guard !avoid.isEmpty else { return nil }
    var message = Navigator__V1__RouteTokenPayload__Avoid()
    navigator__v1__route_token_payload__avoid__init(&message)
    message.tolls = avoid.tolls ? 1 : 0
    message.highways = avoid.highways ? 1 : 0
    message.ferries = avoid.ferries ? 1 : 0
    message.tunnels = avoid.tunnels ? 1 : 0
    message.n_vignettes = avoid.vignetteCountries.count
    message.vignettes = arena.array(avoid.vignetteCountries.map { Optional(arena.text($0.description)) })
    return arena.new(message)
  }

  private func waypoint(_ waypoint: PlannedWaypoint) -> TokenPayload.WaypointMessage {
    var message = TokenPayload.WaypointMessage()
    navigator__v1__route_token_payload__waypoint__init(&message)
    message.latitude_e7 = waypoint.location.latitudeE7
    message.longitude_e7 = waypoint.location.longitudeE7
    if let place = waypoint.navigationPoint {
      var point = Navigator__V1__RouteTokenPayload__NavigationPoint()
      navigator__v1__route_token_payload__navigation_point__init(&point)
      point.latitude_e7 = place.latitudeE7
      point.longitude_e7 = place.longitudeE7
      message.access_case = NAVIGATOR__V1__ROUTE_TOKEN_PAYLOAD__WAYPOINT__ACCESS_NAVIGATION_POINT
      message.navigation_point = arena.new(point)
    }
    if let heading = waypoint.headingDegrees {
      message.direction_case = NAVIGATOR__V1__ROUTE_TOKEN_PAYLOAD__WAYPOINT__DIRECTION_HEADING_DEGREES
      message.heading_degrees = UInt32(heading)
    }
    message.side_of_road = waypoint.sideOfRoad ? 1 : 0
    message.vehicle_stopover = waypoint.vehicleStopover ? 1 : 0
    return message
  }

  private func leg(_ leg: PlannedLeg) -> TokenPayload.LegMessage {
    var message = TokenPayload.LegMessage()
    navigator__v1__route_token_payload__leg__init(&message)
    message.distance_millimeters = thousandths(leg.distanceMeters)
    message.duration_millis = thousandths(leg.durationSeconds)
    message.static_duration_millis = thousandths(leg.staticDurationSeconds)
    message.path = arena.new(path(leg.path))
    return message
  }

  private func path(_ path: PlannedPath) -> TokenPayload.PathMessage {
    var message = TokenPayload.PathMessage()
    navigator__v1__route_token_payload__path__init(&message)
    message.first_edge = path.firstEdge.rawValue
    message.n_turns = path.turnOrdinals.count
    message.turns = arena.array(path.turnOrdinals)
    message.start_offset_centimeters = path.startOffsetCentimeters
    message.end_offset_centimeters = path.endOffsetCentimeters
    let references = ReferenceDeltas.encode(path.references)
    message.n_references = references.count
    message.references = arena.array(references)
    message.polyline = arena.text(PolylineCodec.encode(path.polyline))
    return message
  }

  /// Nothing below zero or beyond any road; not a number counts as zero.
  private func thousandths(_ value: Double) -> UInt64 {
    UInt64(exactly: min(max(value * 1_000, 0), 1e15).rounded()) ?? 0
  }
}
