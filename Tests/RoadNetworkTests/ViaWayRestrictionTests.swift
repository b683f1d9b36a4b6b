import RoadNetwork
import TestSupport
import Testing

@Suite("Turn restrictions over several roads")
struct ViaWayRestrictionTests {
  /// A dual carriageway with a link between.
  ///
  /// ```
  /// A<--B<--C
  ///     |
  /// D-->E-->F
  /// ```
  private static let dual = """
    A---B---C
        |
    D---E---F
    """
  private static let dualRoads: KeyValuePairs<String, [String: String]> = [
    "CB": ["oneway": "yes"], "BA": ["oneway": "yes"], "DE": ["oneway": "yes"], "EF": ["oneway": "yes"], "BE": [:],
  ]

  @Test("a U-turn over a link is forbidden for those who come the whole way, and only for them (osrm#2634)")
  func uTurnOverLink() throws {
    let map = try RoadMap(Self.dual, roads: Self.dualRoads, restrictions: ["no_u_turn DE BE BA"])
    #expect(try continuations(map, along: "DEB") == "")
    #expect(try continuations(map, along: "CBE") == "F")
    #expect(try continuations(map, along: "EB") == "A")
    #expect(map.network.metadata.count(.restrictionsViaWay) == 1)
  }

  @Test("shadow edges stand for their road and come after the canonical edges")
  func shadows() throws {
    let map = try RoadMap(Self.dual, roads: Self.dualRoads, restrictions: ["no_u_turn DE BE BA"])
    let network = map.network
    let road = try map.edge("E", "B")
    #expect(network.edgeCount == network.canonicalEdgeCount + 1)
    let shadows = network.shadowEdges(of: road).map(EdgeID.init)
    #expect(shadows.count == 1)
    for shadow in shadows {
      #expect(network.isShadow(shadow) && network.canonicalEdge(shadow) == road)
      #expect(network.segment(of: shadow) == network.segment(of: road))
      #expect(network.durationMilliseconds(of: shadow, .drive) == network.durationMilliseconds(of: road, .drive))
    }
    #expect(network.shadowEdges(of: try map.edge("D", "E")).isEmpty)
    let nearest = network.nearestEdges(to: network.coordinate(of: network.from(road)), within: 100, limit: 50)
    #expect(!nearest.contains { network.isShadow($0.edge) })
  }

  @Test("two restrictions that share a via road do not block each other's free paths (graphhopper#2907)")
  func sharedVia() throws {
    let map = try RoadMap(
      """
      A       F
       \\     /
        C---D
       /     \\
      B       G
      """,
      roads: ["AC": [:], "BC": [:], "CD": [:], "DF": [:], "DG": [:]],
      restrictions: ["no_left_turn AC CD DF", "no_right_turn BC CD DG"])
    #expect(try continuations(map, along: "ACD") == "G")
    #expect(try continuations(map, along: "BCD") == "F")
    #expect(try continuations(map, along: "CD") == "FG")
  }

  @Test("several via roads are followed one after the other")
  func severalVias() throws {
    let map = try RoadMap(
      """
      A---B---C---D---E
          |   |   |
          F   G   H
      """,
      roads: ["AB": [:], "BC": [:], "CD": [:], "DE": [:], "BF": [:], "CG": [:], "DH": [:]],
      restrictions: ["no_straight_on AB BC,CD DE"])
    #expect(try continuations(map, along: "ABCD") == "H")
    #expect(try continuations(map, along: "FBCD") == "EH")
    #expect(try continuations(map, along: "ABC") == "DG")
    #expect(try continuations(map, along: "GCD") == "EH")
  }

  @Test("a via road that is cut by a side street is one via all the same")
  func cutVia() throws {
    let map = try RoadMap(
      """
      A---B---C---D---E
              |   |
              G   H
      """,
      roads: ["AB": [:], "BCD": [:], "DE": [:], "CG": [:], "DH": [:]],
      restrictions: ["no_straight_on AB BCD DE"])
    #expect(try continuations(map, along: "ABCD") == "H")
    #expect(try continuations(map, along: "GCD") == "EH")
  }

  @Test("an only-restriction binds those who enter the via road from its first member")
  func only() throws {
    let map = try RoadMap(
      """
      A---B---C---D
      |   |   |
      E   F   G
      """,
      roads: ["AB": [:], "BC": [:], "CD": [:], "BF": [:], "CG": [:], "AE": [:]],
      restrictions: ["only_straight_on AB BC CD"])
    #expect(try continuations(map, along: "ABC") == "D")
    #expect(try continuations(map, along: "FBC") == "DG")
    #expect(try continuations(map, along: "AB") == "CF")
  }

