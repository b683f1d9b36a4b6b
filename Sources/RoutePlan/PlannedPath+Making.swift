public import RoadNetwork
public import Routing

extension PlannedPath {
  /// Room for rounding to 1e-5 degree stays within a fraction of the 10 m by which a path is found again.
  static let simplificationMeters = 2.0

  /// A path of this network in the three forms that a token keeps.
  ///
  /// `path` must have at least one edge, each reached from the one before it by a turn.
  public init(_ path: EdgePath, on network: RoadNetwork) {
    let first = path.edges[0]
    let last = path.edges[path.edges.count - 1]
    let whole = EdgePath(edges: path.edges, startFraction: 0, endFraction: 1)
    let line = LineSimplifier.simplify(
      path.geometry(on: network), toleranceMeters: Self.simplificationMeters)
    self.init(
      firstEdge: first,
      turnOrdinals: zip(path.edges, path.edges.dropFirst()).map { Self.ordinal(from: $0, to: $1, on: network) },
      startOffsetCentimeters: Self.centimeters(path.startFraction, of: first, on: network),
      endOffsetCentimeters: Self.centimeters(1 - path.endFraction, of: last, on: network),
      references: whole.stretches(on: network).map(\.reference), polyline: line)
  }

  /// The edges named by first edge and turns; nil when they are not of this network.
  func edges(on network: RoadNetwork) -> [EdgeID]? {
    guard network.contains(firstEdge) else { return nil }
    var edges = [firstEdge]
    edges.reserveCapacity(turnOrdinals.count + 1)
    var edge = firstEdge
    for ordinal in turnOrdinals {
      let turns = network.turns(from: edge)
      guard ordinal < UInt32(turns.count) else { return nil }
      edge = network.target(of: TurnID(turns.lowerBound + ordinal))
      edges.append(edge)
    }
    return edges
  }

  /// Beyond every turn where there is none: such a path is found by its references.
  private static func ordinal(from edge: EdgeID, to next: EdgeID, on network: RoadNetwork) -> UInt32 {
    let turns = network.turns(from: edge)
    for raw in turns where network.target(of: TurnID(raw)) == next { return raw - turns.lowerBound }
    return .max
  }

  private static func centimeters(_ fraction: Double, of edge: EdgeID, on network: RoadNetwork) -> UInt32 {
    let meters = min(max(fraction, 0), 1) * network.lengthMeters(of: edge)
    return UInt32(exactly: (meters * 100).rounded()) ?? 0
  }
}
