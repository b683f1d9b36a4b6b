import Geometry
import RoadNetwork
import RoutePlan
import Routing

/// Tells a route in the terms of the response.
struct RouteRenderer {
  let request: ComputeRoutesRequest
  let network: RoadNetwork
  /// By whose speed table steps are timed.
  let conditions: Conditions
  let wantsPath: Bool

  private var text: LocalizedText { LocalizedText(units: request.units) }

  func distance(_ meters: Double) -> String { text.distance(meters: meters) }

  /// - Parameter inquiry: what the route was found for.
  func computedRoute(_ route: Route, labels: [RouteLabel], for inquiry: RouteRequest) -> ComputedRoute {
    let lines = route.legs.map { PathLine($0.path, on: network) }
    let line = lines.count == 1 ? lines[0].points : RouteRenderer.joined(lines.map(\.points))
    let ends = inquiry.stops.filter { !$0.isVia }
    let legs = route.legs.indices.map { index in
      computedLeg(
        route.legs[index], line: lines[index], inquiry, stop: ends.indices.contains(index) ? ends[index] : nil)
    }
    let hasToll = legs.contains { $0.tollInfo != nil }
    return ComputedRoute(
      labels: labels, legs: legs, distanceMeters: RouteRenderer.meters(route.distanceMeters),
      durationSeconds: RouteRenderer.seconds(route.durationSeconds),
      staticDurationSeconds: RouteRenderer.seconds(route.staticDurationSeconds),
      // A route of one leg has its line.
      polyline: legs.count == 1 ? legs[0].polyline : polyline(line[...]),
      description: description(of: route), warnings: warnings(for: route, unavoided: legs.map(\.unavoidedRoads)),
      viewport: BoundingBox(line) ?? network.bounds,
      travelAdvisory: TravelAdvisory(
        tollInfo: hasToll ? TollInfo() : nil, fuelConsumptionMicroliters: fuel(of: route)),
      localizedValues: text.values(
        meters: route.distanceMeters, seconds: route.durationSeconds,
        staticSeconds: route.staticDurationSeconds),
      routeToken: nil,
      path: wantsPath ? route.legs.flatMap { $0.path.stretches(on: network).map(\.inWholeMillimeters) } : [])
  }

  private func computedLeg(
    _ leg: RouteLeg, line: PathLine, _ inquiry: RouteRequest, stop: Waypoint?
  ) -> ComputedLeg {
    let mode = inquiry.mode
    let steps = leg.steps(on: network, mode: mode, conditions: conditions)
    let stopSide: StopSide = stop.map { side(of: $0, after: leg) } ?? .ahead
    let computed = steps.indices.map { number in
      computedStep(
        steps[number], line: line.points(ofEdges: steps[number].edgeIndices), mode: mode,
        arrival: number == steps.count - 1 ? stopSide : nil)
    }
    let wantsTolls = request.extraComputations.contains(.tolls)
    let end = stop.map {
      leg.end(
        at: $0.coordinate, mode: mode, on: network, under: inquiry.conditions, atMillis: inquiry.atMillis)
    }
    return ComputedLeg(
      distanceMeters: RouteRenderer.meters(leg.distanceMeters),
      durationSeconds: RouteRenderer.seconds(leg.durationSeconds),
      staticDurationSeconds: RouteRenderer.seconds(leg.staticDurationSeconds), polyline: polyline(line.points[...]),
      startLocation: line.points[0], endLocation: line.points[line.points.count - 1], steps: computed,
      tollInfo: wantsTolls && leg.path.hasToll(on: network, mode: mode) ? TollInfo() : nil,
      localizedValues: text.values(
        meters: leg.distanceMeters, seconds: leg.durationSeconds, staticSeconds: leg.staticDurationSeconds),
      distanceToWaypointMeters: ((end?.distanceMeters ?? 0) * 100).rounded() / 100,
      closedRoadAtStop: end?.closure.map { ClosedRoadAtStop($0, on: network) },
      unavoidedRoads: leg.unavoidedRoads(inquiry.avoid, mode: mode, on: network))
  }

  private func computedStep(
    _ step: RouteStep, line: ArraySlice<Coordinate>, mode: TravelMode, arrival: StopSide?
  ) -> ComputedStep {
    ComputedStep(
      distanceMeters: RouteRenderer.meters(step.distanceMeters),
      staticDurationSeconds: RouteRenderer.seconds(step.staticDurationSeconds), polyline: polyline(line),
      startLocation: line[line.startIndex], endLocation: line[line.endIndex - 1], maneuver: step.maneuver,
      instructions: step.instruction(arrival: arrival),
      localizedValues: text.values(
        meters: step.distanceMeters, seconds: step.staticDurationSeconds,
        staticSeconds: step.staticDurationSeconds),
      travelMode: mode == .drive ? .drive : .twoWheeler)
  }

