import Geometry
import RoadNetwork

/// Maneuvers over several junctions that a driver takes as one.
extension ManeuverGuide {
  // MARK: Roundabouts

  /// One maneuver for the whole roundabout: which exit, and to which side it leads in all.
  func roundabout(at index: Int) -> ManeuverMark {
    let isLeftHand = flags(index).contains(.leftHandTraffic)
    // Straight ahead goes by the side of the traffic.
    var mark = ManeuverMark(isLeftHand ? .roundaboutLeft : .roundaboutRight, at: index)
    var exits = 0
    var end = index
    while end < path.edges.count, flags(end).contains(.roundabout) {
      if end + 1 < path.edges.count, isExit(from: path.edges[end], next: path.edges[end + 1]) { exits += 1 }
      end += 1
    }
    mark.resumesAt = min(end + 1, path.edges.count)
    // A path that ends on the circle leaves by no exit.
    guard end < path.edges.count else { return mark }
    mark.exit = max(1, exits)
    mark.label = label(end)
    let angle = turnAngleDegrees(from: arrivalBearing(at: index), to: leavingBearing(at: end))
    if abs(angle) > 150 {
      // Back where one came from: round the whole circle.
      mark.maneuver = isLeftHand ? .roundaboutRight : .roundaboutLeft
    } else if abs(angle) > 30 {
      mark.maneuver = angle > 0 ? .roundaboutRight : .roundaboutLeft
    }
    return mark
  }

  /// Whether the driver counts an exit at the end of an edge of the circle: driveways only when taken.
  private func isExit(from edge: EdgeID, next: EdgeID) -> Bool {
    network.turns(from: edge).contains { raw in
      let target = network.target(of: TurnID(raw))
      let flags = network.flags(of: target)
      guard network.allows(mode, at: TurnID(raw)), !network.isUTurn(TurnID(raw)), !flags.contains(.roundabout) else {
        return false
      }
      return target == next || !flags.contains(.minorService)
    }
  }

  // MARK: Turning round

  /// Two turns to the same side, close together, that lead back: over the other carriageway.
  func turningRound(at index: Int, _ junction: JunctionView) -> ManeuverMark? {
    guard abs(junction.angle) >= 60, index + 1 < path.edges.count, meters(from: index, to: index + 1) <= 40,
      !flags(index + 1).contains(.roundabout), let next = JunctionView(at: index + 1, of: self),
      abs(next.angle) >= 45, (junction.angle > 0) == (next.angle > 0)
    else { return nil }
    let back = angleDifferenceDegrees(arrivalBearing(at: index), leavingBearing(at: index + 1))
    let isSameRoad =
      network.roadClass(of: path.edges[index - 1]) == network.roadClass(of: path.edges[index + 1])
      && label(index - 1) == label(index + 1)
    guard isSameRoad, back >= 150 else { return nil }
    var mark = ManeuverMark(junction.angle > 0 ? .uTurnRight : .uTurnLeft, at: index)
    mark.label = label(index + 1)
    mark.resumesAt = index + 2
    return mark
  }

  // MARK: Slip roads

  private static let slipRoadMeters = 150.0

  /// A short slip road at a junction is part of the turn that it makes.
  func slipRoad(at index: Int, _ junction: JunctionView) -> ManeuverMark? {
    guard flags(index).contains(.link), !flags(index - 1).contains(.link), !junction.others.isEmpty,
      network.roadClass(of: path.edges[index]) > .trunk
    else { return nil }
    let end = endOfLink(from: index)
    guard end < path.edges.count, meters(from: index, to: end) <= Self.slipRoadMeters,
      flags(end).isDisjoint(with: [.roundabout, .ferry])
    else { return nil }
    let angle = turnAngleDegrees(from: arrivalBearing(at: index), to: leavingBearing(at: end))
    guard abs(angle) >= 20 else { return nil }
    var mark = ManeuverMark(Maneuver(turnAngle: Int(angle.rounded())), at: index)
    mark.label = label(end)
    mark.resumesAt = end + 1
    return mark
  }

  /// A ramp is called as its own sign says, unless by the road that it leaves, else as the road that it merges into.
  func rampLabel(from index: Int) -> RoadLabel {
    let end = endOfLink(from: index)
    let left = label(index - 1)
    for position in index..<end where !label(position).isNone && label(position) != left { return label(position) }
    guard end < path.edges.count, network.roadClass(of: path.edges[end]) <= .trunk,
      network.reverse(of: path.edges[end]) == nil
    else { return .none }
    return label(end)
  }

  private func endOfLink(from index: Int) -> Int {
    path.edges[index...].firstIndex { !network.flags(of: $0).contains(.link) } ?? path.edges.count
  }

  // MARK: Bearings

  /// So far from a junction the bearing is that of the road and not of its mouth.
  private static let bearingMeters = 25.0

  /// The bearing in which the path comes to the start of an edge.
  private func arrivalBearing(at index: Int) -> Double {
    let edge = path.edges[index - 1]
    let share = min(1, Self.bearingMeters / max(network.lengthMeters(of: edge), 0.1))
    return bearingDegrees(
      from: network.place(on: edge, fraction: 1 - share).point, to: network.coordinate(of: network.to(edge)))
  }

  /// The bearing in which the path goes on from the start of an edge.
  private func leavingBearing(at index: Int) -> Double {
    let edge = path.edges[index]
    let share = min(1, Self.bearingMeters / max(network.lengthMeters(of: edge), 0.1))
    return bearingDegrees(
      from: network.coordinate(of: network.from(edge)), to: network.place(on: edge, fraction: share).point)
  }
}
