import RoadNetwork

/// Reads the route off the states of all stages, from the destination back.
struct RouteAssembly {
  let request: RouteRequest
  let network: RoadNetwork
  let stages: [[RouteState]]

  func route() -> Route {
    var chosen: [RouteState] = []
    var number = 0
    for stage in stages.reversed() {
      chosen.append(stage[number])
      number = stage[number].previous
    }
    chosen.reverse()
    var times = request.times(on: network)
    var legs: [RouteLeg] = []
    var path: EdgePath?
    for (index, state) in chosen.dropFirst().enumerated() {
      let stretch = EdgePath(
        edges: state.edges, startFraction: state.departure.fraction, endFraction: state.position.fraction)
      let joined = path.map { RouteAssembly.join($0, stretch) } ?? stretch
      if request.stops[index].isVia {
        path = joined
      } else {
        legs.append(RouteLeg(along: joined, times))
        times.startsMoving = false
        path = nil
      }
    }
    return Route(mode: request.mode, legs: legs, cost: chosen.last?.cost ?? 0)
  }

  /// Two paths that meet part way on one edge.
  private static func join(_ first: EdgePath, _ second: EdgePath) -> EdgePath {
    EdgePath(
      edges: first.edges + second.edges.dropFirst(), startFraction: first.startFraction,
      endFraction: second.endFraction)
  }
}
