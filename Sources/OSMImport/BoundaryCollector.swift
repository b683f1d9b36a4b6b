import Geometry
import RoadNetwork

/// Collects the boundaries of countries in a map: `boundary=administrative`, `admin_level=2`, with an ISO code.
///
/// Only ways that are tagged as boundaries themselves are kept while reading, so memory is bounded by the borders of the
/// map. A boundary that an extract cuts open is left out and counted.
struct BoundaryCollector {
  private var ways: [Int64: [Int64]] = [:]
  private var countries: [(code: CountryCode, ways: [Int64])] = []
  /// Sorted.
  private var nodeIDs: [Int64] = []
  private var coordinates: [Coordinate?] = []

  // MARK: First pass

  mutating func addWay(id: Int64, nodes: UnsafeBufferPointer<Int64>, tags: Tags) {
    guard tags[.boundary] == "administrative", tags[.adminLevel].map({ $0 == "2" }) ?? true else { return }
    ways[id] = Array(nodes)
  }

  mutating func addRelation(members: [OSMMember], tags: Tags) {
    guard tags[.boundary] == "administrative", tags[.adminLevel] == "2",
      let code = (tags[.isoCodeAlpha2] ?? tags[.isoCode]).flatMap({ CountryCode($0) })
    else { return }
    let rings = members.filter { $0.kind == .way && ["", "outer", "inner"].contains($0.role) }
    countries.append((code, rings.map(\.id)))
  }

  mutating func beginNodes() {
    let used = countries.flatMap(\.ways)
    nodeIDs = Set(used.flatMap { ways[$0] ?? [] }).sorted()
    coordinates = Array(repeating: nil, count: nodeIDs.count)
  }

  // MARK: Second pass

  mutating func addNode(id: Int64, coordinate: Coordinate) {
    guard !nodeIDs.isEmpty, let index = index(ofNode: id) else { return }
    coordinates[index] = coordinate
  }

  /// The areas of all countries whose boundary is closed, and how many are not.
  func areas() -> (areas: CountryAreas, open: Int) {
    var areas = CountryAreas()
    var open = 0
    for country in countries {
      guard let rings = rings(of: country.ways) else {
        open += 1
        continue
      }
      areas.add(country.code, rings: rings)
    }
    return (areas, open)
  }

  // MARK: Rings

  /// Joins ways at their ends; nil if a way is missing or a ring stays open.
  private func rings(of members: [Int64]) -> [[Coordinate]]? {
    var rest: [[Int64]] = []
    for member in members {
      guard let nodes = ways[member], nodes.count > 1 else { return nil }
      rest.append(nodes)
    }
    guard !rest.isEmpty else { return nil }
    var byEnd: [Int64: [Int]] = [:]
    for (index, way) in rest.enumerated() {
      for end in Set([way[0], way[way.count - 1]]) { byEnd[end, default: []].append(index) }
    }
    var isUsed = [Bool](repeating: false, count: rest.count)
    var rings: [[Coordinate]] = []
    for start in rest.indices where !isUsed[start] {
      isUsed[start] = true
      var ring = rest[start]
      while let last = ring.last, last != ring[0] {
        guard let next = byEnd[last]?.first(where: { !isUsed[$0] }) else { return nil }
        isUsed[next] = true
        ring += rest[next][0] == last ? rest[next].dropFirst() : rest[next].reversed().dropFirst()
      }
      var line: [Coordinate] = []
      for node in ring {
        guard let index = index(ofNode: node), let coordinate = coordinates[index] else { return nil }
        line.append(coordinate)
      }
      rings.append(line)
    }
    return rings
  }

  private func index(ofNode id: Int64) -> Int? {
    var low = 0
    var high = nodeIDs.count
    while low < high {
      let middle = (low + high) / 2
      if nodeIDs[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low < nodeIDs.count && nodeIDs[low] == id ? low : nil
  }
}