  @Test("a restriction over several roads for one mode leaves the other free")
  func ownMode() throws {
    let map = try RoadMap(
      Self.dual, roads: Self.dualRoads, restrictions: ["no_u_turn DE BE BA except=motorcycle"])
    #expect(try continuations(map, along: "DEB") == "")
    #expect(try continuations(map, along: "DEB", mode: .twoWheeler) == "A")
  }

  @Test("a restriction over several roads at times keeps its hours on the shadow edge (valhalla#5736)")
  func conditional() throws {
    let map = try RoadMap(
      Self.dual, roads: Self.dualRoads,
      restrictions: ["restriction:conditional=no_u_turn~@~(Mo-Fr~06:00-10:00) DE BE BA"])
    #expect(try continuations(map, along: "DEB") == "A")
    #expect(map.network.conditionCounts.turns == 1)
    let entry = try #require(map.network.turn(from: try map.edge("D", "E"), to: try map.edge("E", "B")))
    let turn = try #require(map.network.turn(from: map.network.target(of: entry), to: try map.edge("B", "A")))
    #expect(map.network.conditions(of: turn).map(\.condition) == ["Mo-Fr 06:00-10:00"])
    #expect(
      map.network.conditions(
        of: try #require(map.network.turn(from: try map.edge("E", "B"), to: try map.edge("B", "A")))
      ).isEmpty)
  }

  /// Drives random paths and compares the automaton's table with the restrictions read literally.
  @Test(
    "on random grids a path is allowed exactly if no restriction occurs in it",
    arguments: Seeds.fromEnvironment(count: 8))
  func oracle(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let rows = ["ABCD", "EFGH", "IJKL", "MNOP"]
    var roads: [(String, [String: String])] = []
    for row in 0..<4 {
      for column in 0..<4 {
        let here = Array(rows[row])[column]
        if column < 3 { roads.append((String([here, Array(rows[row])[column + 1]]), [:])) }
        if row < 3 { roads.append((String([here, Array(rows[row + 1])[column]]), [:])) }
      }
    }
    let neighbors: (Character) -> [Character] = { letter in
      roads.compactMap { road in
        let ends = Array(road.0)
        return ends[0] == letter ? ends[1] : ends[1] == letter ? ends[0] : nil
      }
    }
    func name(_ a: Character, _ b: Character) -> String {
      roads.contains { $0.0 == String([a, b]) } ? String([a, b]) : String([b, a])
    }
    func walk(_ length: Int) -> [Character] {
      var path = [random.pick(Array("ABCDEFGHIJKLMNOP")) ?? "A"]
      while path.count < length {
        let next = neighbors(path[path.count - 1]).filter { path.count < 2 || $0 != path[path.count - 2] }
        guard let letter = random.pick(next), !path.contains(letter) else { return walk(length) }
        path.append(letter)
      }
      return path
    }
    let forbidden = (0..<12).map { _ in walk(random.number(in: 3...5)) }
    let restrictions = forbidden.map { path -> DrawnRestriction in
      let members = (1..<path.count).map { name(path[$0 - 1], path[$0]) }
      let via = members.dropFirst().dropLast().joined(separator: ",")
      return DrawnRestriction(
        "no_straight_on \(members[0]) \(via.isEmpty ? String(path[1]) : via) \(members[members.count - 1])")
    }
    let map = try RoadMap(
      rows.joined(separator: "\n\n"), spacing: 50, roadList: roads, restrictions: restrictions)
    #expect(map.network.metadata.count(.restrictionsUsed) == 12, "seed \(seed)")
    for _ in 0..<3_000 {
      let path = walk(random.number(in: 3...7))
      let isFree = !forbidden.contains { sequence in
        (0...max(0, path.count - sequence.count)).contains {
          Array(path[$0..<min(path.count, $0 + sequence.count)]) == sequence
        }
      }
      #expect(
        canDrive(map, path) == isFree, "seed \(seed), path \(String(path)), forbidden \(forbidden.map { String($0) })")
    }
  }

  private func canDrive(_ map: RoadMap, _ path: [Character]) -> Bool {
    guard var edge = try? map.edge(path[0], path[1]) else { return false }
    for index in 2..<path.count {
      guard let next = try? map.edge(path[index - 1], path[index]), let turn = map.network.turn(from: edge, to: next)
      else {
        return false
      }
      edge = map.network.target(of: turn)
    }
    return true
  }
}
