import Geometry

/// Takes sets of core nodes from a stack, and cuts them or makes them cells.
struct DissectionWorker: ~Copyable {
  /// The part above each part, `.max` if none; parts come after the one above them.
  private(set) var parents: [UInt32] = []

  private let capacity: [UInt32]
  private let east: [Int64]
  private let north: [Int64]
  private let arcFirst: [UInt32]
  private let arcHead: [UInt32]
  private let arcEdge: [UInt32]
  /// Core nodes; each set is a slice of it.
  private let nodes: FlatArray<UInt32>
  private let spare: FlatArray<UInt32>
  private let component: FlatArray<UInt32>
  /// By core node: its place in the current set, or `.max`.
  private let local: FlatArray<UInt32>
  /// By core edge: the first of its two arcs in the current network.
  private let firstArc: FlatArray<UInt32>
  private var network: FlowNetwork
  private var flow: InertialFlow
  private var sets: [(range: Range<Int>, parent: UInt32)]

  init(_ core: CoreGraph, coordinates: [Coordinate]) {
    let count = core.junctions.count
    // Only the order along a direction counts: a plane by the middle latitude is near enough.
    let places = core.junctions.map { coordinates[Int($0)] }
    let latitudes = places.map { Int64($0.latitudeE7) }
    let middle = Double((latitudes.min() ?? 0) + (latitudes.max() ?? 0)) / 2e7
    let shrink = Int64((Trigonometry.cosine(middle * .pi / 180) * 1_024).rounded())
    east = places.map { Int64($0.longitudeE7) * shrink / 1_024 }
    north = latitudes
    capacity = core.capacity
    var first = [UInt32](repeating: 0, count: count + 1)
    for ends in [core.edgeA, core.edgeB] { for node in ends { first[Int(node) + 1] += 1 } }
    for node in 0..<count { first[node + 1] += first[node] }
    var next = first
    var heads = [UInt32](repeating: 0, count: core.edgeA.count * 2)
    var edges = heads
    for edge in core.edgeA.indices {
      for (a, b) in [(core.edgeA[edge], core.edgeB[edge]), (core.edgeB[edge], core.edgeA[edge])] {
        heads[Int(next[Int(a)])] = b
        edges[Int(next[Int(a)])] = UInt32(truncatingIfNeeded: edge)
        next[Int(a)] += 1
      }
    }
    (arcFirst, arcHead, arcEdge) = (first, heads, edges)
    nodes = FlatArray(repeating: 0, count: count)
    for node in 0..<count { nodes[node] = UInt32(truncatingIfNeeded: node) }
    spare = FlatArray(repeating: 0, count: count)
    component = FlatArray(repeating: 0, count: count)
    local = FlatArray(repeating: .max, count: count)
    firstArc = FlatArray(repeating: .max, count: core.edgeA.count)
    network = FlowNetwork(nodes: count, arcs: heads.count)
    flow = InertialFlow(nodes: count)
    sets = [(0..<count, .max)]
  }

  /// Cuts the next set, or makes it a cell; false if none is left.
  mutating func dissectNext(_ cell: inout [UInt32], _ cutPart: inout [UInt32]) -> Bool {
    guard let (range, parent) = sets.popLast() else { return false }
    guard range.count > Dissection.cellSize else {
      if !range.isEmpty {
        let part = addPart(under: parent)
        for index in range { cell[Int(nodes[index])] = part }
      }
      return true
    }
    fillNetwork(range)
    let components = network.components(into: component)
    if components > 1 {
      split(range, parts: components, parent: parent)
      return true
    }
    for index in range {
      flow.east[index - range.lowerBound] = east[Int(nodes[index])]
      flow.north[index - range.lowerBound] = north[Int(nodes[index])]
    }
    flow.cut(&network)
    let part = addPart(under: parent)
    for index in range { component[index - range.lowerBound] = flow.isSinkSide[index - range.lowerBound] ? 1 : 0 }
    markCut(range, part, &cutPart)
    split(range, parts: 2, parent: part)
    return true
  }

  private mutating func addPart(under parent: UInt32) -> UInt32 {
    parents.append(parent)
    return UInt32(truncatingIfNeeded: parents.count - 1)
  }

  /// Makes the flow network of the core edges within a set.
  private mutating func fillNetwork(_ range: Range<Int>) {
    for index in range { local[Int(nodes[index])] = UInt32(truncatingIfNeeded: index - range.lowerBound) }
    network.begin()
    for index in range {
      let node = Int(nodes[index])
      for arc in Int(arcFirst[node])..<Int(arcFirst[node + 1]) {
        let head = local[Int(arcHead[arc])]
        guard head != .max else { continue }
        let edge = Int(arcEdge[arc])
        let added = network.addArc(to: head, capacity: capacity[edge])
        if firstArc[edge] == .max {
          firstArc[edge] = added
        } else {
          network.pair(firstArc[edge], added)
          firstArc[edge] = .max
        }
      }
      network.endNode()
    }
    for index in range { local[Int(nodes[index])] = .max }
  }

  /// The core edges between the two sides belong to the cut.
  private func markCut(_ range: Range<Int>, _ part: UInt32, _ cutPart: inout [UInt32]) {
    for index in range { local[Int(nodes[index])] = component[index - range.lowerBound] }
    for index in range {
      let node = Int(nodes[index])
      for arc in Int(arcFirst[node])..<Int(arcFirst[node + 1]) {
        let side = local[Int(arcHead[arc])]
        if side != .max, side != local[node] { cutPart[Int(arcEdge[arc])] = part }
      }
    }
    for index in range { local[Int(nodes[index])] = .max }
  }

  /// Sorts a set by `component` and puts each component on the stack; within each the order stays.
  private mutating func split(_ range: Range<Int>, parts: Int, parent: UInt32) {
    var first = [Int](repeating: 0, count: parts + 1)
    for index in range { first[Int(component[index - range.lowerBound]) + 1] += 1 }
    for part in 0..<parts { first[part + 1] += first[part] }
    var next = first
    for index in range {
      let part = Int(component[index - range.lowerBound])
      spare[next[part]] = nodes[index]
      next[part] += 1
    }
    for index in range { nodes[index] = spare[index - range.lowerBound] }
    for part in 0..<parts {
      sets.append((range.lowerBound + first[part]..<range.lowerBound + first[part + 1], parent))
    }
  }
}
