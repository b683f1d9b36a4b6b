/// The part of the junction graph that cuts are sought in: without dead-end trees, and with each row of junctions of two
/// roads as one edge.
///
/// A cheapest cut never parts a dead end from its road, and of a row it takes the cheapest segment if any.
struct CoreGraph {
  /// The junction of each core node, rising.
  private(set) var junctions: [UInt32] = []
  /// By core edge: its two core nodes.
  private(set) var edgeA: [UInt32] = []
  private(set) var edgeB: [UInt32] = []
  /// By core edge: how many nodes of the turn graph a cut through it takes.
  private(set) var capacity: [UInt32] = []

  /// By core edge: where its row starts in the two columns below; one more at the end.
  private var rowFirst: [UInt32] = [0]
  /// The segments of a row from A to B.
  private var rowSegment: [UInt32] = []
  /// The junction at each one's far end.
  private var rowJunction: [UInt32] = []
  /// By core edge: the cheapest segment's place in the row.
  private var cutPlace: [UInt32] = []
  /// The junctions of dead-end trees, the outermost first, and the neighbour that each hangs on.
  private var hanging: [(junction: UInt32, on: UInt32)] = []
  /// The junctions of rows that return to their own start, and that start.
  private var looped: [(junction: UInt32, on: UInt32)] = []

  init(_ graph: JunctionGraph) {
    var walk = RowWalk(graph)
    hanging = walk.peelTrees()
    var coreOf = [UInt32](repeating: .max, count: graph.coordinates.count)
    func addNode(_ junction: Int) {
      coreOf[junction] = UInt32(truncatingIfNeeded: junctions.count)
      junctions.append(UInt32(truncatingIfNeeded: junction))
    }
    for junction in graph.coordinates.indices where walk.isCore(junction) { addNode(junction) }
    let nodes = graph.nodesOfSegments()
    for node in 0..<junctions.count { walkRows(from: node, &walk, coreOf, nodes) }
    // What is left are rings without any crossing: one junction of each stands for it.
    for junction in graph.coordinates.indices where walk.hasRows(junction) && coreOf[junction] == .max {
      walk.makeCore(junction)
      addNode(junction)
      walkRows(from: junctions.count - 1, &walk, coreOf, nodes)
    }
  }

  private mutating func walkRows(from node: Int, _ walk: inout RowWalk, _ coreOf: [UInt32], _ nodes: [UInt32]) {
    let start = junctions[node]
    while let row = walk.nextRow(from: start) {
      if row.end == start {
        for step in row.steps where step.junction != start { looped.append((step.junction, start)) }
        continue
      }
      edgeA.append(UInt32(truncatingIfNeeded: node))
      edgeB.append(coreOf[Int(row.end)])
      var cheapest = 0
      for (place, step) in row.steps.enumerated() {
        rowSegment.append(step.segment)
        rowJunction.append(step.junction)
        if nodes[Int(step.segment)] < nodes[Int(row.steps[cheapest].segment)] { cheapest = place }
      }
      capacity.append(max(1, nodes[Int(row.steps[cheapest].segment)]))
      cutPlace.append(UInt32(truncatingIfNeeded: cheapest))
      rowFirst.append(UInt32(truncatingIfNeeded: rowSegment.count))
    }
  }

  /// The part of each segment, from the cell of each core node and the part of each cut core edge (`.max` if not cut).
  func partOfSegments(_ graph: JunctionGraph, cell: [UInt32], cutPart: [UInt32]) -> [UInt32] {
    var cellOf = [UInt32](repeating: .max, count: graph.coordinates.count)
    for (node, junction) in junctions.enumerated() { cellOf[Int(junction)] = cell[node] }
    var part = [UInt32](repeating: .max, count: graph.from.count)
    for edge in edgeA.indices {
      let row = Int(rowFirst[edge])..<Int(rowFirst[edge + 1])
      let cut = row.lowerBound + Int(cutPlace[edge])
      for step in row.dropLast() { cellOf[Int(rowJunction[step])] = cell[Int(step < cut ? edgeA[edge] : edgeB[edge])] }
      if cutPart[edge] != .max { part[Int(rowSegment[cut])] = cutPart[edge] }
    }
    for (junction, on) in looped { cellOf[Int(junction)] = cellOf[Int(on)] }
    for (junction, on) in hanging.reversed() { cellOf[Int(junction)] = cellOf[Int(on)] }
    for segment in part.indices where part[segment] == .max { part[segment] = cellOf[Int(graph.from[segment])] }
    return part
  }
}
