import Geometry
import RoadNetwork
import RoutePlan
import Routing

extension ByteWriter {
  mutating func write(_ coordinate: Coordinate) {
    write(signed: coordinate.latitudeE7)
    write(signed: coordinate.longitudeE7)
  }

  /// Neighbours are near: the differences are short.
  mutating func write(line: [Coordinate]) {
    var (latitude, longitude) = (Int64(0), Int64(0))
    write(unsigned: UInt(line.count))
    for point in line {
      write(signed: Int64(point.latitudeE7) - latitude)
      write(signed: Int64(point.longitudeE7) - longitude)
      (latitude, longitude) = (Int64(point.latitudeE7), Int64(point.longitudeE7))
    }
  }

  mutating func write(_ objective: RouteObjective) {
    switch objective {
    case .default: write(byte: 0)
    case .shorterDistance: write(byte: 1)
    case .fuelEfficient(let emission):
      write(byte: 2)
      write(byte: emission.rawValue)
    case .rateCard(let perMinute, let perKilometer, let includeTolls):
      write(byte: 3)
      write(perMinute)
      write(perKilometer)
      write(includeTolls)
    }
  }

  mutating func write(_ avoid: AvoidSet) {
    write(byte: avoid.features.rawValue)
    write(list: avoid.vignetteCountries) { writer, country in writer.write(unsigned: country.rawValue) }
  }

  mutating func write(_ plan: RoutePlan) {
    write(signed: plan.issuedAtMillis)
    write(optional: plan.expiresAtMillis) { $0.write(signed: $1) }
    write(unsigned: plan.networkFingerprint)
    write(plan.conditionsVersion)
    write(byte: plan.mode.rawValue)
    write(plan.objective)
    write(plan.avoid)
    write(list: plan.labels) { $0.write(byte: $1.rawValue) }
    write(byte: plan.rerouteStrategy.rawValue)
    write(optional: plan.timeToleranceSeconds) { $0.write(unsigned: $1) }
    write(byte: plan.issuer.rawValue)
    write(plan.origin)
    write(list: plan.destinations) { $0.write($1) }
    write(list: plan.legs) { $0.write($1) }
    write(bytes: plan.unknownFields)
  }

  private mutating func write(_ waypoint: PlannedWaypoint) {
    write(waypoint.location)
    write(optional: waypoint.navigationPoint) { $0.write($1) }
    write(optional: waypoint.headingDegrees) { $0.write(unsigned: $1) }
    write(waypoint.sideOfRoad)
    write(waypoint.vehicleStopover)
  }

  private mutating func write(_ leg: PlannedLeg) {
    write(leg.distanceMeters)
    write(leg.durationSeconds)
    write(leg.staticDurationSeconds)
    write(unsigned: leg.path.firstEdge.rawValue)
    write(list: leg.path.turnOrdinals) { $0.write(unsigned: $1) }
    write(unsigned: leg.path.startOffsetCentimeters)
    write(unsigned: leg.path.endOffsetCentimeters)
    write(list: leg.path.references) { writer, stretch in
      writer.write(signed: stretch.wayID)
      writer.write(signed: stretch.fromNodeID)
      writer.write(signed: stretch.toNodeID)
    }
    write(line: leg.path.polyline)
  }
}

extension ByteReader {
  mutating func coordinate() throws(MalformedSession) -> Coordinate {
    let place = Coordinate(latitudeE7: try signed(Int32.self), longitudeE7: try signed(Int32.self))
    guard place.isValid else { throw MalformedSession() }
    return place
  }

  mutating func line() throws(MalformedSession) -> [Coordinate] {
    var (latitude, longitude) = (Int64(0), Int64(0))
    return try list { reader throws(MalformedSession) in
      latitude = latitude.saturatingAdd(try reader.signed(Int64.self))
      longitude = longitude.saturatingAdd(try reader.signed(Int64.self))
      guard let north = Int32(exactly: latitude), let east = Int32(exactly: longitude) else { throw MalformedSession() }
      return Coordinate(latitudeE7: north, longitudeE7: east)
    }
  }

  mutating func objective() throws(MalformedSession) -> RouteObjective {
    switch try byte() {
    case 0: .default
    case 1: .shorterDistance
    case 2: .fuelEfficient(try choice(EmissionType.self))
    case 3: .rateCard(perMinute: try double(), perKilometer: try double(), includeTolls: try bool())
    default: throw MalformedSession()
    }
  }

  mutating func avoid() throws(MalformedSession) -> AvoidSet {
    let features = AvoidSet.Features(rawValue: try byte())
    let countries = try list { reader throws(MalformedSession) in
      CountryCode(rawValue: try reader.unsigned(UInt16.self))
    }
    return AvoidSet(features, vignetteCountries: countries)
  }

  mutating func plan() throws(MalformedSession) -> RoutePlan {
    let issued = try signed(Int64.self)
    let expires = try optional { reader throws(MalformedSession) in try reader.signed(Int64.self) }
    let fingerprint = try unsigned(UInt64.self)
    let version = try text()
    let mode = try choice(TravelMode.self)
    let objective = try objective()
    let avoid = try avoid()
    let labels = try list { reader throws(MalformedSession) in try reader.choice(RouteLabel.self) }
    let strategy = try choice(RerouteStrategy.self)
    let tolerance = try optional { reader throws(MalformedSession) in try reader.unsigned(UInt32.self) }
    let issuer = try choice(TokenIssuer.self)
    let origin = try plannedWaypoint()
    let destinations = try list { reader throws(MalformedSession) in try reader.plannedWaypoint() }
    let legs = try list { reader throws(MalformedSession) in try reader.plannedLeg() }
    return RoutePlan(
      issuedAtMillis: issued, expiresAtMillis: expires, networkFingerprint: fingerprint, conditionsVersion: version,
      mode: mode, objective: objective, avoid: avoid, labels: labels, rerouteStrategy: strategy,
      timeToleranceSeconds: tolerance, issuer: issuer, origin: origin, destinations: destinations, legs: legs,
      unknownFields: try byteList())
  }

  private mutating func plannedWaypoint() throws(MalformedSession) -> PlannedWaypoint {
    PlannedWaypoint(
      location: try coordinate(),
      navigationPoint: try optional { reader throws(MalformedSession) in try reader.coordinate() },
      headingDegrees: try optional { reader throws(MalformedSession) in try reader.unsigned(UInt16.self) },
      sideOfRoad: try bool(), vehicleStopover: try bool())
  }

  private mutating func plannedLeg() throws(MalformedSession) -> PlannedLeg {
    let (distance, duration, free) = (try double(), try double(), try double())
    let path = PlannedPath(
      firstEdge: EdgeID(try unsigned(UInt32.self)),
      turnOrdinals: try list { reader throws(MalformedSession) in try reader.unsigned(UInt32.self) },
      startOffsetCentimeters: try unsigned(UInt32.self), endOffsetCentimeters: try unsigned(UInt32.self),
      references: try list { reader throws(MalformedSession) in
        SegmentReference(
          wayID: try reader.signed(Int64.self), fromNodeID: try reader.signed(Int64.self),
          toNodeID: try reader.signed(Int64.self))
      },
      polyline: try line())
    return PlannedLeg(distanceMeters: distance, durationSeconds: duration, staticDurationSeconds: free, path: path)
  }
}
