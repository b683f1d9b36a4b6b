import RoadNetwork

/// Which closures hold: equal keys, equal closed edges.
struct ClosureKey: Hashable, Sendable {
  /// Of all closures reported, with their validity.
  var digest: UInt64
  /// How many of their beginnings and ends have passed.
  var epoch: Int
}

/// The closures in force at a request's event time.
struct ClosuresInForce: Sendable {
  let key: ClosureKey
  private let conditions: Conditions
  private let atMillis: Int64

  /// nil when nothing is reported closed.
  init?(_ request: RouteRequest) {
    guard let key = request.conditions.closureKey(atMillis: request.atMillis) else { return nil }
    self.key = key
    conditions = request.conditions
    atMillis = request.atMillis
  }

  /// Every edge that may not be passed from end to end, in ascending order.
  var edges: [EdgeID] { conditions.closedEdges(atMillis: atMillis) }
}

/// A customized metric's second set of weights, with closures in them.
///
/// A closure holds at once because it masks edges, but each way that meets one has to be searched plainly: a thousand
/// times the work. Where ways keep meeting the same closures they are worth a customization; until it is made, and when
/// it is over, the weights without closures and the plain search answer as before.
struct ClosureFold {
  private(set) var made: (closures: ClosuresInForce, hierarchy: HierarchyMetric)?
  private var met: (closures: ClosuresInForce, times: Int)?

  var byteCount: Int { made?.hierarchy.byteCount ?? 0 }

  /// The weights with exactly these closures in them, for a request.
  ///
  /// While they serve, the count of others begins anew: two times asked for in turn do not replace each other for ever.
  mutating func serve(_ key: ClosureKey?) -> HierarchyMetric? {
    guard let made, made.closures.key == key else { return nil }
    met = nil
    return made.hierarchy
  }

  /// Ways have met these closures. Others in between, of another event time, begin the count anew.
  mutating func meet(_ closures: ClosuresInForce, times: Int) {
    if made?.closures.key == closures.key { return }
    if let met, met.closures.key == closures.key {
      self.met = (met.closures, met.times + min(times, Int(Int32.max)))
    } else {
      met = (closures, times)
    }
  }

  /// The closures that were met this many times and are not in the weights.
  func wanted(afterMeeting times: Int) -> ClosuresInForce? {
    guard let met, met.times >= times else { return nil }
    return met.closures
  }

  mutating func keep(_ hierarchy: HierarchyMetric, with closures: ClosuresInForce) {
    made = (closures, hierarchy)
    if met?.closures.key == closures.key { met = nil }
  }

  /// Wants for a metric what was worth making for one that it replaces.
  mutating func inherit(_ former: ClosureFold) {
    if made != nil || met != nil { return }
    met = former.met ?? former.made.map { ($0.closures, Int(Int32.max)) }
  }

  /// Gives the weights back.
  mutating func drop() { self = ClosureFold() }
}
