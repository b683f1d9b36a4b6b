import Glibc
import RoadNetwork
import Routing

/// `navigator network export --network FILE --out DIR`.
struct NetworkExportCommand: Command {
  let name = "network export"
  let summary = "Write the turn-expanded graph of one metric as CSV, with queries and their answers."
  let options: [CommandOption] = [
    .required("network", "FILE", "the road network"),
    .required("out", "DIR", "the directory to write into; made when missing"),
    .value("mode", "MODE", "DRIVE (default) or TWO_WHEELER"),
    .value("objective", "NAME", "DEFAULT, SHORTER_DISTANCE, FUEL_EFFICIENT and others"),
  ]
  let notes = """
    nodes.csv holds the directed edges (id,lon,lat), arcs.csv the turns that the mode may take (tail,head,weight: the edge
    left and the turn), queries.csv 1,000 seeded pairs (id,source,target) and answers.csv the distances that any other engine
    must find on this graph (id,distance; empty where no way leads).
    """
  let example = "navigator network export --network porto.nav --out graph"

  func run(_ invocation: Invocation) throws(CommandFailure) {
    let key = MetricKey(mode: try RouteOptions.mode(invocation), objective: try RouteOptions.objective(invocation))
    let network = try NetworkFile.open(try invocation.required("network"))
    let directory = try invocation.required("out")
    try Self.makeDirectory(directory)
    for (file, heading) in GraphExport.headings {
      try OutputFile.refuseLoss(of: "\(directory)/\(file)", unless: .table(heading: heading))
    }
    let export = GraphExport(TurnExpandedGraph(network, key: key))
    let queries = export.queries()
    let arcs = export.arcs()
    try OutputFile.replace(directory + "/nodes.csv", with: export.nodes())
    try OutputFile.replace(directory + "/arcs.csv", with: arcs.bytes)
    try OutputFile.replace(directory + "/queries.csv", with: export.file(of: queries))
    try OutputFile.replace(directory + "/answers.csv", with: export.answers(to: queries))
    let output = StandardOutput()
    output.writeLine("\(network.edgeCount) nodes, \(arcs.count) arcs, \(queries.count) queries in \(directory)")
    try output.flush()
  }

  private static func makeDirectory(_ path: String) throws(CommandFailure) {
    guard mkdir(path, 0o755) != 0, errno != EEXIST else { return }
    throw CommandFailure(
      .inputOutput, "cannot make \(path): \(String(cString: strerror(errno)))", "check the path and its permissions")
  }
}
