import RoadNetwork
import TestSupport
import Testing

@Suite("Strongly connected components")
struct ComponentTests {
  @Test("an island is a component of its own, the larger one is number 0")
  func island() throws {
    let map = try RoadMap("A---B---C   D---E", roads: ["AB": [:], "BC": [:], "DE": [:]])
    let network = map.network
    #expect(network.component(of: try map.edge("A", "B"), .drive) == 0)
    #expect(network.componentSize(of: try map.edge("A", "B"), .drive) == 4)
    #expect(network.component(of: try map.edge("D", "E"), .drive) == 1)
    #expect(network.componentSize(of: try map.edge("E", "D"), .drive) == 2)
  }

  @Test("a one-way road into a dead end belongs to no larger component")
  func oneWayDeadEnd() throws {
    let map = try RoadMap("A---B---C", roads: ["AB": [:], "BC": ["oneway": "yes"]])
    #expect(map.network.componentSize(of: try map.edge("B", "C"), .drive) == 1)
    #expect(map.network.componentSize(of: try map.edge("A", "B"), .drive) == 2)
  }

  @Test("each mode has its own components")
  func modes() throws {
    let map = try RoadMap("A---B---C", roads: ["AB": [:], "BC": ["motorcar": "no"]])
    let edge = try map.edge("B", "C")
    #expect(map.network.component(of: edge, .drive) == nil)
    #expect(map.network.componentSize(of: edge, .drive) == 0)
    #expect(map.network.componentSize(of: edge, .twoWheeler) == 4)
  }

  @Test(
    "on random one-way grids two edges share a component exactly if each reaches the other",
    arguments: Seeds.fromEnvironment(count: 6))
  func oracle(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let rows = ["ABCDE", "FGHIJ", "KLMNO", "PQRST"]
    var roads: [(String, [String: String])] = []
    for (row, letters) in rows.enumerated() {
      let letters = Array(letters)
      for column in letters.indices {
        var ends: [Character] = []
        if column + 1 < letters.count { ends.append(letters[column + 1]) }
        if row + 1 < rows.count { ends.append(Array(rows[row + 1])[column]) }
        for end in ends where !random.oneIn(4) {
          roads.append((String([letters[column], end]), ["oneway": random.pick(["yes", "-1", "no"]) ?? "no"]))
        }
      }
    }
    let network = try RoadMap(rows.joined(separator: "\n"), spacing: 50, roadList: roads).network
    let reach = (0..<UInt32(network.edgeCount)).map { reachable(network, EdgeID($0)) }
    for a in 0..<network.edgeCount {
      for b in 0..<network.edgeCount {
        let together = reach[a].contains(UInt32(b)) && reach[b].contains(UInt32(a))
        let same = network.component(of: EdgeID(UInt32(a)), .drive) == network.component(of: EdgeID(UInt32(b)), .drive)
        #expect(same == (together || a == b), "seed \(seed) edges \(a) \(b)")
      }
    }
  }

  private func reachable(_ network: RoadNetwork, _ start: EdgeID) -> Set<UInt32> {
    var seen: Set<UInt32> = [start.rawValue]
    var open = [start]
    while let edge = open.popLast() {
      for raw in network.turns(from: edge) where network.allows(.drive, at: TurnID(raw)) {
        let next = network.target(of: TurnID(raw))
        if seen.insert(next.rawValue).inserted { open.append(next) }
      }
    }
    return seen
  }
}
