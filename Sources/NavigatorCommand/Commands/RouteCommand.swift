import RoadNetwork
import Routing

/// `navigator route`: computeRoutes on standard input and output, or many pairs of a file.
struct RouteCommand: Command {
  let name = "route"
  let summary = "Answer a computeRoutes request (JSON), or route the pairs of a file."
  let options: [CommandOption] = [
    .required("network", "FILE", "the road network"),
    .value("pairs", "PAIRS.csv", "route these pairs (id,lon1,lat1,lon2,lat2) and print id,status,distance_m,duration_s"),
    .value("mode", "MODE", "of the pairs: DRIVE (default) or TWO_WHEELER"),
    .value("objective", "NAME", "of the pairs: DEFAULT, SHORTER_DISTANCE, FUEL_EFFICIENT and others"),
    .value("avoid", "LIST", "of the pairs: tolls, highways, ferries, tunnels, vignettes:CC, separated by commas"),
  ]
  let operands = CommandOperands.none
  let example = "navigator route --network porto.nav --pairs pairs.csv > answers.csv"

  func run(_ invocation: Invocation) throws(CommandFailure) {
    guard let pairs = invocation.value("pairs") else { throw .usage("--pairs PAIRS.csv is missing", command: name) }
    let template = RouteRequest(
      start: .position(EdgePosition(edge: EdgeID(0), fraction: 0)), stops: [],
      mode: try RouteOptions.mode(invocation), objective: try RouteOptions.objective(invocation),
      avoid: try RouteOptions.avoid(invocation))
    let router = DijkstraRouter(try NetworkFile.open(try invocation.required("network")))
    try PairsRun(router: router, template: template).run(try PairsFile(path: pairs).pairs())
  }
}
