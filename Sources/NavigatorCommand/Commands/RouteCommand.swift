import RoadNetwork
import RouteTokens
import Routing

/// `navigator route`: a computeRoutes request on standard input and output, or the pairs of a file.
struct RouteCommand: Command {
  let name = "route"
  let summary = "Answer a computeRoutes request in JSON, or route the pairs of a file."
  let options: [CommandOption] = [
    .required("network", "FILE", "the road network"),
    .value("keys", "FILE", "seal a route token for each route with this key ring, where the request allows one"),
    .value("conditions", "FILE.jsonl", "road conditions in force, one a line"),
    SpeedTableFile.option,
    .flag("path", "add the stretches of road to each route: way, nodes, name, length; of pairs, as JSON Lines"),
    .value("pairs", "PAIRS.csv", "route these pairs (id,lon1,lat1,lon2,lat2); prints id,status,distance_m,duration_s"),
    .value("mode", "MODE", "of the pairs: DRIVE (default) or TWO_WHEELER"),
    .value("objective", "NAME", "of the pairs: DEFAULT, SHORTER_DISTANCE, FUEL_EFFICIENT and others"),
    .value(
      "at", "SECONDS",
      "of the pairs: when they are driven, since 1970; without it no restriction and no traffic of an hour holds"
    ),
    .value("avoid", "LIST", "of the pairs: tolls, highways, ferries, tunnels, vignettes:CC, separated by commas"),
  ]
  let operands = CommandOperands.atMostOne("REQUEST.json")
  let notes = """
    The request is read from REQUEST.json or standard input. A route token needs routingPreference TRAFFIC_AWARE or
    TRAFFIC_AWARE_OPTIMAL and no via waypoint. No route gives an empty response and status 0. Fields that computeRoutes does not
    have are named on standard error; those of computeCustomRoutes (routeObjective and its rate card) are such: it is not answered.
    A pair may have a sixth column, its departure in seconds since 1970, which counts before --at. Its status is ok, noroute (no
    legal way joins the two), nosnap (an end is near no road, or outside of the network) or budget (the search took too much work).
    With --pairs the times of the searches are one JSON line on standard error; with --pairs and --path each line of output is
    {"id","status","distanceMeters","path":[[way,node,node,...],...]}.
    """
  let example = "navigator route --network porto.nav --keys keys.json --path request.json"

  func run(_ invocation: Invocation) throws(CommandFailure) {
    if let pairs = invocation.value("pairs") {
      try refuse(["keys"], in: invocation, because: "--pairs gives no tokens")
      guard invocation.operands.isEmpty else { throw .usage("--pairs takes no request", command: name) }
      return try route(pairs: pairs, invocation)
    }
    try refuse(["mode", "objective", "avoid", "at"], in: invocation, because: "the request says it itself")
    let request = try InputFile.bytes(invocation.operands.first ?? "-", limit: 16 << 20)
    let keys = try invocation.value("keys").map { path throws(CommandFailure) in try KeyRingCommands.read(path) }
    let network = try NetworkFile.open(try invocation.required("network"))
    let run = RequestRun(
      network: network, conditions: try conditions(invocation, network), keys: keys,
      wantsPath: invocation.flag("path"))
    try run.run(request)
  }

  private func route(pairs: String, _ invocation: Invocation) throws(CommandFailure) {
    var template = RouteRequest(
      start: .position(EdgePosition(edge: EdgeID(0), fraction: 0)), stops: [],
      mode: try RouteOptions.mode(invocation), objective: try RouteOptions.objective(invocation),
      avoid: try RouteOptions.avoid(invocation))
    if let seconds = try invocation.integer("at", in: 1...253_402_300_799) {
      template.atMillis = Int64(seconds) * 1_000
    }
    let network = try NetworkFile.open(try invocation.required("network"))
    template.conditions = try conditions(invocation, network)
    let metrics = MetricStore(network, customization: .whenAsked(times: 1))
    let list = try PairsFile(path: pairs).pairs()
    PlaceCheck(list.flatMap { [$0.origin, $0.destination] }, on: network).warn(of: pairs, columns: PairsFile.heading)
    if invocation.flag("path") {
      try PathsRun(router: HierarchyRouter(metrics), template: template).run(list)
    } else {
      try PairsRun(metrics: metrics, template: template).run(list)
    }
  }

  private func conditions(_ invocation: Invocation, _ network: RoadNetwork) throws(CommandFailure) -> Conditions {
    let usual = Conditions(speeds: try SpeedTableFile.model(invocation.value("speeds"), on: network))
    guard let path = invocation.value("conditions") else { return usual }
    return try ConditionsFile(path: path).conditions(after: usual, on: network)
  }

  private func refuse(_ flags: [String], in invocation: Invocation, because reason: String) throws(CommandFailure) {
    for flag in flags where invocation.flag(flag) {
      throw .usage("--\(flag) does not apply: \(reason)", command: name)
    }
  }
}
