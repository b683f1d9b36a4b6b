import Geometry
import RoadNetwork
import Routing

/// What a benchmark runs on: files named on the command line, else the shipped map and seeded queries.
struct BenchInputs {
  let invocation: Invocation

  /// The network of `--network`, else that of the shipped map.
  func network() throws(CommandFailure) -> RoadNetwork {
    guard let path = invocation.value("network") else { return try DemoMapFile.network() }
    return try NetworkFile.open(path)
  }

  /// The extract of `--osm`, else the shipped one.
  func extract() throws(CommandFailure) -> String {
    if let path = invocation.value("osm") { return path }
    return try DemoMapFile.path()
  }

  /// The edge pairs of `--queries`, else the seeded ones of an exported graph.
  func queries(_ graph: TurnExpandedGraph) throws(CommandFailure) -> [GraphQuery] {
    guard let path = invocation.value("queries") else { return GraphExport(graph).queries() }
    return try QueriesFile(path: path).queries(edgeCount: graph.nodeCount)
  }

  /// The coordinate pairs of `--pairs`, else the places where the edges of the queries begin.
  func pairs(_ queries: [GraphQuery], on graph: TurnExpandedGraph) throws(CommandFailure) -> [RoutePair] {
    if let path = invocation.value("pairs") {
      let pairs = try PairsFile(path: path).pairs()
      PlaceCheck(pairs.flatMap { [$0.origin, $0.destination] }, on: graph.network)
        .warn(of: path, columns: PairsFile.heading)
      return pairs
    }
    return queries.map {
      RoutePair(id: $0.id, origin: graph.coordinate(of: $0.source), destination: graph.coordinate(of: $0.target))
    }
  }
}
