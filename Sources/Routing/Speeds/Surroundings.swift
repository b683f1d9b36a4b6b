internal import Geometry
import RoadNetwork

/// How closely built a place is, told by its junctions: what a town does to speeds where the map has no limits.
public enum Surroundings: UInt8, CaseIterable, Hashable, Sendable {
  /// Country: fewer than 30 junctions a square kilometer around.
  case open = 0
  /// Villages, suburbs, towns.
  case builtUp = 1
  /// Inner city: 90 junctions a square kilometer and more.
  case dense = 2

  init(junctionsPerSquareKilometer density: Double) {
    self = density < 30 ? .open : density < 90 ? .builtUp : .dense
  }
}

/// What a network's streets say of the places around them.
struct StreetPattern {
  /// By node: whether three or more ends of streets meet.
  private(set) var isJunction: [Bool]
  /// By segment.
  private(set) var surroundings: [Surroundings]

  /// Linear in nodes and segments.
  init(_ network: RoadNetwork) {
    isJunction = Self.junctions(of: network)
    let grid = Grid(bounds: network.bounds)
    var counts: [UInt64: UInt32] = [:]
    for node in 0..<network.nodeCount where isJunction[node] {
      counts[grid.cell(of: network.coordinate(of: NodeID(UInt32(node)))).key, default: 0] += 1
    }
    surroundings = (0..<UInt32(network.segmentCount)).map { raw in
      let segment = SegmentID(raw)
      let middle = network.point(network.pointCount(of: segment) / 2, of: segment)
      return Surroundings(junctionsPerSquareKilometer: grid.density(around: middle, counts))
    }
  }

  /// Paths, service roads and the like make no town.
  private static func junctions(of network: RoadNetwork) -> [Bool] {
    var ends = [UInt8](repeating: 0, count: network.nodeCount)
    for raw in 0..<UInt32(network.segmentCount) {
      let segment = SegmentID(raw)
      guard network.roadClass(of: segment) <= .livingStreet else { continue }
      let pair = network.edges(of: segment)
      guard let edge = pair.forward ?? pair.backward else { continue }
      for end in [network.from(edge), network.to(edge)] { ends[end.index] = min(3, ends[end.index] + 1) }
    }
    return ends.map { $0 == 3 }
  }

  /// Square cells of a third of a kilometer; nine of them around a place are one square kilometer.
  private struct Grid {
    private let south: Int64
    private let west: Int64
    private static let cellMeters = 1_000.0 / 3
    private static let unitsPerMeter = 1e7 / 111_320

    struct Cell {
      var row: Int64
      var column: Int64
      var key: UInt64 { UInt64(bitPattern: row << 32 ^ column & 0xffff_ffff) }
    }

    init(bounds: BoundingBox) {
      south = Int64(bounds.south)
      west = Int64(bounds.west)
    }

    func cell(of point: Coordinate) -> Cell {
      let row = (Int64(point.latitudeE7) - south) / Int64(Self.cellMeters * Self.unitsPerMeter)
      return Cell(row: row, column: column(of: point, row: row))
    }

    /// Junctions in the nine cells around a place.
    func density(around point: Coordinate, _ counts: [UInt64: UInt32]) -> Double {
      let row = cell(of: point).row
      var sum: UInt32 = 0
      for near in row - 1...row + 1 {
        // Each row has columns of its own, so that cells stay square at every latitude.
        let column = column(of: point, row: near)
        for beside in column - 1...column + 1 { sum += counts[Cell(row: near, column: beside).key] ?? 0 }
      }
      return Double(sum)
    }

    private func column(of point: Coordinate, row: Int64) -> Int64 {
      let latitude = (Double(south) + (Double(row) + 0.5) * Self.cellMeters * Self.unitsPerMeter) / 1e7
      let shrink = max(0.01, Trigonometry.cosine(latitude * Trigonometry.radiansPerDegree))
      return Int64(
        (Double(Int64(point.longitudeE7) - west) * shrink / (Self.cellMeters * Self.unitsPerMeter)).rounded(.down))
    }
  }
}
