import Observability
import RoadNetwork
import Routing

/// Routes every pair of a file and tells the roads driven, one JSON object a line: what a check of the routes by another
/// program needs.
///
/// `{"id":"7","status":"ok","distanceMeters":812.4,"path":[[way,node,node,...],...]}`: the nodes of each stretch in the
/// order driven; the first and the last ones enclose the ends of the route.
struct PathsRun {
  let router: any Router
  /// Mode, objective, avoid set, conditions and time; its ends are replaced.
  let template: RouteRequest

  func run(_ pairs: [RoutePair]) throws(CommandFailure) {
    let output = StandardOutput()
    for (number, pair) in pairs.enumerated() {
      output.writeLine("{\"id\":\(JSONString.quoted(pair.id)),\(answer(pair.request(like: template)))}")
      if number % 50 == 0 { StandardError.progress("\(number) of \(pairs.count) pairs") }
    }
    StandardError.endProgress()
    try output.flush()
  }

  private func answer(_ request: RouteRequest) -> String {
    do throws(RoutingFailure) {
      let route = try router.route(request)
      let stretches = route.legs.flatMap { leg in
        leg.path.stretches(on: router.network).map { text($0, of: leg.path) }
      }
      let tenths = Int64((route.distanceMeters * 10).rounded())
      return "\"status\":\"ok\",\"distanceMeters\":\(tenths / 10).\(tenths % 10),"
        + "\"path\":[\(stretches.joined(separator: ","))]"
    } catch {
      return "\"status\":\"\(PairsRun.status(of: error))\""
    }
  }

  private func text(_ stretch: PathStretch, of path: EdgePath) -> String {
    let nodes = stretch.nodeIDs(of: path, on: router.network)
    return "[\(stretch.reference.wayID),\(nodes.map(String.init).joined(separator: ","))]"
  }
}
