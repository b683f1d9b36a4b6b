import RoadNetwork
import Routing
import TestSupport
import Testing

@testable import NavigatorCommand

@Suite("The exported graph")
struct GraphExportTests {
  private func export() throws -> GraphExport {
    let map = try RoadMap("A----B----C", roads: ["ABC": ["oneway": "yes"]], nodes: ["B": ["highway": "crossing"]])
    return GraphExport(TurnExpandedGraph(map.network, key: MetricKey(mode: .drive)))
  }

  private func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test("every file has its heading and ends its lines; the queries are 1,000 and always the same")
  func files() throws {
    let export = try export()
    let queries = export.queries()
    #expect(lines(export.nodes()).first == "id,lon,lat")
    #expect(lines(export.arcs().bytes).first == "tail,head,weight")
    #expect(lines(export.arcs().bytes).count == export.arcs().count + 1)
    #expect(lines(export.file(of: queries)).first == "id,source,target")
    #expect(queries.count == 1_000)
    #expect(try self.export().queries() == queries)
    let answers = lines(export.answers(to: queries))
    #expect(answers.first == "id,distance")
    #expect(answers.count == 1_001)
    #expect(export.nodes().last == UInt8(ascii: "\n"))
  }

  @Test("an edge is no way from itself: its distance to itself is 0")
  func toItself() throws {
    let answers = lines(try export().answers(to: [GraphQuery(id: "x", source: EdgeID(0), target: EdgeID(0))]))
    #expect(answers == ["id,distance", "x,0"])
  }

  @Test(
    "degrees are written exactly",
    arguments: [(115_000_000, "11.5000000"), (-7, "-0.0000007"), (0, "0.0000000"), (-1_799_999_999, "-179.9999999")])
  func degrees(value: Int32, text: String) {
    #expect(GraphExport.degrees(value) == text)
  }
}
