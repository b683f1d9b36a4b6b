import Geometry
import RoadNetwork

/// The line of a driver who takes another turn than the route's and then goes straight on.
enum StrayLine {
  private static let lengthMeters = 450.0

  /// From a place on a route along it to the next junction where another turn is allowed, and off there; nil when the
  /// next 300 metres have no such junction.
  static func from(_ route: Polyline, alongMeters: Double, on network: RoadNetwork) -> Polyline? {
    var meters = alongMeters + 20
    while meters < min(route.lengthMeters - 40, alongMeters + 300) {
      if let edge = RoadAhead.edge(of: route, atMeters: meters, network: network),
        let next = RoadAhead.edge(
          of: route, atMeters: meters + RoadAhead.remainingMeters(on: edge, network) + 8, network: network),
        let other = turnOff(edge.edge, notInto: next.edge, network)
      {
        var points = part(of: route, from: alongMeters, to: meters + RoadAhead.remainingMeters(on: edge, network))
        points += straightOn(from: other, network)
        return Polyline(points)
      }
      meters += 15
    }
    return nil
  }

  /// The allowed turn whose road leads best away from the route's.
  private static func turnOff(_ edge: EdgeID, notInto planned: EdgeID, _ network: RoadNetwork) -> EdgeID? {
    guard network.turn(from: edge, to: planned) != nil else { return nil }
    var best: (length: Double, edge: EdgeID)?
    for raw in network.turns(from: edge) {
      let turn = TurnID(raw)
      let target = network.canonicalEdge(network.target(of: turn))
      guard network.allows(.drive, at: turn), !network.isUTurn(turn), target != planned,
        !network.entersRestricted(turn, .drive)
      else { continue }
      let length = Polyline(straightOn(from: target, network)).lengthMeters
      if length > best?.length ?? 150 { best = (length, target) }
    }
    return best?.edge
  }

  /// The geometry of an edge and of what follows it when turning as little as possible.
  private static func straightOn(from first: EdgeID, _ network: RoadNetwork) -> [Coordinate] {
    var points = network.geometry(of: first)
    var edge = first
    var length = network.lengthMeters(of: first)
    while length < lengthMeters {
      let turns = network.turns(from: edge).map { TurnID($0) }.filter {
        network.allows(.drive, at: $0) && !network.isUTurn($0) && !network.entersRestricted($0, .drive)
      }
      guard let straightest = turns.min(by: { abs(network.angleDegrees(of: $0)) < abs(network.angleDegrees(of: $1)) })
      else {
        break
      }
      edge = network.canonicalEdge(network.target(of: straightest))
      points += network.geometry(of: edge).dropFirst()
      length += network.lengthMeters(of: edge)
    }
    return points
  }

  private static func part(of line: Polyline, from start: Double, to end: Double) -> [Coordinate] {
    var points: [Coordinate] = []
    if let first = line.point(atMeters: start) { points.append(first) }
    for (point, distance) in zip(line.points, line.distances) where distance > start && distance < end {
      points.append(point)
    }
    return points
  }
}

/// What lies ahead on a line that follows the network's roads.
enum RoadAhead {
  struct Road {
    var wayID: Int64
    var fromNodeID: Int64
    var toNodeID: Int64
    var name: String
    var geometry: [Coordinate]
  }

  /// The edge that a line drives at a distance from its start.
  static func edge(of line: Polyline, atMeters meters: Double, network: RoadNetwork) -> EdgeMatch? {
    guard let place = line.point(atMeters: meters), let bearing = line.bearingDegrees(atMeters: meters) else {
      return nil
    }
    return network.nearestEdges(to: place, within: 10, limit: 8, mode: .drive)
      .first { angleDifferenceDegrees($0.bearingDegrees, bearing) < 40 }
  }

  static func remainingMeters(on match: EdgeMatch, _ network: RoadNetwork) -> Double {
    (1 - match.fraction) * network.lengthMeters(of: match.edge)
  }

  /// A road between 150 metres ahead and 120 metres before the end of the line, to be closed.
  static func closable(on line: Polyline, alongMeters: Double, network: RoadNetwork) -> Road? {
    var meters = alongMeters + 150
    while meters < line.lengthMeters - 120 {
      if let match = edge(of: line, atMeters: meters, network: network), network.lengthMeters(of: match.edge) > 30 {
        return Road(
          wayID: network.wayID(of: match.edge), fromNodeID: network.osmNodeID(of: network.from(match.edge)),
          toNodeID: network.osmNodeID(of: network.to(match.edge)),
          name: network.name(of: match.edge), geometry: network.geometry(of: match.edge))
      }
      meters += 10
    }
    return nil
  }
}
