import Geometry
import RoadNetwork
import Routing

/// The turn-expanded graph of one metric as CSV files that another engine can read, with seeded queries and the answers
/// it must give: `nodes.csv`, `arcs.csv`, `queries.csv`, `answers.csv`.
struct GraphExport {
  private let graph: TurnExpandedGraph
  private static let queryCount = 1_000
  private static let seed: UInt64 = 20_240_601

  init(_ graph: TurnExpandedGraph) { self.graph = graph }

  /// The files in the order in which they are written, each with its first line.
  static let headings = [
    ("nodes.csv", "id,lon,lat"), ("arcs.csv", "tail,head,weight"), ("queries.csv", "id,source,target"),
    ("answers.csv", "id,distance"),
  ]

  /// The file of nodes: `id,lon,lat`; an id is the number of a directed edge, its place the edge's start.
  func nodes() -> [UInt8] {
    csv("id,lon,lat") { line in
      for raw in 0..<UInt32(graph.nodeCount) {
        let place = graph.coordinate(of: EdgeID(raw))
        line("\(raw),\(Self.degrees(place.longitudeE7)),\(Self.degrees(place.latitudeE7))")
      }
    }
  }

  /// The file of arcs, `tail,head,weight`, and their number.
  func arcs() -> (bytes: [UInt8], count: Int) {
    var count = 0
    let bytes = csv("tail,head,weight") { line in
      graph.forEachArc { arc in
        line("\(arc.tail.rawValue),\(arc.head.rawValue),\(arc.weight)")
        count += 1
      }
    }
    return (bytes, count)
  }

  /// Pairs of edges that the mode may drive, drawn evenly; the same for the same network and mode.
  func queries() -> [GraphQuery] {
    let open = (0..<UInt32(graph.nodeCount)).map { EdgeID($0) }.filter(graph.isOpen)
    guard !open.isEmpty else { return [] }
    var random = SplitMix64(seed: Self.seed)
    func draw() -> EdgeID { open[Int(random.next() % UInt64(open.count))] }
    return (0..<Self.queryCount).map { GraphQuery(id: String($0), source: draw(), target: draw()) }
  }

  func file(of queries: [GraphQuery]) -> [UInt8] {
    csv("id,source,target") { line in
      for query in queries { line("\(query.id),\(query.source.rawValue),\(query.target.rawValue)") }
    }
  }

  /// The file of answers, `id,distance`: empty where no way leads.
  func answers(to queries: [GraphQuery]) -> [UInt8] {
    csv("id,distance") { line in
      for (number, query) in queries.enumerated() {
        let distance = graph.distance(from: query.source, to: query.target)
        line("\(query.id),\(distance.map { String($0) } ?? "")")
        if number % 20 == 0 { StandardError.progress("answering: \(number) of \(queries.count) queries") }
      }
      StandardError.endProgress()
    }
  }

  private func csv(_ heading: String, _ lines: ((String) -> Void) -> Void) -> [UInt8] {
    var bytes = Array((heading + "\n").utf8)
    lines {
      bytes.append(contentsOf: $0.utf8)
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  /// 1e-7 degrees as decimal degrees, exactly.
  static func degrees(_ value: Int32) -> String {
    let digits = String(value.magnitude)
    let padded = String(repeating: "0", count: max(0, 8 - digits.count)) + digits
    return "\(value < 0 ? "-" : "")\(padded.dropLast(7)).\(padded.suffix(7))"
  }
}

/// One line of a queries file: two directed edges, by number.
struct GraphQuery: Equatable, Sendable {
  var id: String
  var source: EdgeID
  var target: EdgeID
}
