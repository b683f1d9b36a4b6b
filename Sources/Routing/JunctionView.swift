import RoadNetwork

/// One turn of a path with the other ways that the driver sees there.
struct JunctionView {
  let turn: TurnID
  /// Right positive, degrees.
  let angle: Int
  /// The other ways to go on, turning back left out.
  let others: [(edge: EdgeID, angle: Int)]
  private let former: EdgeID
  private let edge: EdgeID
  private let network: RoadNetwork

  /// nil where no turn of the network leads on.
  init?(at index: Int, of guide: ManeuverGuide) {
    let (network, mode) = (guide.network, guide.mode)
    let (former, edge) = (guide.path.edges[index - 1], guide.path.edges[index])
    var taken: TurnID?
    var others: [(edge: EdgeID, angle: Int)] = []
    for number in network.turns(from: former) {
      let turn = TurnID(number)
      let target = network.target(of: turn)
      if network.canonicalEdge(target) == network.canonicalEdge(edge) {
        taken = taken ?? turn
      } else if network.allows(mode, at: turn), !network.isUTurn(turn) {
        others.append((target, network.angleDegrees(of: turn)))
      }
    }
    guard let taken else { return nil }
    turn = taken
    angle = network.angleDegrees(of: taken)
    self.others = others
    self.former = former
    self.edge = edge
    self.network = network
  }

  /// What the driver is told; nil where the road just goes on.
  func maneuver(from before: RoadFlags, to after: RoadFlags) -> Maneuver? {
    let roadClass = network.roadClass(of: edge)
    if after.contains(.link), !before.contains(.link), roadClass <= .trunk {
      return others.isEmpty ? nil : isRight(of: others) ? .rampRight : .rampLeft
    }
    if before.contains(.link), !after.contains(.link), isMerge(into: roadClass, after) { return .merge }
    let isSameRoad = RoadLabel(former, on: network) == RoadLabel(edge, on: network)
    if others.isEmpty {
      // The only legal way is still a turn where other roads meet.
      let isTurn = abs(angle) >= 45 && hasOtherRoads && !(isSameRoad && abs(angle) < 60)
      return isTurn ? Maneuver(turnAngle: angle) : nil
    }
    let contenders = forkContenders(after, roadClass)
    if !contenders.isEmpty { return isRight(of: contenders) ? .forkRight : .forkLeft }
    if abs(angle) < 20 { return leavesTheRoad ? .straight : nil }
    // A bend of the road itself needs no word while no other road goes on straighter.
    let isStraightest = others.allSatisfy { abs($0.angle) > abs(angle) + 15 }
    let isMain = others.allSatisfy { roadClass < network.roadClass(of: $0.edge) }
    if abs(angle) < 60, isStraightest ? isSameRoad || isMain : isSameRoad && isMain { return nil }
    return Maneuver(turnAngle: angle)
  }

  private func isRight(of others: [(edge: EdgeID, angle: Int)]) -> Bool {
    let nearest = others.min { abs($0.angle - angle) < abs($1.angle - angle) }
    return angle > nearest?.angle ?? 0
  }

  /// A slip road that joins traffic of one direction without a turn.
  private func isMerge(into roadClass: RoadClass, _ after: RoadFlags) -> Bool {
    if after.contains(.motorway) { return true }
    guard roadClass <= .trunk, abs(angle) < 60, network.reverse(of: edge) == nil else { return false }
    return hasOtherSources
  }

  /// The other roads that are as good a way on: like importance, ahead, none of them plainly straight.
  private func forkContenders(_ after: RoadFlags, _ roadClass: RoadClass) -> [(edge: EdgeID, angle: Int)] {
    guard abs(angle) <= 45 else { return [] }
    let isMajor = roadClass <= .trunk
    return others.filter { other in
      let isLike =
        network.flags(of: other.edge).contains(.link) == after.contains(.link)
        && abs(Int(network.roadClass(of: other.edge).rawValue) - Int(roadClass.rawValue)) <= 1
      guard isLike, abs(other.angle) <= 45, abs(other.angle - angle) <= 60 else { return false }
      let isPlain = (abs(angle) < 10 && abs(other.angle) > 20) || (abs(other.angle) < 10 && abs(angle) > 20)
      return isMajor || !isPlain
    }
  }

  /// Going straight where the road driven on bends away.
  private var leavesTheRoad: Bool {
    let label = RoadLabel(former, on: network)
    guard !label.isNone, label != RoadLabel(edge, on: network) else { return false }
    return others.contains { other in
      label == RoadLabel(other.edge, on: network) && abs(other.angle) <= 60
        && network.roadClass(of: other.edge) <= network.roadClass(of: edge)
    }
  }

  /// Other ways into the edge than the one taken and turning back.
  private var hasOtherSources: Bool {
    network.incomingTurns(of: edge).contains { place in
      let turn = network.incomingTurn(place)
      let source = network.segment(of: network.source(of: turn))
      return !network.isUTurn(turn) && source != network.segment(of: former)
    }
  }

  /// Roads at the junction beside the two driven, legal to enter or not.
  private var hasOtherRoads: Bool {
    let driven = (network.segment(of: former), network.segment(of: edge))
    let leading = network.outgoingEdges(of: network.from(edge)).contains {
      network.segment(of: $0) != driven.0 && network.segment(of: $0) != driven.1
    }
    return leading || hasOtherSources
  }
}
