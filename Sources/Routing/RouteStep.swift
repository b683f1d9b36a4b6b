public import RoadNetwork

/// From one maneuver to the next.
public struct RouteStep: Hashable, Sendable {
  public var maneuver: Maneuver
  /// For a roundabout: which of its exits, counted from 1 as they are passed.
  public var roundaboutExit: Int?
  /// Whether a ramp leaves a motorway.
  public var isMotorwayExit: Bool
  /// Name of the road driven on after the maneuver, else its number (on motorways the number first); empty without
  /// either.
  public var roadName: String
  /// Whether that is the road driven on before.
  public var staysOnRoad: Bool
  /// Compass direction of a departure, eight points: "north".
  public var departureDirection: String?
  /// The leg's edges driven in this step, by their place in its path.
  public var edgeIndices: Range<Int>
  public var distanceMeters: Double
  public var staticDurationSeconds: Double
}

extension RouteLeg {
  /// The leg as a driver tells it: a departure and a step for every maneuver.
  ///
  /// - Parameter conditions: the steps' times are those of their speed table, and add up to the static duration of a leg
  ///   that begins at a stop.
  public func steps(on network: RoadNetwork, mode: TravelMode, conditions: Conditions = .none) -> [RouteStep] {
    let times = TravelTimes(network, mode: mode, conditions: conditions)
    let marks = ManeuverGuide(path: path, network: network, mode: mode).marks()
    return marks.indices.map { number in
      let end = number + 1 < marks.count ? marks[number + 1].index : path.edges.count
      return step(marks[number], until: end, times)
    }
  }

  private func step(_ mark: ManeuverMark, until end: Int, _ times: TravelTimes) -> RouteStep {
    let network = times.network
    var millimeters = 0.0
    var milliseconds = mark.index == 0 ? times.startSeconds(legMeters: distanceMeters) * 1_000 : 0
    for index in mark.index..<end {
      let edge = path.edges[index]
      let (from, to) = path.fractions(at: index)
      millimeters += Double(network.lengthMillimeters(of: edge)) * max(0, to - from)
      milliseconds += Double(times.staticMilliseconds(of: edge)) * max(0, to - from)
      if index > 0, let turn = network.turn(from: path.edges[index - 1], to: edge) {
        milliseconds += Double(times.milliseconds(of: turn))
      }
    }
    return RouteStep(
      maneuver: mark.maneuver, roundaboutExit: mark.exit, isMotorwayExit: mark.isExit,
      roadName: mark.label.words(on: network), staysOnRoad: mark.staysOnRoad, departureDirection: mark.direction,
      edgeIndices: mark.index..<end, distanceMeters: millimeters / 1_000,
      staticDurationSeconds: milliseconds / 1_000)
  }
}
