import RoadNetwork
import Routing

/// The queries of a benchmark run once each, alone and with their paths: times and answers.
struct SearchRun {
  private(set) var alone: BenchTimes
  private(set) var withPath: BenchTimes
  /// −1 where no way leads.
  private(set) var distances: [Int64] = []
  private(set) var pathEdges = 0
  private(set) var settledEdges = 0
  /// Of the edges of all paths.
  private(set) var pathChecksum = BenchChecksum()

  /// - Parameter warmUp: queries run before any is timed.
  init(_ queries: [GraphQuery], on graph: TurnExpandedGraph, _ name: String, warmUp: Int) {
    alone = BenchTimes(name)
    withPath = BenchTimes("\(name)WithPath")
    for query in queries.prefix(warmUp) { _ = graph.path(from: query.source, to: query.target) }
    let settledBefore = graph.settledCount
    for query in queries {
      distances.append(alone.measure { graph.distance(from: query.source, to: query.target) } ?? -1)
    }
    settledEdges = graph.settledCount - settledBefore
    for query in queries {
      let path = withPath.measure { graph.path(from: query.source, to: query.target) }
      for edge in path?.edges ?? [] { pathChecksum.add(Int64(edge.rawValue)) }
      pathEdges += path?.edges.count ?? 0
    }
  }

  func hasAnswers(of other: SearchRun) -> Bool {
    distances == other.distances && pathChecksum.value == other.pathChecksum.value
  }
}
