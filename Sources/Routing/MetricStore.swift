public import RoadNetwork
import Synchronization

/// A request's metric, plain and, once customized, as weights of the hierarchy.
struct RequestMetrics {
  var plain: Metric
  var hierarchy: HierarchyMetric?
  /// How many times it was asked for.
  var uses = 1
}

/// The metrics of one network, shared by the routers of all threads: made on demand, kept within a
/// bound of memory, the least recently used going first.
public final class MetricStore: Sendable {
  /// When the hierarchy is customized for a metric.
  public enum Customization: Hashable, Sendable {
    /// In a request, which waits for it, when the metric was asked for this many times: a few plain searches
    /// are faster than a customization. For commands and replay.
    case whenAsked(times: Int)
    /// When somebody calls `customizeNext`; requests search plainly meanwhile.
    case inBackground
    /// Not at all: for plain searches.
    case never
  }

  public let network: RoadNetwork
  let hierarchy: Hierarchy
  private let customization: Customization
  private let memoryLimitBytes: Int
  private let state = Mutex(State())

  private struct Entry {
    var metric: Metric
    var hierarchy: HierarchyMetric?
    var uses = 1
    var lastUse: UInt64

    var byteCount: Int { hierarchy?.byteCount ?? metric.byteCount }
    var found: RequestMetrics { RequestMetrics(plain: metric, hierarchy: hierarchy, uses: uses) }
  }

  private struct State {
    var entries: [Entry] = []
    var uses: UInt64 = 0

    mutating func index(of key: MetricKey) -> Int? {
      guard let index = entries.firstIndex(where: { $0.metric.key == key }) else { return nil }
      uses += 1
      entries[index].lastUse = uses
      entries[index].uses += 1
      return index
    }

    /// Gives up the metrics of conditions that newer ones have replaced. The last of them stays: requests under way ask
    /// for it; the others leave their room to the next update.
    mutating func retireFormer(of key: MetricKey) {
      let former = entries.indices.filter {
        entries[$0].hierarchy != nil && entries[$0].metric.key.hasFormerSpeeds(of: key)
      }
      let last = former.max { entries[$0].lastUse < entries[$1].lastUse }
      for index in former.reversed() where index != last { entries.remove(at: index) }
    }
  }

  /// - Parameter memoryLimitBytes: what all metrics together may take, with the room that one gone has left for the
  ///   next; the one in use stays in any case.
  public init(
    _ network: RoadNetwork, customization: Customization, memoryLimitBytes: Int = MetricStore.defaultMemoryLimitBytes
  ) {
    self.network = network
    self.customization = customization
    self.memoryLimitBytes = memoryLimitBytes
    hierarchy = Hierarchy(network, arcs: HierarchyArcs(network.hierarchy))
  }

  public static let defaultMemoryLimitBytes = 256 << 20

  /// How many metrics are kept, how many of them customized, and their bytes.
  public var usage: (metrics: Int, customized: Int, bytes: Int) {
    state.withLock { state in
      (
        state.entries.count, state.entries.count { $0.hierarchy != nil },
        state.entries.reduce(0) { $0 + $1.byteCount }
      )
    }
  }

  /// Customizes the metric that has waited longest; false when none waits.
  ///
  /// For one background thread. Takes tens of milliseconds for a city; requests go on meanwhile.
  public func customizeNext() -> Bool {
    guard customization == .inBackground else { return false }
    let wanted = state.withLock { state in
      state.entries.filter { $0.hierarchy == nil }.min { $0.lastUse < $1.lastUse }?.metric
    }
    guard let wanted else { return false }
    keep(customized(wanted))
    return true
  }

  /// Customizes a request's metric at once, unless it is.
  public func prepare(_ request: RouteRequest) {
    let found = metrics(of: request)
    if found.hierarchy == nil, customization != .never { keep(customized(found.plain)) }
  }

  /// The metrics of a request, from the store or made now.
  func metrics(of request: RouteRequest) -> RequestMetrics {
    let key = MetricKey(
      mode: request.mode, objective: request.objective, avoid: request.avoid, conditions: request.conditions,
      atMillis: request.atMillis, restrictions: network.activeRestrictions(atMillis: request.atMillis))
    var found =
      find(key)
      ?? keep(Metric(key: key, network: network, conditions: request.conditions, atMillis: request.atMillis))
    if found.hierarchy == nil, case .whenAsked(let times) = customization, found.uses >= times {
      found.hierarchy = keep(customized(found.plain))
    }
    return found
  }

  private func find(_ key: MetricKey) -> RequestMetrics? {
    state.withLock { state in state.index(of: key).map { state.entries[$0].found } }
  }

  /// Customizes a metric, from the one most like it where there is one.
  private func customized(_ metric: Metric) -> HierarchyMetric {
    let nearest = state.withLock { state in
      state.entries.filter { $0.hierarchy != nil && $0.metric.key.isLike(metric.key) }
        .max { $0.lastUse < $1.lastUse }?.hierarchy
    }
    if let nearest { return .make(metric, like: nearest) }
    return HierarchyMetric(metric, hierarchy)
  }

  @discardableResult
  private func keep(_ hierarchy: HierarchyMetric) -> HierarchyMetric {
    state.withLock { state in
      if let index = state.index(of: hierarchy.metric.key) {
        state.entries[index].hierarchy = hierarchy
      } else {
        state.uses += 1
        state.entries.append(Entry(metric: hierarchy.metric, hierarchy: hierarchy, lastUse: state.uses))
      }
      state.retireFormer(of: hierarchy.metric.key)
      shrink(&state)
      return hierarchy
    }
  }

  private func keep(_ metric: Metric) -> RequestMetrics {
    state.withLock { state in
      // Another thread may have been faster.
      if let index = state.index(of: metric.key) { return state.entries[index].found }
      state.uses += 1
      let entry = Entry(metric: metric, lastUse: state.uses)
      state.entries.append(entry)
      shrink(&state)
      return entry.found
    }
  }

  private func shrink(_ state: inout State) {
    var bytes = state.entries.reduce(0) { $0 + $1.byteCount }
    while bytes > memoryLimitBytes, state.entries.count > 1 {
      guard let oldest = state.entries.indices.min(by: { state.entries[$0].lastUse < state.entries[$1].lastUse })
      else { return }
      bytes -= state.entries.remove(at: oldest).byteCount
    }
    // What a metric has left counts too.
    hierarchy.limitRoom(toBytes: memoryLimitBytes - bytes)
  }
}

extension MetricKey {
  /// Whether the two differ in reported speeds at most.
  func isLike(_ other: MetricKey) -> Bool {
    mode == other.mode && objective == other.objective && avoid == other.avoid
      && restrictionDigest == other.restrictionDigest
      && tableDigest == other.tableDigest && trafficPattern == other.trafficPattern
  }

  /// Whether the two differ in the reports of speeds, and both have some.
  func hasFormerSpeeds(of newer: MetricKey) -> Bool {
    isLike(newer) && speedDigest != 0 && newer.speedDigest != 0 && speedDigest != newer.speedDigest
  }
}
