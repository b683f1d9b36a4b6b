import COsmium
import Geometry
public import RoadNetwork

/// Turns a map into a road network.
public enum NetworkImport {
  /// For a process that imports and little else: freed tables go back to the system at once, which a heap grown by them would keep.
  ///
  /// Lowers the peak on maps of an island and a city by a seventh to a quarter; no change in time.
  public static func returnMemoryAtOnce() { cosmium_return_large_blocks() }

  /// The bytes of the network of a map.
  ///
  /// Reads the source twice: first ways and relations, then nodes, of which only those on roads are kept.
  public static func build(
    _ source: some OSMSource, options: BuildOptions = BuildOptions()
  ) throws(OSMReadError) -> [UInt8] {
    var roads = RoadReader(builder: RoadNetworkBuilder(options: options), rules: WayRules(country: options.country))
    try source.read([.ways, .relations], into: &roads)
    var places = PlaceReader(builder: roads.builder)
    roads.builder = RoadNetworkBuilder()
    places.boundaries = roads.boundaries
    roads.boundaries = BoundaryCollector()
    places.builder.beginNodes()
    places.boundaries.beginNodes()
    try source.read(.nodes, into: &places)
    let (countries, open) = places.boundaries.areas()
    places.builder.setCountries(countries)
    places.builder.count(.boundariesOpen, UInt64(open))
    return places.builder.build()
  }
}

/// The first pass: ways and restrictions.
private struct RoadReader: OSMVisitor {
  var builder: RoadNetworkBuilder
  var boundaries = BoundaryCollector()
  let rules: WayRules

  init(builder: RoadNetworkBuilder, rules: WayRules) {
    self.builder = builder
    self.rules = rules
  }

  mutating func node(id: Int64, coordinate: Coordinate, tags: Tags) {}

  mutating func way(id: Int64, nodes: UnsafeBufferPointer<Int64>, tags: Tags) {
    builder.count(.waysRead)
    boundaries.addWay(id: id, nodes: nodes, tags: tags)
    do {
      let result = try rules.attributes(of: tags)
      builder.count(.conditionalAccessKept, UInt64(result.attributes.conditions.count))
      builder.count(.conditionalAccessIgnored, UInt64(result.conditionsIgnored))
      builder.count(.conditionalSpeedsIgnored, UInt64(result.speedConditionsIgnored))
      builder.addWay(id: id, nodes: nodes, attributes: result.attributes)
    } catch {
      switch error {
      case .notARoad: builder.count(.waysNotARoad)
      case .construction: builder.count(.waysUnderConstruction)
      case .noAccess: builder.count(.waysClosedToBothModes)
      }
      let highway = tags[.highway] ?? ""
      if error == .noAccess ? !Self.pathsForOthers.contains(highway) : Self.busRoads.contains(highway) {
        builder.addClosedWay(id: id, nodes: nodes)
      }
    }
  }

  /// No turn restriction leads vehicles there, and there are many of them.
  private static let pathsForOthers: Set<String> = [
    "footway", "cycleway", "path", "steps", "bridleway", "pedestrian", "corridor", "platform",
  ]
  private static let busRoads: Set<String> = ["busway", "bus_guideway"]

  mutating func relation(id: Int64, members: [OSMMember], tags: Tags) {
    boundaries.addRelation(members: members, tags: tags)
    if let line = FerryRules.line(of: tags, members: members) {
      builder.addFerryRoute(ways: line.ways, backwardWays: line.backwardWays, seconds: line.seconds)
    }
    do {
      for restriction in try RestrictionRules.restrictions(of: tags, members: members) {
        builder.count(.restrictionsRead)
        builder.addRestriction(restriction)
      }
    } catch {
      guard error != .notARestriction else { return }
      builder.count(.restrictionsRead)
      switch error {
      case .notARestriction: break
      case .unknownKind: builder.count(.restrictionsUnknownKind)
      case .otherMode: builder.count(.restrictionsOtherMode)
      case .incomplete: builder.count(.restrictionsIncomplete)
      case .conditionNotATime: builder.count(.restrictionsConditionIgnored)
      }
    }
  }
}

/// The second pass: where the nodes are and what stands there.
private struct PlaceReader: OSMVisitor {
  var builder: RoadNetworkBuilder
  var boundaries = BoundaryCollector()

  init(builder: RoadNetworkBuilder) { self.builder = builder }

  mutating func node(id: Int64, coordinate: Coordinate, tags: Tags) {
    boundaries.addNode(id: id, coordinate: coordinate)
    builder.setNode(
      id: id, coordinate: coordinate, attributes: tags.isEmpty ? [] : NodeRules.attributes(of: tags))
  }

  mutating func way(id: Int64, nodes: UnsafeBufferPointer<Int64>, tags: Tags) {}
  mutating func relation(id: Int64, members: [OSMMember], tags: Tags) {}
}
