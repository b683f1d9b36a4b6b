public import RoadNetwork

/// What a metric depends on beside the network.
public struct MetricKey: Hashable, Sendable {
  public var mode: TravelMode
  public var objective: RouteObjective
  public var avoid: AvoidSet
  /// Digest of the reported speeds, 0 without any.
  public var speedDigest: UInt64
  /// How many of their beginnings and ends have passed.
  public var speedEpoch: Int
  /// Which restrictions by time hold, 0 if none does.
  public var restrictionDigest: UInt64
  /// Of the speed table, 0 without one that guides the search.
  public var tableDigest: UInt64
  /// The hour's traffic, in steps; 0 without such a table.
  public var trafficPattern: UInt64

  public init(
    mode: TravelMode, objective: RouteObjective = .default, avoid: AvoidSet = .none,
    conditions: Conditions = .none, atMillis: Int64 = 0, restrictions: ActiveRestrictions? = nil
  ) {
    self.mode = mode
    self.objective = objective
    self.avoid = avoid
    speedDigest = conditions.speedDigest
    speedEpoch = conditions.speedEpoch(atMillis: atMillis)
    restrictionDigest = restrictions?.digest ?? 0
    tableDigest = conditions.guidingSpeeds?.digest ?? 0
    let traffic = conditions.guidingSpeeds?.traffic(atMillis: atMillis).pattern
    trafficPattern = traffic.map { UInt64($0.fast) << 32 | UInt64($0.other) } ?? 0
  }
}

/// The integer costs of one metric: what searches add up.
///
/// A unit is a millisecond of driving for the default objective; the others are scaled so that one
/// second at 36 km/h is about 1,000 units, whatever they measure. Closures are not in it, unless `closing` put them
/// there: they mask edges at query time and so hold at once.
public final class Metric: Sendable {
  /// Weight of a turn that the mode may not take.
  static let forbidden = UInt32.max
  /// No edge or turn weighs more (about 12 days), so that sums stay far below the range of a label.
  static let maximumWeight: UInt32 = 1 << 30
  /// Units in a second of the default objective.
  static let unitsPerSecond = 1_000.0

  public let key: MetricKey
  /// By edge: cost of driving it from end to end.
  let edgeWeights: [UInt32]
  /// By turn: cost of taking it, or `forbidden`.
  let turnWeights: [UInt32]
  /// The edges whose weights may owe something to a report, in ascending order.
  let reportedEdges: [EdgeID]

  init(key: MetricKey, edgeWeights: [UInt32], turnWeights: [UInt32], reportedEdges: [EdgeID] = []) {
    self.key = key
    self.edgeWeights = edgeWeights
    self.turnWeights = turnWeights
    self.reportedEdges = reportedEdges
  }

  var byteCount: Int { 4 * (edgeWeights.count + turnWeights.count) }

  /// The metric without the ways that pass given edges from end to end: these can still be entered, and left by who
  /// begins there.
  func closing(_ edges: [EdgeID], on network: RoadNetwork) -> Metric {
    var turnWeights = turnWeights
    for edge in edges {
      for turn in network.turns(from: edge) { turnWeights[Int(turn)] = Metric.forbidden }
    }
    return Metric(key: key, edgeWeights: edgeWeights, turnWeights: turnWeights, reportedEdges: reportedEdges)
  }

  /// Cost of the part of an edge between two fractions.
  func weight(of edge: UInt32, from start: Double, to end: Double) -> Int64 {
    let weight = Double(edgeWeights[Int(edge)])
    return Int64((weight * end).rounded()) - Int64((weight * start).rounded())
  }
}
