public import Geometry

/// Makes the bytes of a road network from ways, nodes and restrictions.
///
/// Order of calls: all `addWay`, `addRestriction` and `addFerryRoute`, then `beginNodes`, then `setNode` for each node of
/// the map (those that no way uses are left out), then `setCountries` if the map has any, then `build`. Equal calls give
/// equal bytes.
public struct RoadNetworkBuilder {
  private let options: BuildOptions
  private var strings = StringTable()
  private var ways = WayTable()
  private var nodes = NodeTable()
  private var restrictions: [TurnRestriction] = []
  private var closedWays: [ClosedWay] = []
  private var ferryRoutes: [FerryRoute] = []
  private var countries = CountryAreas()
  private var counts: [BuildCount: UInt64] = [:]

  public init(options: BuildOptions = BuildOptions()) { self.options = options }

  /// Adds a way with its OpenStreetMap nodes in drawing order. Ways without access in either direction are left out.
  public mutating func addWay(id: Int64, nodes wayNodes: some Collection<Int64>, attributes: RoadAttributes) {
    guard !attributes.forward.access.isEmpty || !attributes.backward.access.isEmpty else {
      count(.waysClosedToBothModes)
      addClosedWay(id: id, nodes: Array(wayNodes))
      return
    }
    count(.waysUsed)
    ways.add(id: id, nodes: wayNodes, attributes: attributes, strings: &strings)
  }

  /// Tells of a road that is closed to every mode: what "only" leads into it leaves no way open.
  public mutating func addClosedWay(id: Int64, nodes wayNodes: some BidirectionalCollection<Int64>) {
    guard let first = wayNodes.first, let last = wayNodes.last else { return }
    closedWays.append(ClosedWay(id: id, first: first, last: last))
  }

  public mutating func addRestriction(_ restriction: TurnRestriction) { restrictions.append(restriction) }

  /// Adds the time of a ferry line over all its ways; those with a time of their own keep it.
  public mutating func addFerryRoute(ways: [Int64], backwardWays: Set<Int64> = [], seconds: Double) {
    guard seconds > 0 else { return }
    ferryRoutes.append(FerryRoute(ways: ways, backwardWays: backwardWays, seconds: seconds))
    count(.ferryRoutesTimed)
  }

  /// The areas of countries: they decide over the country of the options.
  public mutating func setCountries(_ areas: CountryAreas) { countries = areas }

  /// Ends the ways: from here on the needed nodes are known.
  public mutating func beginNodes() { nodes = NodeTable(ids: ways.resolveNodes()) }

  /// Gives a node its place and what stands there; false if no way uses it.
  @discardableResult
  public mutating func setNode(id: Int64, coordinate: Coordinate, attributes: NodeAttributes = []) -> Bool {
    guard nodes.set(id, coordinate) else { return false }
    guard !attributes.isEmpty else { return true }
    nodes.set(id, attributes)
    if !attributes.isDisjoint(with: [.signalForward, .signalBackward]) { count(.trafficSignals) }
    if attributes.contains(.tollBooth) { count(.tollBooths) }
    if !attributes.blockedModes.isEmpty {
      count(.barriersClosed)
    } else if attributes.contains(.gate) {
      count(.barriersOpened)
    }
    return true
  }

  /// Adds to a count of the build's report.
  public mutating func count(_ name: BuildCount, _ number: UInt64 = 1) { counts[name, default: 0] += number }

  /// The network file's bytes.
  public consuming func build() -> [UInt8] {
    nodes.joinAtAntimeridian()
    let country = placeInCountries()
    let segments = SegmentTable(ways: ways, nodes: nodes)
    count(.nodesMissing, UInt64(segments.missingNodes))
    count(.waysSplitAtMissingNodes, UInt64(segments.splitWays))
    count(.waysWithoutNodes, UInt64(segments.emptyWays))
    let edges = EdgeTable(
      segments: segments, ways: ways, nodes: nodes,
      ferries: FerryTimes(ferryRoutes, segments: segments, ways: ways))
    let parts = BaseTurns.Parts(edges: edges, segments: segments, ways: ways, nodes: nodes)
    let base = BaseTurns(parts, model: options.turnCosts)
    let segmentsByWay = (0..<segments.count).sorted {
      let (a, b) = (ways.rows[Int(segments.way[$0])].id, ways.rows[Int(segments.way[$1])].id)
      return a != b ? a < b : segments.wayPosition[$0] < segments.wayPosition[$1]
    }.map { UInt32(truncatingIfNeeded: $0) }
    let resolved = resolveRestrictions(
      RestrictionResolver(parts, turns: base, segmentsByWay: segmentsByWay, closedWays: closedWays))
    let turns = TurnExpansion(parts, base: base, restrictions: resolved, model: options.turnCosts)

    // Bytes of each row over all its columns, rounded up; the hierarchy counts with the edges.
    var writer = NetworkWriter(
      expectedBytes: 32 * turns.target.count + 160 * turns.edgeCount + 96 * segments.count + 24 * segments.points.count
        + 32 * segments.junctions.count + 2 * strings.bytes.count + 65_536)
    writeNodes(parts, base, to: &writer)
    writeSegments(parts, segmentsByWay, to: &writer)
    writeEdges(parts, turns, to: &writer)
    writeTurns(turns, to: &writer)
    let index = SpatialIndexBuilder(segments: segments, nodes: nodes)
    writer.append(.treeBox, index.boxes)
    writer.append(.treeLevel, index.levels)
    writer.append(.treeItem, index.items)
    writer.append(.stringOffset, strings.offsets)
    writer.append(.stringBytes, strings.bytes)
    writeHierarchy(parts, turns, to: &writer)
    let metadata = RoadNetworkMetadata(
      source: options.source, country: options.country, clock: clock(country: country), counts: counts)
    writer.append(.metadata, Array(metadata.lines.utf8))
    return writer.finish()
  }

