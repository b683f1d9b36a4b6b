public import RoadNetwork

/// From one maneuver to the next.
public struct RouteStep: Hashable, Sendable {
  public var maneuver: Maneuver
  /// For a roundabout: which of its exits, counted from 1 as they are passed.
  public var roundaboutExit: Int?
  /// Name of the road driven on after the maneuver, else its number; empty without either.
  public var roadName: String
  /// Compass direction of a departure, eight points: "north".
  public var departureDirection: String?
  /// The leg's edges driven in this step, by their place in its path.
  public var edgeIndices: Range<Int>
  public var distanceMeters: Double
  public var staticDurationSeconds: Double
}

extension RouteLeg {
  /// The leg as a driver tells it: a departure and a step for every maneuver.
  public func steps(on network: RoadNetwork, mode: TravelMode) -> [RouteStep] {
    let guide = ManeuverGuide(path: path, network: network, mode: mode)
    var marks = [guide.departure()]
    var index = 1
    while index < path.edges.count {
      if let mark = guide.maneuver(into: index) {
        marks.append(mark)
        index = max(index + 1, mark.resumesAt)
      } else {
        index += 1
      }
    }
    return marks.indices.map { number in
      let end = number + 1 < marks.count ? marks[number + 1].index : path.edges.count
      return step(marks[number], until: end, on: network, mode: mode)
    }
  }

  private func step(
    _ mark: ManeuverMark, until end: Int, on network: RoadNetwork, mode: TravelMode
  ) -> RouteStep {
    var millimeters = 0.0
    var milliseconds = 0.0
    for index in mark.index..<end {
      let edge = path.edges[index]
      let (from, to) = path.fractions(at: index)
      millimeters += Double(network.lengthMillimeters(of: edge)) * max(0, to - from)
      milliseconds += Double(network.durationMilliseconds(of: edge, mode)) * max(0, to - from)
      if index > 0, let turn = network.turn(from: path.edges[index - 1], to: edge) {
        milliseconds += Double(network.durationDeciseconds(of: turn)) * 100
      }
    }
    return RouteStep(
      maneuver: mark.maneuver, roundaboutExit: mark.exit,
      roadName: network.label(of: path.edges[mark.namedAt]), departureDirection: mark.direction,
      edgeIndices: mark.index..<end, distanceMeters: millimeters / 1_000,
      staticDurationSeconds: milliseconds / 1_000)
  }
}

extension RoadNetwork {
  /// What a sign calls the road: its name, else its number.
  func label(of edge: EdgeID) -> String {
    let name = name(of: edge)
    return name.isEmpty ? ref(of: edge) : name
  }
}