  private func side(of stop: Waypoint, after leg: RouteLeg) -> StopSide {
    guard let edge = leg.path.edges.last else { return .ahead }
    let place = network.place(on: edge, fraction: leg.path.endFraction)
    guard distanceMeters(place.point, stop.coordinate) >= 3 else { return .ahead }
    let toStop = bearingDegrees(from: place.point, to: stop.coordinate)
    let angle = turnAngleDegrees(from: place.bearingDegrees, to: toStop)
    return angle > 0 ? .right : .left
  }

  private func polyline(_ line: ArraySlice<Coordinate>) -> ResponsePolyline {
    let points = request.polylineQuality == .highQuality ? line : PolylineSimplifier.overview(of: Array(line))[...]
    return request.polylineEncoding == .geoJSONLinestring
      ? .geoJSON(Array(points)) : .encoded(PolylineCodec.encode(points))
  }

  private func fuel(of route: Route) -> Int64? {
    guard request.extraComputations.contains(.fuelConsumption) else { return nil }
    let model = FuelConsumption(request.routeModifiers.emissionType ?? .gasoline)
    var microliters = 0.0
    for leg in route.legs {
      // By the leg's mean speed over its edges' own: turns and jams count as time.
      microliters += model.microliters(
        millimeters: leg.distanceMeters * 1_000, milliseconds: leg.durationSeconds * 1_000)
    }
    return Int64(microliters.rounded())
  }

  /// The two names that carry the most meters, in driving order; a number names its road before its name does. Where
  /// roads share a stretch, it belongs to the one of them that the route drives elsewhere too.
  private func description(of route: Route) -> String {
    var roads: [(name: String, millimeters: Double)] = []
    var known: [(text: UInt32, road: Int)] = []
    var last: (text: UInt32, road: Int)?
    for leg in route.legs {
      for index in leg.path.edges.indices {
        let edge = leg.path.edges[index]
        let texts = network.textNumbers(of: edge)
        let text = texts.ref == 0 ? texts.name : texts.ref
        if text == 0 { continue }
        let current: (text: UInt32, road: Int)
        if let last, last.text == text {
          current = last
        } else if let found = known.first(where: { $0.text == text }) {
          current = found
        } else {
          let names = texts.ref == 0 ? [network.name(of: edge)] : RouteRenderer.numbers(network.ref(of: edge))
          let road = roads.firstIndex { names.contains($0.name) } ?? roads.count
          if road == roads.count { roads.append((names[0], 0)) }
          current = (text, road)
          known.append(current)
        }
        last = current
        let (from, to) = leg.path.fractions(at: index)
        roads[current.road].millimeters += Double(network.lengthMillimeters(of: edge)) * max(0, to - from)
      }
    }
    let longest = roads.indices.sorted { left, right in
      let (a, b) = (roads[left].millimeters, roads[right].millimeters)
      return a == b ? left < right : a > b
    }
    return longest.prefix(2).sorted().map { roads[$0].name }.joined(separator: " and ")
  }

  /// The numbers of a tag that lists them between semicolons; at least one.
  private static func numbers(_ ref: String) -> [String] {
    let numbers = ref.split(separator: ";").map { number in
      String(number.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    let named = numbers.filter { !$0.isEmpty }
    return named.isEmpty ? [ref] : named
  }

  /// Lines that each begin where the one before ended.
  static func joined(_ lines: [[Coordinate]]) -> [Coordinate] {
    var joined: [Coordinate] = []
    for line in lines {
      for point in line where joined.last != point { joined.append(point) }
    }
    return joined
  }

  static func meters(_ value: Double) -> Int32 { Int32(min(max(value.rounded(), 0), 2e9)) }
  static func seconds(_ value: Double) -> Int64 { Int64(min(max(value.rounded(), 0), 1e15)) }
}

extension PathStretch {
  /// Its length as it is kept of whole roads; of a part of one too.
  fileprivate var inWholeMillimeters: PathStretch {
    var rounded = self
    rounded.distanceMeters = (distanceMeters * 1_000).rounded() / 1_000
    return rounded
  }
}