  /// Builds and opens a network in memory.
  public consuming func makeNetwork() throws(RoadNetworkError) -> RoadNetwork {
    try RoadNetwork(MemoryStorage(build()))
  }

  // MARK: Steps

  /// Gives each way the country of its middle; the result is the country of most ways.
  private mutating func placeInCountries() -> CountryCode {
    guard !countries.isEmpty else { return options.country }
    var numbers: [CountryCode: Int] = [:]
    for (row, way) in ways.rows.enumerated() where way.nodeCount > 0 {
      let middle = ways.nodes[way.firstNode + Int(way.nodeCount) / 2]
      guard !nodes.isMissing(middle), let country = countries.country(at: nodes.coordinates[Int(middle)]) else {
        continue
      }
      ways.setCountry(country, ofRow: row)
      numbers[country, default: 0] += 1
    }
    count(.waysPlacedInCountries, UInt64(numbers.values.reduce(0, +)))
    guard options.country == .unknown else { return options.country }
    return numbers.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?.key ?? .unknown
  }

  private func clock(country: CountryCode) -> LocalClock {
    if let clock = options.clock ?? LocalClock(country: country) { return clock }
    let longitude = nodes.ids.indices.first { !nodes.isMissing(UInt32(truncatingIfNeeded: $0)) }
      .map { nodes.coordinates[$0].longitude }
    return LocalClock(longitude: longitude ?? 0, country: country)
  }

  private mutating func resolveRestrictions(_ resolver: RestrictionResolver) -> [ResolvedRestriction] {
    var all: [ResolvedRestriction] = []
    for restriction in restrictions {
      do {
        all += try resolver.resolve(restriction)
        count(.restrictionsUsed)
        if case .ways = restriction.via { count(.restrictionsViaWay) }
        if restriction.condition != nil { count(.restrictionsConditional) }
      } catch {
        switch error {
        case .incomplete: count(.restrictionsIncomplete)
        case .notConnected: count(.restrictionsNotConnected)
        case .ambiguous: count(.restrictionsAmbiguous)
        }
      }
    }
    return all
  }

  private func writeNodes(_ parts: BaseTurns.Parts, _ base: BaseTurns, to writer: inout NetworkWriter) {
    writer.append(.nodeCoordinate, parts.segments.junctions.map { nodes.coordinates[Int($0)] })
    writer.append(.nodeOSMID, parts.segments.junctions.map { nodes.ids[Int($0)] })
    writer.append(.nodeFirstOut, base.firstOut)
    writer.append(.outEdge, base.outEdge)
  }

  private func writeSegments(_ parts: BaseTurns.Parts, _ byWay: [UInt32], to writer: inout NetworkWriter) {
    let segments = parts.segments
    let rows = segments.way.map { ways.rows[Int($0)] }
    writer.append(.segmentWay, rows.map(\.id))
    writer.append(.segmentFirstPoint, segments.firstPoint)
    writer.append(.segmentName, rows.map(\.name))
    writer.append(.segmentRef, rows.map(\.ref))
    writer.append(.segmentFlags, rows.map(\.flags.rawValue))
    writer.append(.segmentClass, rows.map(\.roadClass.rawValue))
    writer.append(.segmentLanes, rows.map(\.lanes))
    writer.append(.segmentCountry, rows.map(\.country.rawValue))
    writer.append(.segmentLength, segments.lengthMillimeters)
    writer.append(.segmentForwardEdge, parts.edges.forwardEdge)
    writer.append(.segmentBackwardEdge, parts.edges.backwardEdge)
    writer.append(.segmentByWay, byWay)
    writer.append(.pointCoordinate, segments.points.map { nodes.coordinates[Int($0)] })
    writer.append(.pointOSMID, segments.points.map { nodes.ids[Int($0)] })
  }

