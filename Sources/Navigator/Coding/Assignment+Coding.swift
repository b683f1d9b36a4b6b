import RoadNetwork
import RoutePlan
import Routing

extension ByteWriter {
  mutating func write(_ origin: InputOrigin) {
    write(byte: origin.topic.rawValue)
    write(signed: origin.partition)
    write(signed: origin.offset)
    write(signed: origin.timestampMillis)
  }

  mutating func write(_ assignment: Assignment) {
    write(assignment.id)
    write(assignment.tripID)
    write(signed: assignment.issuedAtMillis)
    write(assignment.origin)
    write(list: assignment.stops) { $0.write($1) }
    write(assignment.options)
    switch assignment.token {
    case .none: write(byte: 0)
    case .plan: write(byte: 1)
    case .malformed(let text):
      write(byte: 2)
      write(text)
    }
    write(list: assignment.plans) { $0.write($1) }
    write(assignment.isTokenReused)
    write(assignment.stopGuidanceAtArrival)
    write(optional: assignment.thresholds.timeSeconds) { $0.write($1) }
    write(optional: assignment.thresholds.distanceMeters) { $0.write($1) }
    write(optional: assignment.speedAlerts) { writer, alerts in
      writer.write(optional: alerts.minorThreshold) { $0.write($1) }
      writer.write(optional: alerts.majorThreshold) { $0.write($1) }
      writer.write(optional: alerts.severityUpgradeSeconds) { $0.write($1) }
    }
  }

  mutating func write(_ wish: FirstRouteWish) {
    write(byte: UInt8(clamping: wish.alternates))
    write(optional: wish.targetDistanceMeters) { $0.write(signed: $1) }
  }

  private mutating func write(_ stop: Stop) {
    write(optional: stop.coordinate) { $0.write($1) }
    write(optional: stop.preferredHeadingDegrees) { $0.write(signed: $1) }
    write(stop.preferSameSideOfRoad)
    write(stop.vehicleStopover)
    write(stop.title)
    write(stop.stopID)
    write(stop.orderID)
    write(list: stop.labels) { writer, label in
      writer.write(label.key)
      writer.write(label.value)
    }
    write(stop.placeID)
    write(stop.navigationPointToken)
  }

  private mutating func write(_ options: TripOptions) {
    write(byte: options.mode.rawValue)
    write(options.objective)
    write(options.avoid)
    write(byte: options.rerouteStrategy.rawValue)
    write(optional: options.timeToleranceSeconds) { $0.write(unsigned: $1) }
    write(optional: options.licensePlate) { writer, plate in
      writer.write(signed: plate.lastDigit)
      writer.write(plate.countryCode)
    }
  }
}

extension ByteReader {
  mutating func origin() throws(MalformedSession) -> InputOrigin {
    InputOrigin(
      topic: try choice(InputTopic.self), partition: try signed(Int32.self), offset: try signed(Int64.self),
      timestampMillis: try signed(Int64.self))
  }

  mutating func assignment() throws(MalformedSession) -> Assignment {
    let (id, tripID) = (try text(), try text())
    let issued = try signed(Int64.self)
    let origin = try origin()
    let stops = try list { reader throws(MalformedSession) in try reader.stop() }
    guard !stops.isEmpty else { throw MalformedSession() }
    let options = try tripOptions()
    let token: TokenUse =
      switch try byte() {
      case 0: .none
      case 1: .plan
      case 2: .malformed(text: try text())
      default: throw MalformedSession()
      }
    let plans = try list { reader throws(MalformedSession) in try reader.plan() }
    let (isReused, stopsGuidance) = (try bool(), try bool())
    let thresholds = ProgressThresholds(timeSeconds: try optionalDouble(), distanceMeters: try optionalDouble())
    let alerts = try optional { reader throws(MalformedSession) in
      SpeedAlertOptions(
        minorThreshold: try reader.optionalDouble(), majorThreshold: try reader.optionalDouble(),
        severityUpgradeSeconds: try reader.optionalDouble())
    }
    return Assignment(
      id: id, tripID: tripID, issuedAtMillis: issued, origin: origin, stops: stops, options: options, token: token,
      plans: plans, isTokenReused: isReused, stopGuidanceAtArrival: stopsGuidance, thresholds: thresholds,
      speedAlerts: alerts)
  }

  mutating func wish() throws(MalformedSession) -> FirstRouteWish {
    let alternates = Int(try byte())
    guard alternates <= 3 else { throw MalformedSession() }
    return FirstRouteWish(
      alternates: alternates,
      targetDistanceMeters: try optional { reader throws(MalformedSession) in try reader.signed(Int32.self) })
  }

  /// The caller's own number: may be infinite, which switches a threshold off.
  private mutating func optionalDouble() throws(MalformedSession) -> Double? {
    try optional { reader throws(MalformedSession) in try reader.anyDouble() }
  }

  private mutating func stop() throws(MalformedSession) -> Stop {
    var stop = Stop(
      coordinate: try optional { reader throws(MalformedSession) in try reader.coordinate() },
      preferredHeadingDegrees: try optional { reader throws(MalformedSession) in try reader.signed(Int32.self) },
      preferSameSideOfRoad: try bool(), vehicleStopover: try bool(), title: try text(), stopID: try text(),
      orderID: try text(),
      labels: try list { reader throws(MalformedSession) in
        Label(key: try reader.text(), value: try reader.text())
      })
    if version >= 2 { (stop.placeID, stop.navigationPointToken) = (try text(), try text()) }
    return stop
  }

  private mutating func tripOptions() throws(MalformedSession) -> TripOptions {
    var options = TripOptions(
      mode: try choice(TravelMode.self), objective: try objective(), avoid: try avoid(),
      rerouteStrategy: try choice(RerouteStrategy.self),
      timeToleranceSeconds: try optional { reader throws(MalformedSession) in try reader.unsigned(UInt32.self) })
    guard version >= 2 else { return options }
    options.licensePlate = try optional { reader throws(MalformedSession) in
      LicensePlateRestriction(lastDigit: try reader.signed(Int32.self), countryCode: try reader.text())
    }
    return options
  }
}
