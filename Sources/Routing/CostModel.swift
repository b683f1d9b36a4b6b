import RoadNetwork

/// What an edge and a turn cost by an objective and an avoid set, in a metric's units.
struct CostModel {
  private let times: TravelTimes
  private let network: RoadNetwork
  private let mode: TravelMode
  private let avoid: AvoidSet
  private let restrictions: ActiveRestrictions
  /// Units for each millisecond, millimeter and microliter.
  private let perMillisecond: Double
  private let perMillimeter: Double
  private let perMicroliter: Double
  private let consumption: FuelConsumption?

  /// An avoided road costs as much as this many times its length of ordinary road...
  private static let avoidedFactor = 8.0
  /// ... and entering it as much as this time, so that a short one (a toll booth, a bridge) counts too.
  private static let avoidedEntryUnits = 300 * Metric.unitsPerSecond
  /// One second at the reference speed of 36 km/h: 10 m.
  private static let referenceMillimeters = 10_000.0

  init(_ times: TravelTimes, objective: RouteObjective, avoid: AvoidSet) {
    self.times = times
    network = times.network
    mode = times.mode
    self.avoid = avoid
    restrictions = times.network.activeRestrictions(atMillis: times.atMillis)
    switch objective {
    case .default:
      (perMillisecond, perMillimeter, perMicroliter) = (1, 0, 0)
      consumption = nil
    case .shorterDistance:
      (perMillisecond, perMillimeter, perMicroliter) = (0.02, 0.1, 0)
      consumption = nil
    case .fuelEfficient(let emission):
      // Half time, half fuel: the arrival stays about the same.
      let model = FuelConsumption(emission)
      let reference = model.microliters(millimeters: CostModel.referenceMillimeters, milliseconds: 1_000)
      (perMillisecond, perMillimeter, perMicroliter) = (0.5, 0, 500 / reference)
      consumption = model
    case .rateCard(let perMinute, let perKilometer, _):
      let second = CostModel.price(perMinute) / 60
      let millimeter = CostModel.price(perKilometer) / 1_000_000
      let reference = second + millimeter * CostModel.referenceMillimeters
      consumption = nil
      if reference > 0 {
        (perMillisecond, perMillimeter) = (second / reference, millimeter * Metric.unitsPerSecond / reference)
      } else {
        (perMillisecond, perMillimeter) = (1, 0)
      }
      perMicroliter = 0
    }
  }

  /// What entering private ground costs: more than all that is disliked on hours of other roads, so that the law comes
  /// before a preference.
  static func restrictedEntryUnits(_ avoid: AvoidSet) -> Int64 {
    let units = Double(RoadNetwork.restrictedEntryPenaltyDeciseconds) * 100
    return Int64(avoid.isEmpty ? units : units * avoidedFactor)
  }

  private static func price(_ value: Double) -> Double { value.isFinite ? min(max(value, 0), 1e12) : 0 }

  func weight(of edge: EdgeID) -> UInt32 {
    guard network.allows(mode, on: edge) else { return Metric.maximumWeight }
    let milliseconds = Double(times.milliseconds(of: edge))
    let millimeters = Double(network.lengthMillimeters(of: edge))
    var cost = milliseconds * perMillisecond + millimeters * perMillimeter
    if let consumption {
      cost += consumption.microliters(millimeters: millimeters, milliseconds: milliseconds) * perMicroliter
    }
    if isAvoided(edge) { cost *= CostModel.avoidedFactor }
    return CostModel.clamped(cost, least: 1)
  }

  func weight(of turn: TurnID) -> UInt32 {
    let target = network.target(of: turn)
    guard network.allows(mode, at: turn), network.allows(mode, on: target), !restrictions.forbids(turn, mode)
    else { return Metric.forbidden }
    let milliseconds = Double(times.milliseconds(of: turn))
    var cost = milliseconds * perMillisecond
    if let consumption { cost += consumption.microliters(idleMilliseconds: milliseconds) * perMicroliter }
    // Dislikes are comfort and law, not time or length: they count the same for every objective.
    cost += Double(network.penaltyDeciseconds(of: turn, mode)) * 100
    let entry = CostModel.restrictedEntryUnits(avoid)
    if network.entersRestricted(turn, mode) {
      cost += Double(entry - CostModel.restrictedEntryUnits(.none))
    } else if restrictions.entersRestricted(turn, mode) {
      cost += Double(entry)
    }
    if !avoid.isEmpty {
      let enters = isAvoided(target) && !isAvoided(network.source(of: turn))
      if enters || (avoid.tolls && network.isToll(turn, mode)) { cost += CostModel.avoidedEntryUnits }
    }
    return CostModel.clamped(cost, least: 0)
  }

  func isAvoided(_ edge: EdgeID) -> Bool {
    if avoid.isEmpty { return false }
    let flags = network.flags(of: edge)
    if avoid.tolls, flags.contains(.toll(mode)) { return true }
    if avoid.highways, flags.contains(.motorway) { return true }
    if avoid.ferries, flags.contains(.ferry) { return true }
    if avoid.tunnels, flags.contains(.tunnel) { return true }
    // Vignettes are sold for motorways and motor roads.
    return flags.contains(.motorway) && avoid.vignetteCountries.contains(network.country(of: edge))
  }

  private static func clamped(_ cost: Double, least: UInt32) -> UInt32 {
    cost >= Double(Metric.maximumWeight) ? Metric.maximumWeight : max(least, UInt32(cost.rounded()))
  }
}

extension Metric {
  /// Computes every weight; linear in edges and turns.
  convenience init(
    key: MetricKey, network: RoadNetwork, conditions: Conditions = .none, atMillis: Int64 = 0
  ) {
    let model = CostModel(key, network, conditions, atMillis: atMillis)
    self.init(
      key: key,
      edgeWeights: (0..<UInt32(network.edgeCount)).map { model.weight(of: EdgeID($0)) },
      turnWeights: (0..<UInt32(network.turnCount)).map { model.weight(of: TurnID($0)) },
      reportedEdges: conditions.edgesWithSpeeds)
  }

  /// Computes the weights of the edges that one of the two has a report of; the others, and all turns, are those of a
  /// metric that differs in reported speeds at most (`MetricKey.isLike`). A thousandth of the work after a report of a
  /// few roads, so that no request waits for it.
  convenience init(
    key: MetricKey, like former: Metric, network: RoadNetwork, conditions: Conditions, atMillis: Int64
  ) {
    let model = CostModel(key, network, conditions, atMillis: atMillis)
    let reported = conditions.edgesWithSpeeds
    var edgeWeights = former.edgeWeights
    for edges in [former.reportedEdges, reported] {
      for edge in edges { edgeWeights[edge.index] = model.weight(of: edge) }
    }
    self.init(key: key, edgeWeights: edgeWeights, turnWeights: former.turnWeights, reportedEdges: reported)
  }
}

extension CostModel {
  fileprivate init(_ key: MetricKey, _ network: RoadNetwork, _ conditions: Conditions, atMillis: Int64) {
    let times = TravelTimes(network, mode: key.mode, conditions: conditions, atMillis: atMillis, isForSearch: true)
    self.init(times, objective: key.objective, avoid: key.avoid)
  }
}
