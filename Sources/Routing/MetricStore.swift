public import RoadNetwork
import Synchronization

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
  private let shelf = WatchedMutex(MetricShelf())

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

  /// How many metrics are kept, how many of them customized, how many also with closures in them, and their bytes.
  public var usage: (metrics: Int, customized: Int, withClosures: Int, bytes: Int) {
    shelf.withLock { shelf in
      (
        shelf.entries.count, shelf.entries.count { $0.hierarchy != nil }, shelf.entries.count { $0.fold.made != nil },
        shelf.byteCount
      )
    }
  }

  /// Customizes the metric that has waited longest, else puts closures into one; false when none waits.
  ///
  /// For one background thread. Takes tens of milliseconds for a city; requests go on meanwhile.
  public func customizeNext() -> Bool {
    guard customization == .inBackground else { return false }
    let waiting = shelf.withLock { $0.longestWaiting { $0.hierarchy == nil }?.metric }
    guard let waiting else { return foldNext() }
    keep(customized(waiting))
    return true
  }

  /// Customizes a request's metric at once, unless it is.
  ///
  /// - Parameter perfectly: also leaves out the arcs that its queries do not need. The store never does so by itself: it
  ///   does not pay, see `PerfectCustomization`.
  public func prepare(_ request: RouteRequest, perfectly: Bool = false) {
    var found = metrics(of: request)
    if found.hierarchy == nil, customization != .never { found.hierarchy = keep(customized(found.plain)) }
    guard perfectly, let hierarchy = found.hierarchy else { return }
    hierarchy.makePerfect()
    shelf.withLock { shrink(&$0) }
  }

  /// The metrics of a request, from the store or made now.
  func metrics(of request: RouteRequest) -> RequestMetrics {
    let key = MetricKey(
      mode: request.mode, objective: request.objective, avoid: request.avoid, conditions: request.conditions,
      atMillis: request.atMillis, restrictions: network.activeRestrictions(atMillis: request.atMillis))
    let closures = ClosuresInForce(request)
    var found =
      shelf.withLock { $0.use(key, under: closures) }
      ?? keep(plain(key, request.conditions, atMillis: request.atMillis), closures)
    if found.hierarchy == nil, case .whenAsked(let times) = customization, found.uses >= times {
      found.hierarchy = keep(customized(found.plain))
    }
    return found
  }

  private func plain(_ key: MetricKey, _ conditions: Conditions, atMillis: Int64) -> Metric {
    if let former = shelf.withLock({ $0.nearest(to: key)?.metric }) {
      return Metric(key: key, like: former, network: network, conditions: conditions, atMillis: atMillis)
    }
    return Metric(key: key, network: network, conditions: conditions, atMillis: atMillis)
  }

  /// Customizes a metric, from the one most like it where there is one.
  private func customized(_ metric: Metric) -> HierarchyMetric {
    if let nearest = shelf.withLock({ $0.nearest(to: metric.key) { $0.hierarchy != nil }?.hierarchy }) {
      return .make(metric, like: nearest)
    }
    return HierarchyMetric(metric, hierarchy)
  }

  @discardableResult
  private func keep(_ hierarchy: HierarchyMetric) -> HierarchyMetric {
    let key = hierarchy.metric.key
    shelf.withLock { shelf in
      let former = shelf.nearest(to: key) { $0.hierarchy != nil }?.fold
      if shelf.use(key) == nil { shelf.append(MetricShelf.Entry(hierarchy.metric)) }
      shelf.update(key) { entry in
        entry.hierarchy = hierarchy
        if let former { entry.fold.inherit(former) }
      }
      shelf.retireFormer(of: key)
      shrink(&shelf)
    }
    return hierarchy
  }

  private func keep(_ metric: Metric, _ closures: ClosuresInForce?) -> RequestMetrics {
    shelf.withLock { shelf in
      // Another thread may have been faster.
      if let found = shelf.use(metric.key, under: closures) { return found }
      shelf.append(MetricShelf.Entry(metric))
      shrink(&shelf)
      return RequestMetrics(plain: metric)
    }
  }

  private func shrink(_ shelf: inout MetricShelf) {
    let bytes = shelf.shrink(toBytes: memoryLimitBytes)
    // What a metric has left counts too.
    hierarchy.limitRoom(toBytes: memoryLimitBytes - bytes)
  }
}

// MARK: - Closures in the weights

extension MetricStore {
  /// How many ways have to meet the same closures before these are put into the weights.
  static let meetingsToFold = 3

  /// Tells that ways of a request met its closures and had to be searched plainly.
  func meetClosures(of request: RouteRequest, _ metric: Metric, times: Int) {
    guard let closures = ClosuresInForce(request) else { return }
    shelf.withLock { $0.update(metric.key) { $0.fold.meet(closures, times: times) } }
    if case .whenAsked = customization { _ = foldNext() }
  }

  /// Puts closures into the weights of the metric that has waited longest for it; false when none waits that has the
  /// room.
  private func foldNext() -> Bool {
    let waiting = shelf.withLock { shelf in
      let bytes = shelf.byteCount
      return shelf.longestWaiting { entry in
        guard let hierarchy = entry.hierarchy, entry.fold.wanted(afterMeeting: Self.meetingsToFold) != nil else {
          return false
        }
        return bytes - entry.fold.byteCount + hierarchy.byteCount <= memoryLimitBytes
      }
    }
    guard let waiting, let former = waiting.fold.made?.hierarchy ?? waiting.hierarchy,
      let closures = waiting.fold.wanted(afterMeeting: Self.meetingsToFold)
    else { return false }
    let metric = waiting.metric.closing(closures.edges, on: network)
    let folded = HierarchyMetric.make(metric, like: former)
    shelf.withLock { shelf in
      shelf.update(metric.key) { $0.fold.keep(folded, with: closures) }
      shrink(&shelf)
    }
    return true
  }
}
