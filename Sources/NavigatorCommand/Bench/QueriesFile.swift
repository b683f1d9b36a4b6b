import RoadNetwork

/// Reads the queries of an exported graph: `id,source,target`, one a line, under a heading.
struct QueriesFile {
  let path: String

  func queries(edgeCount: Int) throws(CommandFailure) -> [GraphQuery] {
    let reader = try LineReader(path, limit: 1 << 16)
    var queries: [GraphQuery] = []
    while let line = try reader.next() {
      let text = String(decoding: line, as: UTF8.self)
      if text.isEmpty || (reader.lineNumber == 1 && text.hasPrefix("id,")) { continue }
      let fields = text.split(separator: ",", omittingEmptySubsequences: false)
      let edges = fields.dropFirst().compactMap { UInt32($0) }.filter { $0 < edgeCount }
      guard fields.count == 3, edges.count == 2 else {
        throw CommandFailure(
          .badData, "\(LineReader.describe(path)) line \(reader.lineNumber) is no query of this network",
          "each line is id,source,target with edges of the network: make it with navigator network export")
      }
      queries.append(GraphQuery(id: String(fields[0]), source: EdgeID(edges[0]), target: EdgeID(edges[1])))
    }
    guard !queries.isEmpty else {
      throw CommandFailure(.badData, "\(LineReader.describe(path)) has no queries", "each line is id,source,target")
    }
    return queries
  }
}
