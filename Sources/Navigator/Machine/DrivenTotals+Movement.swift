import MapMatching
import RoadNetwork
import Routing

/// From one fix to the next.
struct Movement {
  var from: RoutePosition
  var to: RoutePosition
  /// Both ends are believed on the route; else the straight distance counts.
  var isAlongRoute: Bool
  var straightMeters: Double
}

extension DrivenTotals {
  /// Adds what was driven. Going back within noise takes it off again, so that jitter sums to nothing.
  mutating func add(_ movement: Movement, on followed: FollowedRoute, network: RoadNetwork) {
    guard movement.isAlongRoute, movement.from.legIndex == movement.to.legIndex,
      followed.route.legs.indices.contains(movement.to.legIndex)
    else {
      millimeters = Self.sum(millimeters, Int64(min(movement.straightMeters, 1e6) * 1_000))
      if movement.straightMeters > 0 { coverage.leave() }
      return
    }
    let legs = followed.route.legs
    let path = legs[movement.to.legIndex].path
    let (from, to) = (movement.from, movement.to)
    let isForward = (from.edgeIndex, from.fraction) <= (to.edgeIndex, to.fraction)
    let (low, high) = isForward ? (from, to) : (to, from)
    guard path.edges.indices.contains(low.edgeIndex), path.edges.indices.contains(high.edgeIndex) else { return }
    let edgesBefore = (followed.edgeNumber(at: movement.to) ?? 0) - movement.to.edgeIndex
    for index in low.edgeIndex...high.edgeIndex {
      let edge = path.edges[index]
      let start = index == low.edgeIndex ? low.fraction : 0
      let end = index == high.edgeIndex ? high.fraction : 1
      let length = Int64((Double(network.lengthMillimeters(of: edge)) * max(0, end - start)).rounded())
      millimeters = Self.sum(millimeters, isForward ? length : -length)
      guard isForward else { continue }
      let planned =
        if let plan = followed.plannedPaths {
          coverage.drive(network.canonicalEdge(edge), from: start, to: end, along: plan, on: network)
        } else {
          coverage.drive(PlannedPart(path, index), number: edgesBefore + index, from: start, to: end, on: network)
        }
      plannedMillimeters = Self.sum(plannedMillimeters, planned)
      passToll(path, index, isEntered: index > low.edgeIndex, followed.route.mode, network)
    }
  }

  /// Counts a toll road once when it is entered, and each toll booth on the way.
  private mutating func passToll(
    _ path: EdgePath, _ index: Int, isEntered: Bool, _ mode: TravelMode, _ network: RoadNetwork
  ) {
    let isToll = network.isToll(path.edges[index], mode)
    if isToll, !isOnToll {
      tolls = tolls &+ 1
    } else if isEntered, !isToll, !isOnToll,
      let turn = network.turn(from: path.edges[index - 1], to: path.edges[index]),
      network.isToll(turn, mode)
    {
      tolls = tolls &+ 1
    }
    isOnToll = isToll
  }
}
