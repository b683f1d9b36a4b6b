public import Geometry
public import OSMImport

/// A turn restriction in a drawing: `"no_left_turn AB B BD"`, with tags behind it: `"no_u_turn AB BC CD except=psv"`.
///
/// The members are from, via and to; via is a letter (a node) or roads separated by commas; from and to may be several.
public struct DrawnRestriction: ExpressibleByStringLiteral, Sendable {
  public let text: String
  public init(stringLiteral text: String) { self.text = text }
  public init(_ text: String) { self.text = text }
}

/// Another relation of ways in a drawing: `"AB,BC type=route route=ferry duration=00:20"`.
///
/// A member with a role is written `backward:BC`; "~" stands for a space in tags.
public struct DrawnRelation: ExpressibleByStringLiteral, Sendable {
  public let text: String
  public init(stringLiteral text: String) { self.text = text }
}

/// A drawing as an OpenStreetMap extract.
public struct DrawnSource: OSMSource, Sendable {
  public let coordinates: [Character: Coordinate]
  public let roads: [(name: String, tags: [String: String])]
  private let nodeTags: [Character: [String: String]]
  private let relations: [(members: [OSMMember], tags: [String: String])]

  init(
    _ drawing: String, spacing: Double, origin: Coordinate, roads: [(String, [String: String])],
    nodes: [String: [String: String]], restrictions: [DrawnRestriction], relations others: [DrawnRelation] = []
  ) throws {
    let plane = LocalPlane(origin: origin)
    var coordinates: [Character: Coordinate] = [:]
    for (row, line) in drawing.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      for (column, character) in line.enumerated() where character.isLetter || character.isNumber {
        coordinates[character] = plane.coordinate(x: Double(column) * spacing, y: Double(-row) * spacing)
      }
    }
    self.coordinates = coordinates
    self.roads = roads.map { (name: $0.0, tags: $0.1) }
    nodeTags = Dictionary(uniqueKeysWithValues: nodes.compactMap { key, tags in key.first.map { ($0, tags) } })
    for name in roads.map(\.0) {
      for letter in name where coordinates[letter] == nil { throw RoadMapError.unknownPlace(letter) }
    }
    let names = roads.map(\.0)
    relations =
      try restrictions.map { try Self.relation($0.text, roads: names) }
      + others.map { try Self.otherRelation($0.text, roads: names) }
  }

  public func read(_ kinds: OSMKinds, into visitor: inout some OSMVisitor) throws(OSMReadError) {
    if kinds.contains(.nodes) {
      for (letter, coordinate) in coordinates.sorted(by: { $0.key < $1.key }) where letter.isLetter {
        visitor.node(id: Self.nodeID(letter), coordinate: coordinate, tags: Tags(nodeTags[letter] ?? [:]))
      }
    }
    if kinds.contains(.ways) {
      for (index, road) in roads.enumerated() {
        var tags = road.tags
        if tags["highway"] == nil, tags["route"] == nil, tags["boundary"] == nil { tags["highway"] = "residential" }
        road.name.map(Self.nodeID).withUnsafeBufferPointer {
          visitor.way(id: Self.wayID(index), nodes: $0, tags: Tags(tags))
        }
      }
    }
    if kinds.contains(.relations) {
      for (index, relation) in relations.enumerated() {
        visitor.relation(id: Int64(index + 1), members: relation.members, tags: Tags(relation.tags))
      }
    }
  }

  private static func otherRelation(
    _ text: String, roads: [String]
  ) throws -> (members: [OSMMember], tags: [String: String]) {
    let words = text.split(separator: " ").map(String.init)
    guard let list = words.first else { throw RoadMapError.malformedRestriction(text) }
    let members = try list.split(separator: ",").map { member in
      let parts = member.split(separator: ":").map(String.init)
      let role = parts.count == 2 ? parts[0] : ""
      guard let name = parts.last, let index = roads.firstIndex(of: name) else {
        throw RoadMapError.unknownRoad(String(member))
      }
      return OSMMember(kind: .way, id: wayID(index), role: role)
    }
    var tags: [String: String] = [:]
    for word in words.dropFirst() {
      let parts = word.split(separator: "=", maxSplits: 1).map { $0.replacing("~", with: " ") }
      guard parts.count == 2 else { throw RoadMapError.malformedRestriction(text) }
      tags[String(parts[0])] = String(parts[1])
    }
    return (members, tags)
  }

  static func nodeID(_ letter: Character) -> Int64 { Int64(letter.unicodeScalars.first?.value ?? 0) }
  static func letter(_ id: Int64) -> Character? { UInt32(exactly: id).flatMap(Unicode.Scalar.init).map(Character.init) }
  static func wayID(_ index: Int) -> Int64 { Int64(1_000 + index) }

  private static func relation(
    _ text: String, roads: [String]
  ) throws -> (members: [OSMMember], tags: [String: String]) {
    let words = text.split(separator: " ").map(String.init)
    guard words.count >= 4 else { throw RoadMapError.malformedRestriction(text) }
    func ways(_ list: String, role: String) throws -> [OSMMember] {
      try list.split(separator: ",").map { name in
        guard let index = roads.firstIndex(of: String(name)) else { throw RoadMapError.unknownRoad(String(name)) }
        return OSMMember(kind: .way, id: wayID(index), role: role)
      }
    }
    var members = try ways(words[1], role: "from")
    if words[2].count == 1, let letter = words[2].first {
      members.append(OSMMember(kind: .node, id: nodeID(letter), role: "via"))
    } else {
      members += try ways(words[2], role: "via")
    }
    members += try ways(words[3], role: "to")
    var tags = ["type": "restriction"]
    // A kind such as "restriction:motorcycle=no_left_turn" names its key itself; "~" stands for a space.
    for (index, word) in ([words[0]] + words.dropFirst(4)).enumerated() {
      let parts = word.split(separator: "=", maxSplits: 1).map { $0.replacing("~", with: " ") }
      if parts.count == 2 {
        tags[String(parts[0])] = String(parts[1])
      } else if index == 0 {
        tags["restriction"] = words[0]
      } else {
        throw RoadMapError.malformedRestriction(text)
      }
    }
    return (members, tags)
  }
}
