import Geometry

/// The nodes that ways use, sorted by OpenStreetMap id.
struct NodeTable {
  private(set) var ids: [Int64] = []
  private(set) var coordinates: [Coordinate] = []
  private(set) var attributes: [NodeAttributes] = []
  /// Nodes on the antimeridian that are the same place as another: −180° and +180° are one.
  private(set) var twins: [UInt32: UInt32] = [:]

  private static let missing = Coordinate(latitudeE7: .min, longitudeE7: .min)

  init(ids: [Int64] = []) {
    self.ids = ids
    coordinates = Array(repeating: Self.missing, count: ids.count)
    attributes = Array(repeating: [], count: ids.count)
  }

  func index(of id: Int64) -> Int? {
    let index = ids.firstIndex(notBelow: id)
    return index < ids.count && ids[index] == id ? index : nil
  }

  func isMissing(_ index: UInt32) -> Bool { coordinates[Int(index)] == Self.missing }

  /// Gives a node its place; ids that no way uses are left out.
  mutating func set(_ id: Int64, _ coordinate: Coordinate) -> Bool {
    guard coordinate.isValid, let index = index(of: id) else { return false }
    coordinates[index] = Coordinate(
      latitudeE7: coordinate.latitudeE7, longitudeE7: wrappedLongitudeE7(Int64(coordinate.longitudeE7)))
    return true
  }

  mutating func set(_ id: Int64, _ nodeAttributes: NodeAttributes) {
    if let index = index(of: id) { attributes[index] = nodeAttributes }
  }

  /// Joins nodes on the antimeridian that have equal latitudes.
  mutating func joinAtAntimeridian() {
    var first: [Int32: UInt32] = [:]
    for (index, coordinate) in coordinates.enumerated() where coordinate.longitudeE7 == -1_800_000_000 {
      let index = UInt32(truncatingIfNeeded: index)
      if let twin = first[coordinate.latitudeE7] {
        twins[index] = twin
        attributes[Int(twin)].formUnion(attributes[Int(index)])
      } else {
        first[coordinate.latitudeE7] = index
      }
    }
  }

  /// The node that stands for a node: itself, or its twin across the antimeridian.
  func place(of index: UInt32) -> UInt32 { twins.isEmpty ? index : twins[index] ?? index }
}
