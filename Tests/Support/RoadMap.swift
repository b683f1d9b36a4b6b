public import Geometry
import OSMImport
public import RoadNetwork

/// A small map drawn in a test: letters are nodes, digits are places for fixes, the lines between are for the reader.
///
/// ```swift
/// let map = try RoadMap(
///   """
///   A--1--B-----C
///         |
///         D
///   """,
///   roads: ["ABC": ["highway": "primary"], "BD": ["oneway": "yes"]],
///   restrictions: ["no_left_turn AB B BD"])
/// let edge = try map.edge("A", "B")
/// ```
///
/// A road is named by its nodes in drawing order; without `highway` it is residential. Each character cell is `spacing`
/// metres wide and high, the first line lies north. Roads go through the same import as real extracts.
public struct RoadMap: Sendable {
  public let network: RoadNetwork
  /// The bytes of the network, to open it again.
  public let bytes: [UInt8]
  /// The map as an extract, to build it again in another way.
  public let source: DrawnSource

  public init(
    _ drawing: String, spacing: Double = 10, origin: Coordinate? = nil, country: CountryCode = .unknown,
    roads: KeyValuePairs<String, [String: String]>, nodes: [String: [String: String]] = [:],
    restrictions: [DrawnRestriction] = [], relations: [DrawnRelation] = []
  ) throws {
    try self.init(
      drawing, spacing: spacing, origin: origin, country: country, roadList: roads.map { ($0.key, $0.value) },
      nodes: nodes, restrictions: restrictions, relations: relations)
  }

  /// The same from roads that a test makes up as it runs.
  public init(
    _ drawing: String, spacing: Double = 10, origin: Coordinate? = nil, country: CountryCode = .unknown,
    roadList: [(String, [String: String])], nodes: [String: [String: String]] = [:],
    restrictions: [DrawnRestriction] = [], relations: [DrawnRelation] = []
  ) throws {
    source = try DrawnSource(
      drawing, spacing: spacing, origin: origin ?? Coordinate(latitudeE7: 482_000_000, longitudeE7: 115_000_000),
      roads: roadList, nodes: nodes, restrictions: restrictions, relations: relations)
    bytes = try NetworkImport.build(source, options: BuildOptions(source: "drawing", country: country))
    network = try RoadNetwork(MemoryStorage(bytes))
  }

  /// The place of a letter or digit of the drawing.
  public func coordinate(_ name: Character) throws -> Coordinate {
    guard let coordinate = source.coordinates[name] else { throw RoadMapError.unknownPlace(name) }
    return coordinate
  }

  /// The OpenStreetMap id of a letter's node.
  public func osmNode(_ name: Character) -> Int64 { DrawnSource.nodeID(name) }

  /// The OpenStreetMap id of a road.
  public func way(_ road: String) throws -> Int64 {
    guard let index = source.roads.firstIndex(where: { $0.name == road }) else { throw RoadMapError.unknownRoad(road) }
    return DrawnSource.wayID(index)
  }

  /// The junction at a letter.
  public func node(_ name: Character) throws -> NodeID {
    for raw in 0..<UInt32(network.nodeCount) where network.osmNodeID(of: NodeID(raw)) == osmNode(name) {
      return NodeID(raw)
    }
    throw RoadMapError.unknownPlace(name)
  }

  /// The canonical edge between two neighbouring junctions, if anyone may drive it.
  public func edge(_ from: Character, _ to: Character) throws -> EdgeID {
    let start = try node(from)
    let end = try node(to)
    for edge in network.outgoingEdges(of: start) where network.to(edge) == end { return edge }
    throw RoadMapError.noEdge(from, to)
  }

  /// The letters of the junctions that a row of edges passes, such as `ABD`.
  public func letters(_ edges: some Sequence<EdgeID>) -> String {
    var text = ""
    for edge in edges {
      if text.isEmpty { text.append(letter(network.from(edge))) }
      text.append(letter(network.to(edge)))
    }
    return text
  }

  private func letter(_ node: NodeID) -> Character { DrawnSource.letter(network.osmNodeID(of: node)) ?? "?" }
}

/// A mistake in a test's drawing.
public enum RoadMapError: Error, Equatable {
  case unknownPlace(Character)
  case unknownRoad(String)
  case noEdge(Character, Character)
  case malformedRestriction(String)
}
