import Geometry
import RoadNetwork

/// A maneuver on a path: at which edge it begins, and what a step needs to know of it.
struct ManeuverMark {
  var maneuver: Maneuver
  /// The edge entered by it.
  var index: Int
  /// The edge whose name the driver follows.
  var namedAt: Int
  /// Junctions before this edge belong to the maneuver (a roundabout's).
  var resumesAt = 0
  var exit: Int?
  var direction: String?
}

/// Tells where on a path a driver must be told something, from angles, names and classes.
struct ManeuverGuide {
  let path: EdgePath
  let network: RoadNetwork
  let mode: TravelMode

  func departure() -> ManeuverMark {
    let (from, to) = path.fractions(at: 0)
    let bearing = network.place(on: path.edges[0], fraction: from + (to - from) / 2).bearingDegrees
    return ManeuverMark(
      maneuver: .depart, index: 0, namedAt: 0, direction: ManeuverGuide.compass(bearing))
  }

  /// The maneuver from the edge before `index` into it; nil where the driver just goes on.
  func maneuver(into index: Int) -> ManeuverMark? {
    let (former, edge) = (path.edges[index - 1], path.edges[index])
    guard let turn = network.turn(from: former, to: edge) else { return nil }
    let (before, after) = (network.flags(of: former), network.flags(of: edge))
    let angle = network.angleDegrees(of: turn)
    if after.contains(.roundabout), !before.contains(.roundabout) { return roundabout(at: index) }
    guard let maneuver = kind(from: former, to: edge, turn: turn, angle: angle, before, after) else {
      return nil
    }
    return ManeuverMark(maneuver: maneuver, index: index, namedAt: index)
  }

  private func kind(
    from former: EdgeID, to edge: EdgeID, turn: TurnID, angle: Int, _ before: RoadFlags, _ after: RoadFlags
  ) -> Maneuver? {
    if network.isUTurn(turn) || abs(angle) >= 170 {
      return after.contains(.leftHandTraffic) ? .uTurnRight : .uTurnLeft
    }
    if before.contains(.ferry) != after.contains(.ferry) {
      if after.contains(.ferry) { return after.contains(.shuttleTrain) ? .ferryTrain : .ferry }
      return .straight
    }
    if before.contains(.roundabout) { return after.contains(.roundabout) ? nil : Maneuver(turnAngle: angle) }
    let others = alternatives(from: former, besides: edge)
    if after.contains(.link), !before.contains(.link), network.roadClass(of: edge) <= .trunk {
      return others.isEmpty ? nil : isRight(angle, of: others) ? .rampRight : .rampLeft
    }
    if before.contains(.link), !after.contains(.link), after.contains(.motorway) { return .merge }
    let sameName = !network.label(of: edge).isEmpty && network.haveSameName(former, edge)
    if others.isEmpty { return nameChange(from: former, to: edge) }
    if isFork(edge, angle: angle, others: others) { return isRight(angle, of: others) ? .forkRight : .forkLeft }
    if abs(angle) < 20 { return nameChange(from: former, to: edge) }
    // A bend of the road itself needs no word while no other road goes on straighter.
    let isStraightest = others.allSatisfy { abs($0.angle) > abs(angle) + 15 }
    let isMain = others.allSatisfy { network.roadClass(of: edge) < network.roadClass(of: $0.edge) }
    if isStraightest, sameName || isMain, abs(angle) < 60 { return nil }
    if sameName, isMain, abs(angle) < 60 { return nil }
    return Maneuver(turnAngle: angle)
  }

  /// The other ways to go on, turning back left out.
  private func alternatives(from edge: EdgeID, besides taken: EdgeID) -> [(edge: EdgeID, angle: Int)] {
    network.turns(from: edge).compactMap { raw in
      let turn = TurnID(raw)
      let target = network.target(of: turn)
      guard target != taken, network.allows(mode, at: turn), !network.isUTurn(turn) else { return nil }
      return (target, network.angleDegrees(of: turn))
    }
  }

  private func isRight(_ angle: Int, of others: [(edge: EdgeID, angle: Int)]) -> Bool {
    let nearest = others.min { abs($0.angle - angle) < abs($1.angle - angle) }
    return angle > nearest?.angle ?? 0
  }

  /// Two or more roads of like importance that go on ahead, none of them plainly straight.
  private func isFork(_ edge: EdgeID, angle: Int, others: [(edge: EdgeID, angle: Int)]) -> Bool {
    guard abs(angle) <= 40 else { return false }
    let rank = Int(network.roadClass(of: edge).rawValue)
    return others.contains { other in
      abs(other.angle) <= 40 && abs(other.angle - angle) <= 60
        && abs(Int(network.roadClass(of: other.edge).rawValue) - rank) <= 1
        && !(abs(angle) < 10 && abs(other.angle) > 20)
    }
  }

  private func nameChange(from former: EdgeID, to edge: EdgeID) -> Maneuver? {
    let (old, new) = (network.label(of: former), network.label(of: edge))
    return old.isEmpty || new.isEmpty || old == new ? nil : .nameChange
  }

  // MARK: Roundabouts

  /// One maneuver for the whole roundabout: which exit, and to which side it leads in all.
  private func roundabout(at index: Int) -> ManeuverMark {
    let isLeftHand = network.flags(of: path.edges[index]).contains(.leftHandTraffic)
    var mark = ManeuverMark(
      maneuver: isLeftHand ? .roundaboutLeft : .roundaboutRight, index: index, namedAt: index)
    var exits = 0
    var position = index
    while position < path.edges.count, network.flags(of: path.edges[position]).contains(.roundabout) {
      if position + 1 < path.edges.count { exits += exitCount(from: path.edges[position]) }
      position += 1
    }
    mark.resumesAt = position + 1
    // A path that ends on the circle leaves by no exit.
    guard position < path.edges.count else { return mark }
    mark.exit = max(1, exits)
    mark.namedAt = position
    let arriving = network.place(on: path.edges[index - 1], fraction: 1).bearingDegrees
    let leaving = network.place(on: path.edges[position], fraction: 0).bearingDegrees
    let angle = turnAngleDegrees(from: arriving, to: leaving)
    // Straight ahead goes by the side of the traffic.
    if abs(angle) > 30 { mark.maneuver = angle > 0 ? .roundaboutRight : .roundaboutLeft }
    return mark
  }

  private func exitCount(from edge: EdgeID) -> Int {
    network.turns(from: edge).contains { raw in
      network.allows(mode, at: TurnID(raw)) && !network.isUTurn(TurnID(raw))
        && !network.flags(of: network.target(of: TurnID(raw))).contains(.roundabout)
    } ? 1 : 0
  }

  private static func compass(_ bearing: Double) -> String {
    let points = ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"]
    return points[Int((normalizedDegrees(bearing) + 22.5) / 45) % 8]
  }
}
