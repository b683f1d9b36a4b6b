import Geometry
import RoadNetwork
import RoutePlan
import Routing

/// Tells a route in the terms of the response.
struct RouteRenderer {
  let request: ComputeRoutesRequest
  let network: RoadNetwork
  let wantsPath: Bool

  private var text: LocalizedText { LocalizedText(units: request.units) }

  func computedRoute(_ route: Route, labels: [RouteLabel], stops: [Waypoint]) -> ComputedRoute {
    let lines = route.legs.map { $0.path.geometry(on: network) }
    let line = RouteRenderer.joined(lines)
    let ends = stops.filter { !$0.isVia }
    let legs = route.legs.indices.map { index in
      computedLeg(
        route.legs[index], line: lines[index], mode: route.mode,
        stop: ends.indices.contains(index) ? ends[index] : nil)
    }
    let stretches = route.legs.flatMap { $0.path.stretches(on: network) }
    let hasToll = legs.contains { $0.tollInfo != nil }
    return ComputedRoute(
      labels: labels, legs: legs, distanceMeters: RouteRenderer.meters(route.distanceMeters),
      durationSeconds: RouteRenderer.seconds(route.durationSeconds),
      staticDurationSeconds: RouteRenderer.seconds(route.staticDurationSeconds), polyline: polyline(line),
      description: RouteRenderer.description(of: stretches), warnings: warnings(for: route),
      viewport: BoundingBox(line) ?? network.bounds,
      travelAdvisory: TravelAdvisory(
        tollInfo: hasToll ? TollInfo() : nil, fuelConsumptionMicroliters: fuel(of: route)),
      localizedValues: text.values(
        meters: route.distanceMeters, seconds: route.durationSeconds,
        staticSeconds: route.staticDurationSeconds),
      routeToken: nil, path: wantsPath ? stretches : [])
  }

  private func computedLeg(
    _ leg: RouteLeg, line: [Coordinate], mode: TravelMode, stop: Waypoint?
  ) -> ComputedLeg {
    let steps = leg.steps(on: network, mode: mode)
    let stopSide: StopSide = stop.map { side(of: $0, after: leg) } ?? .ahead
    let computed = steps.indices.map { number in
      computedStep(
        steps[number], of: leg, mode: mode, arrival: number == steps.count - 1 ? stopSide : nil)
    }
    let wantsTolls = request.extraComputations.contains(.tolls)
    return ComputedLeg(
      distanceMeters: RouteRenderer.meters(leg.distanceMeters),
      durationSeconds: RouteRenderer.seconds(leg.durationSeconds),
      staticDurationSeconds: RouteRenderer.seconds(leg.staticDurationSeconds), polyline: polyline(line),
      startLocation: line[0], endLocation: line[line.count - 1], steps: computed,
      tollInfo: wantsTolls && leg.path.hasToll(on: network, mode: mode) ? TollInfo() : nil,
      localizedValues: text.values(
        meters: leg.distanceMeters, seconds: leg.durationSeconds, staticSeconds: leg.staticDurationSeconds))
  }

  private func computedStep(
    _ step: RouteStep, of leg: RouteLeg, mode: TravelMode, arrival: StopSide?
  ) -> ComputedStep {
    let (first, last) = (step.edgeIndices.lowerBound, step.edgeIndices.upperBound - 1)
    let part = EdgePath(
      edges: Array(leg.path.edges[step.edgeIndices]), startFraction: leg.path.fractions(at: first).from,
      endFraction: leg.path.fractions(at: last).to)
    let line = part.geometry(on: network)
    return ComputedStep(
      distanceMeters: RouteRenderer.meters(step.distanceMeters),
      staticDurationSeconds: RouteRenderer.seconds(step.staticDurationSeconds), polyline: polyline(line),
      startLocation: line[0], endLocation: line[line.count - 1], maneuver: step.maneuver,
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

  private func polyline(_ line: [Coordinate]) -> ResponsePolyline {
    let points = request.polylineQuality == .highQuality ? line : PolylineSimplifier.overview(of: line)
    return request.polylineEncoding == .geoJSONLinestring
      ? .geoJSON(points) : .encoded(PolylineCodec.encode(points))
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

  private func warnings(for route: Route) -> [String] {
    // The public API asks its users to show this for two-wheelers.
    route.mode == .twoWheeler
      ? ["Two-wheeler routes may lack information on roads that two-wheelers should not use."] : []
  }

  /// The two names that carry the most meters, in driving order.
  static func description(of stretches: [PathStretch]) -> String {
    var order: [String] = []
    var meters: [String: Double] = [:]
    for stretch in stretches {
      let label = stretch.ref.isEmpty ? stretch.name : stretch.ref
      if label.isEmpty { continue }
      if meters[label] == nil { order.append(label) }
      meters[label, default: 0] += stretch.distanceMeters
    }
    let longest = order.indices.sorted { left, right in
      let (a, b) = (meters[order[left]] ?? 0, meters[order[right]] ?? 0)
      return a == b ? left < right : a > b
    }
    return longest.prefix(2).sorted().map { order[$0] }.joined(separator: " and ")
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
