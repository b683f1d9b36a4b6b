import RoadNetwork

/// A request's metric, plain and, once customized, as weights of the hierarchy.
struct RequestMetrics {
  var plain: Metric
  var hierarchy: HierarchyMetric?
  /// The same with the closures in it that hold at the request's event time.
  var closed: HierarchyMetric?
  /// How many times it was asked for.
  var uses = 1
}

/// The metrics that a store keeps, within a bound of memory: the least recently used go first.
struct MetricShelf {
  struct Entry {
    var metric: Metric
    var hierarchy: HierarchyMetric?
    var fold = ClosureFold()
    var uses = 1
    fileprivate(set) var lastUse: UInt64 = 0

    var byteCount: Int { (hierarchy?.byteCount ?? metric.byteCount) + fold.byteCount }

    init(_ metric: Metric, _ hierarchy: HierarchyMetric? = nil) {
      self.metric = metric
      self.hierarchy = hierarchy
    }

    /// What there is for a request under these closures.
    mutating func serve(_ closures: ClosuresInForce?) -> RequestMetrics {
      RequestMetrics(plain: metric, hierarchy: hierarchy, closed: fold.serve(closures?.key), uses: uses)
    }
  }

  private(set) var entries: [Entry] = []
  private var uses: UInt64 = 0

  var byteCount: Int { entries.reduce(0) { $0 + $1.byteCount } }

  /// The metric of a key, asked for once more.
  mutating func use(_ key: MetricKey, under closures: ClosuresInForce? = nil) -> RequestMetrics? {
    guard let index = entries.firstIndex(where: { $0.metric.key == key }) else { return nil }
    uses += 1
    entries[index].lastUse = uses
    entries[index].uses += 1
    return entries[index].serve(closures)
  }

  mutating func append(_ entry: Entry) {
    uses += 1
    var entry = entry
    entry.lastUse = uses
    entries.append(entry)
  }

  /// Changes the entry of a key, if it is still there.
  mutating func update(_ key: MetricKey, _ change: (inout Entry) -> Void) {
    guard let index = entries.firstIndex(where: { $0.metric.key == key }) else { return }
    change(&entries[index])
  }

  /// The metric that was used last of those which differ in reported speeds at most.
  func nearest(to key: MetricKey, where isSuitable: (Entry) -> Bool = { _ in true }) -> Entry? {
    entries.filter { $0.metric.key.isLike(key) && isSuitable($0) }.max { $0.lastUse < $1.lastUse }
  }

  /// The one that was not used for the longest time.
  func longestWaiting(where isWaiting: (Entry) -> Bool) -> Entry? {
    entries.filter(isWaiting).min { $0.lastUse < $1.lastUse }
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

  /// Gives metrics up until all fit; the last one stays in any case. Weights with closures go before their metric:
  /// queries can do without.
  ///
  /// - Returns: the bytes of what is left.
  mutating func shrink(toBytes limit: Int) -> Int {
    var bytes = byteCount
    while bytes > limit, let oldest = entries.indices.min(by: { entries[$0].lastUse < entries[$1].lastUse }) {
      if entries[oldest].fold.byteCount > 0 {
        bytes -= entries[oldest].fold.byteCount
        entries[oldest].fold.drop()
      } else if entries.count > 1 {
        bytes -= entries.remove(at: oldest).byteCount
      } else {
        break
      }
    }
    return bytes
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
