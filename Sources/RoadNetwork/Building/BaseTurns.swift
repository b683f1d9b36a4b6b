import Geometry

/// All continuations at all junctions, before any turn restriction.
struct BaseTurns {
  /// Where the turns of an edge start; one more at the end.
  private(set) var first: [UInt32] = [0]
  private(set) var target: [UInt32] = []
  private(set) var flags: [TurnFlags] = []
  private(set) var durationDeciseconds: [UInt16] = []
  private(set) var penaltyDeciseconds: [UInt16] = []
  private(set) var angle: [Int16] = []

  /// The edges that leave each junction.
  private(set) var firstOut: [UInt32]
  private(set) var outEdge: [UInt32]

  private let parts: Parts
  private let model: TurnCostModel
  private let costs: TurnCostTable
  /// The number of road ends at each junction.
  private var degree: [UInt8]

  /// What turns are made of.
  struct Parts {
    let edges: EdgeTable
    let segments: SegmentTable
    let ways: WayTable
    let nodes: NodeTable

    func way(of edge: Int) -> WayRow { ways.rows[Int(segments.way[Int(edges.segment[edge] >> 1)])] }
    func attributes(atJunction junction: Int) -> NodeAttributes {
      nodes.attributes[Int(segments.junctions[junction])]
    }
  }

  init(_ parts: Parts, model: TurnCostModel) {
    self.parts = parts
    self.model = model
    costs = TurnCostTable(model)
    let junctions = parts.segments.junctions.count
    (firstOut, outEdge) = Self.outgoing(parts.edges, junctions: junctions)
    degree = [UInt8](repeating: 0, count: junctions)
    for segment in 0..<parts.segments.count {
      for end in [parts.segments.from[segment], parts.segments.to[segment]] {
        degree[Int(end)] = min(200, degree[Int(end)] + 1)
      }
    }
    for edge in 0..<parts.edges.count {
      appendTurns(of: edge)
      first.append(UInt32(truncatingIfNeeded: target.count))
    }
  }

  func turns(of edge: Int) -> Range<Int> { Int(first[edge])..<Int(first[edge + 1]) }

  private static func outgoing(_ edges: EdgeTable, junctions: Int) -> (first: [UInt32], edge: [UInt32]) {
    var first = [UInt32](repeating: 0, count: junctions + 1)
    for from in edges.from { first[Int(from) + 1] += 1 }
    for junction in 0..<junctions { first[junction + 1] += first[junction] }
    var next = first
    var outgoing = [UInt32](repeating: 0, count: edges.count)
    for edge in 0..<edges.count {
      let junction = Int(edges.from[edge])
      outgoing[Int(next[junction])] = UInt32(truncatingIfNeeded: edge)
      next[junction] += 1
    }
    return (first, outgoing)
  }

  private mutating func appendTurns(of edge: Int) {
    let junction = Int(parts.edges.to[edge])
    let node = parts.attributes(atJunction: junction)
    let out = Int(firstOut[junction])..<Int(firstOut[junction + 1])
    let topClass = out.map { parts.way(of: Int(outEdge[$0])).roadClass }.min() ?? .service
    for position in out {
      let next = Int(outEdge[position])
      let isUTurn = parts.edges.reverse(of: edge) == next
      var modes = parts.edges.access[edge].intersection(parts.edges.access[next])
      if !isUTurn { modes.subtract(node.blockedModes) }
      guard !modes.isEmpty else { continue }
      append(from: edge, to: next, modes: modes, isUTurn: isUTurn, node: node, topClass: topClass)
    }
  }

  private mutating func append(
    from edge: Int, to next: Int, modes: ModeSet, isUTurn: Bool, node: NodeAttributes, topClass: RoadClass
  ) {
    let edges = parts.edges
    let way = parts.way(of: edge)
    let nextWay = parts.way(of: next)
    let degrees =
      isUTurn ? 180 : Int(turnAngleDegrees(from: edges.endBearing[edge], to: edges.startBearing[next]).rounded())
    var turn = TurnFlags(rawValue: UInt16(modes.rawValue))
    var deciseconds = 0.0
    var penalty = 0.0
    if isUTurn {
      turn.insert(.uTurn)
      deciseconds += model.uTurnSeconds * 10
    } else if degree[Int(edges.to[edge])] > 2 {
      deciseconds += costs.deciseconds(angle: degrees, leftHandTraffic: way.flags.contains(.leftHandTraffic))
    }
    let signal: NodeAttributes = edges.isForward(edge) ? .signalForward : .signalBackward
    if node.contains(signal) {
      turn.insert(.trafficSignal)
      deciseconds += model.trafficSignalSeconds * 10
    } else if topClass < way.roadClass, way.roadClass != .ferry, degree[Int(edges.to[edge])] > 2, !isUTurn {
      let classes = min(3, Int(way.roadClass.rawValue) - Int(topClass.rawValue))
      deciseconds += model.giveWaySeconds * 10 * Double(classes)
    }
    if !isUTurn {
      if node.contains(.gate) {
        turn.insert(.gate)
        deciseconds += model.gateSeconds * 10
        penalty += model.gatePenaltySeconds * 10
      }
      if node.contains(.tollBooth) { deciseconds += model.tollBoothSeconds * 10 }
      if node.contains(.tollDrive) { turn.insert(.tollDrive) }
      if node.contains(.tollTwoWheeler) { turn.insert(.tollTwoWheeler) }
      if nextWay.flags.contains(.ferry), !way.flags.contains(.ferry) {
        turn.insert(.boardsFerry)
        deciseconds += model.ferryBoardingSeconds * 10
      }
      penalty += entryPenalty(from: way, to: nextWay)
    }
    // Who turns round does not pass the node, but may enter a direction that is for destinations only.
    let restricted = isUTurn ? edges.restricted[next] : edges.restricted[next].union(node.restrictedModes)
    let enters = restricted.intersection(modes).subtracting(edges.restricted[edge])
    turn.formUnion(TurnFlags(rawValue: UInt16(enters.rawValue) << 3))
    target.append(UInt32(truncatingIfNeeded: next))
    flags.append(turn)
    angle.append(Int16(degrees))
    durationDeciseconds.append(UInt16(min(60_000, max(0, deciseconds.rounded()))))
    penaltyDeciseconds.append(UInt16(min(60_000, max(0, penalty.rounded()))))
  }

  /// Dislike of cutting through what is no through road.
  private func entryPenalty(from way: WayRow, to next: WayRow) -> Double {
    if next.roadClass >= .track, !next.flags.contains(.ferry), way.roadClass < .track {
      return model.trackPenaltySeconds * 10
    }
    if next.roadClass == .service, way.roadClass < .service { return model.servicePenaltySeconds * 10 }
    return 0
  }
}
