internal import Geometry
internal import MapMatching
internal import RoadNetwork
internal import Routing

/// Finds the paths of a plan on a network, by what lasts least first. Gives canonical edges; whether they may be
/// driven is not asked here.
struct PathLocator {
  let network: RoadNetwork
  let settings: RebuildSettings

  func locate(_ plan: RoutePlan) -> (paths: [EdgePath], source: RebuiltRoute.Source)? {
    if plan.networkFingerprint == network.fingerprint, let paths = byEdges(plan.legs) { return (paths, .edges) }
    if let paths = byReferences(plan.legs) { return (paths, .references) }
    if let paths = byPolyline(plan.legs, .legal(plan.mode)) ?? byPolyline(plan.legs, .connected) {
      return (paths, .polyline)
    }
    return nil
  }

  // MARK: Edges

  private func byEdges(_ legs: [PlannedLeg]) -> [EdgePath]? {
    var paths: [EdgePath] = []
    for leg in legs {
      guard let edges = leg.path.edges(on: network) else { return nil }
      guard let path = path(over: edges.map(network.canonicalEdge), before: 0, after: 0, leg) else { return nil }
      paths.append(path)
    }
    return paths
  }

  // MARK: References

  private func byReferences(_ legs: [PlannedLeg]) -> [EdgePath]? {
    var paths: [EdgePath] = []
    for leg in legs {
      guard let path = byReferences(leg) else { return nil }
      if let former = paths.last, !meets(former, path) { return nil }
      paths.append(path)
    }
    return paths
  }

  private func byReferences(_ leg: PlannedLeg) -> EdgePath? {
    var edges: [EdgeID] = []
    for reference in leg.path.references {
      var run = network.edges(
        ofWay: reference.wayID, fromNode: reference.fromNodeID, toNode: reference.toNodeID)
      guard let first = run.first else { return nil }
      if let last = edges.last, network.to(last) != network.from(first) {
        // Two stretches that end and begin inside one edge share it.
        guard last == first else { return nil }
        run.removeFirst()
      }
      edges += run
    }
    guard let first = edges.first, let last = edges.last, let from = leg.path.references.first?.fromNodeID,
      let to = leg.path.references.last?.toNodeID
    else { return nil }
    // The ends of the first and last edge that stick out, where a junction of the plan is none any more.
    let before = metersBefore(node: from, on: first)
    let after = network.lengthMeters(of: last) - metersBefore(node: to, on: last, takingLast: true)
    return path(over: edges, before: before, after: after, leg)
  }

  private func metersBefore(node: Int64, on edge: EdgeID, takingLast: Bool = false) -> Double {
    let nodes = network.osmNodeIDs(of: edge)
    guard let index = takingLast ? nodes.lastIndex(of: node) : nodes.firstIndex(of: node) else { return 0 }
    return Polyline(network.geometry(of: edge)).distances[index]
  }

  /// The leg's part of a run of edges, of which `before` and `after` meters at its ends are not the plan's; nil when
  /// its length is not the planned one.
  private func path(over edges: [EdgeID], before: Double, after: Double, _ leg: PlannedLeg) -> EdgePath? {
    let start = before + Double(leg.path.startOffsetCentimeters) / 100
    let rest = after + Double(leg.path.endOffsetCentimeters) / 100
    var edges = edges[...]
    var (fromMeters, toMeters) = (start, rest)
    // A stop on a junction may lie at the very end of an edge or at the start of the next: both stay as planned.
    let slack = 0.02
    while edges.count > 1, let first = edges.first, fromMeters > network.lengthMeters(of: first) + slack {
      fromMeters -= network.lengthMeters(of: first)
      edges.removeFirst()
    }
    while edges.count > 1, let last = edges.last, toMeters > network.lengthMeters(of: last) + slack {
      toMeters -= network.lengthMeters(of: last)
      edges.removeLast()
    }
    guard let first = edges.first, let last = edges.last else { return nil }
    let path = EdgePath(
      edges: Array(edges), startFraction: share(fromMeters, of: first), endFraction: 1 - share(toMeters, of: last))
    guard edges.count > 1 || path.endFraction >= path.startFraction else { return nil }
    return lengths(of: leg).contains(path.lengthMeters(on: network)) ? path : nil
  }

  private func share(_ meters: Double, of edge: EdgeID) -> Double {
    let length = network.lengthMeters(of: edge)
    return length > 0 ? min(max(meters / length, 0), 1) : 0
  }

  // MARK: Polyline

  private func byPolyline(_ legs: [PlannedLeg], _ rules: LineMatcher.Rules) -> [EdgePath]? {
    var matcher = LineMatcher(network: network)
    matcher.toleranceMeters = settings.pathToleranceMeters
    var paths: [EdgePath] = []
    for leg in legs {
      let path = matcher.path(
        along: leg.path.polyline, lengthMeters: lengths(of: leg), rules: rules, from: paths.last.map(ends))
      guard var path else { return nil }
      path.edges = path.edges.map(network.canonicalEdge)
      // Ending at a junction it ends on the edge that led there, from which the next leg can go anywhere.
      if path.edges.count > 1, path.endFraction * network.lengthMeters(of: path.edges[path.edges.count - 1]) < 0.5 {
        path.edges.removeLast()
        path.endFraction = 1
      }
      paths.append(path)
    }
    return paths
  }

  /// Where the next leg may begin: where this one ends, in either direction.
  private func ends(of path: EdgePath) -> [EdgePosition] {
    let edge = path.edges[path.edges.count - 1]
    let onward = EdgePosition(edge: edge, fraction: path.endFraction)
    guard let reverse = network.reverse(of: edge) else { return [onward] }
    return [onward, EdgePosition(edge: reverse, fraction: 1 - path.endFraction)]
  }

  // MARK: Both

  /// Rounding moves the ends by up to a meter each, which is more than 1 % of a very short leg.
  private func lengths(of leg: PlannedLeg) -> ClosedRange<Double> {
    let planned = max(leg.distanceMeters, 0)
    let slack = max(settings.lengthShare * planned, 3)
    return (planned - slack)...(planned + slack)
  }

  private func meets(_ former: EdgePath, _ next: EdgePath) -> Bool {
    let (last, first) = (former.edges[former.edges.count - 1], next.edges[0])
    return network.segment(of: last) == network.segment(of: first) || network.to(last) == network.from(first)
  }
}
