import Geometry

/// Nested dissection of a core graph: cells that cuts separate, as a tree of parts.
///
/// A part is either a cut (its core edges separate the parts below it) or a cell (core nodes that are not cut further).
/// Parts are numbered so that every part comes after all parts below it.
struct Dissection {
  /// By core node: its cell.
  private(set) var cell: [UInt32]
  /// By core edge: the cut that it belongs to; `.max` within cells.
  private(set) var cutPart: [UInt32]
  /// By part: the part above it; `.max` at the top.
  private(set) var parent: [UInt32] = []

  /// Cells of at most so many core nodes are not cut further.
  static let cellSize = 8

  init(_ core: CoreGraph, coordinates: [Coordinate]) {
    cell = [UInt32](repeating: 0, count: core.junctions.count)
    cutPart = [UInt32](repeating: .max, count: core.edgeA.count)
    var worker = DissectionWorker(core, coordinates: coordinates)
    while worker.dissectNext(&cell, &cutPart) {}
    number(parents: worker.parents)
  }

  /// Renames the parts so that each comes after those below it, with the parts below one part side by side.
  private mutating func number(parents: [UInt32]) {
    // Parents come before their children: sizes add up backwards, places forwards.
    var size = [UInt32](repeating: 1, count: parents.count)
    for part in parents.indices.reversed() where parents[part] != .max { size[Int(parents[part])] += size[part] }
    var nextPlace: UInt32 = 0
    var place = [UInt32](repeating: 0, count: parents.count)
    var below = [UInt32](repeating: 0, count: parents.count)
    for part in parents.indices {
      if parents[part] == .max {
        place[part] = nextPlace
        nextPlace += size[part]
      } else {
        place[part] = below[Int(parents[part])]
        below[Int(parents[part])] += size[part]
      }
      below[part] = place[part]
    }
    for part in parents.indices { place[part] += size[part] - 1 }
    parent = [UInt32](repeating: .max, count: parents.count)
    for part in parents.indices where parents[part] != .max { parent[Int(place[part])] = place[Int(parents[part])] }
    for node in cell.indices { cell[node] = place[Int(cell[node])] }
    for edge in cutPart.indices where cutPart[edge] != .max { cutPart[edge] = place[Int(cutPart[edge])] }
  }
}