  private mutating func writeEdges(_ parts: BaseTurns.Parts, _ turns: TurnExpansion, to writer: inout NetworkWriter) {
    let edges = parts.edges
    func withShadows<Value>(_ column: [Value]) -> [Value] { column + turns.shadowCanonical.map { column[Int($0)] } }
    writer.append(.edgeFrom, withShadows(edges.from))
    writer.append(.edgeTo, withShadows(edges.to))
    writer.append(.edgeSegment, withShadows(edges.segment))
    writer.append(.edgeDurationDrive, withShadows(edges.durationDrive))
    writer.append(.edgeDurationTwoWheeler, withShadows(edges.durationTwoWheeler))
    writer.append(.edgeSpeedLimit, withShadows(edges.speedLimit))
    writer.append(.shadowCanonical, turns.shadowCanonical)
    var access = zip(edges.access, edges.restricted).map { $0.rawValue | $1.rawValue << EdgeAccess.restrictedShift }
    let conditions = edgeConditions(parts)
    for row in conditions { access[Int(row.id)] |= EdgeAccess.conditional }
    access = withShadows(access)
    for edge in turns.shadowCanonical { access[Int(edge)] |= EdgeAccess.hasShadows }
    writer.append(.edgeAccess, access)
    writer.append(.conditionalEdge, conditions)
    let drive = StrongComponents(turns: turns, edges: edges, mode: .drive)
    writer.append(.edgeComponentDrive, drive.component)
    writer.append(.componentSizeDrive, drive.sizes)
    let twoWheeler = StrongComponents(turns: turns, edges: edges, mode: .twoWheeler)
    writer.append(.edgeComponentTwoWheeler, twoWheeler.component)
    writer.append(.componentSizeTwoWheeler, twoWheeler.sizes)
  }

  private func edgeConditions(_ parts: BaseTurns.Parts) -> [ConditionRow] {
    guard !ways.conditions.isEmpty else { return [] }
    let wayOfCondition = ways.conditions.map(\.way)
    var rows: [ConditionRow] = []
    for edge in 0..<parts.edges.count {
      let way = parts.segments.way[Int(parts.edges.segment[edge] >> 1)]
      var index = wayOfCondition.firstIndex(notBelow: way)
      while index < ways.conditions.count, ways.conditions[index].way == way {
        let condition = ways.conditions[index]
        let modes = condition.modes.intersection(parts.edges.access[edge])
        if parts.edges.isForward(edge) ? condition.forward : condition.backward, !modes.isEmpty {
          rows.append(
            ConditionRow(
              id: UInt32(truncatingIfNeeded: edge), text: condition.text,
              modes: UInt32(modes.rawValue) | (condition.isForDestinations ? ConditionRow.forDestinations : 0)))
        }
        index += 1
      }
    }
    return rows
  }

  private mutating func writeTurns(_ turns: TurnExpansion, to writer: inout NetworkWriter) {
    writer.append(.turnFirst, turns.first)
    writer.append(.turnTarget, turns.target)
    writer.append(.turnSource, turns.source)
    writer.append(.turnDuration, turns.durationDeciseconds)
    writer.append(.turnPenalty, turns.penaltyDeciseconds)
    writer.append(.turnFlags, turns.flags)
    writer.append(.turnAngle, turns.angle)
    let conditions = turns.conditions.map { entry in
      ConditionRow(id: entry.turn, text: strings.number(of: entry.condition), modes: UInt32(entry.modes.rawValue))
    }
    writer.append(.conditionalTurn, conditions)
    var first = [UInt32](repeating: 0, count: turns.edgeCount + 1)
    for target in turns.target { first[Int(target) + 1] += 1 }
    for edge in 0..<turns.edgeCount { first[edge + 1] += first[edge] }
    var next = first
    var incoming = [UInt32](repeating: 0, count: turns.target.count)
    for (turn, target) in turns.target.enumerated() {
      incoming[Int(next[Int(target)])] = UInt32(truncatingIfNeeded: turn)
      next[Int(target)] += 1
    }
    writer.append(.incomingFirst, first)
    writer.append(.incomingTurn, incoming)
  }

  private func writeHierarchy(_ parts: BaseTurns.Parts, _ turns: TurnExpansion, to writer: inout NetworkWriter) {
    let graph = JunctionGraph(
      coordinates: parts.segments.junctions.map { nodes.coordinates[Int($0)] },
      from: parts.segments.from, to: parts.segments.to, forwardEdge: parts.edges.forwardEdge,
      backwardEdge: parts.edges.backwardEdge, shadowCanonical: turns.shadowCanonical,
      canonicalCount: parts.edges.count)
    let order = ContractionOrder(graph, turnSource: turns.source, turnTarget: turns.target)
    let hierarchy = HierarchyElimination(order: order.edges, turnSource: turns.source, turnTarget: turns.target)
    writer.append(.hierarchyRank, hierarchy.rank)
    writer.append(.hierarchyEdge, order.edges)
    writer.append(.hierarchyUpFirst, hierarchy.upFirst)
    writer.append(.hierarchyUpHead, hierarchy.upHead)
    writer.append(.hierarchyDownFirst, hierarchy.downFirst)
    writer.append(.hierarchyDownTail, hierarchy.downTail)
    writer.append(.hierarchyParent, hierarchy.parent)
    writer.append(.hierarchyArcOfTurn, hierarchy.arcOfTurn)
  }
}
