public import RoadNetwork

/// Closures and speeds in force: an immutable snapshot, shared between threads.
///
/// A batch of changes makes the next snapshot (`applying`). Validity is judged by the event time that
/// each question carries, so one snapshot answers for past and coming moments alike.
public final class Conditions: Sendable {
  public let version: ConditionsVersion
  /// Sorted by edge, then key.
  let entries: [Entry]
  /// One bit an edge: whether `entries` says anything of it. Empty without entries.
  let touched: [UInt64]
  /// Event times at which a speed begins or ends, sorted.
  let speedBoundaries: [Int64]
  /// What the roads take beside the reports; nil = the network's free flow.
  public let speeds: SpeedModel?
  /// Digest of the reported speeds: metrics are cached by it.
  let speedDigest: UInt64
  /// Event times at which a closure begins or ends, sorted.
  private let closureBoundaries: [Int64]
  /// Digest of the closures, 0 without any.
  private let closureDigest: UInt64
  /// By key, the stretch that a closure was reported for, where it was named by way and nodes.
  let closedSegments: [String: SegmentReference]

  /// One condition on one directed edge.
  struct Entry: Hashable, Sendable {
    var edge: EdgeID
    var key: String
    var isClosed: Bool
    /// Millimeters a second; 0 = no speed reported.
    var speed: UInt32
    /// The part of the edge that it holds on, in 1/65536 of its length.
    var from: UInt32
    var to: UInt32
    var validFrom: Int64
    var validUntil: Int64

    /// Share of the edge's length the speed holds on.
    var share: UInt32 { to - from }

    func isValid(at millis: Int64) -> Bool { validFrom <= millis && millis < validUntil }

    /// Whether a part of the edge has more in common with it than a point, which is one unit because ends are rounded.
    func overlaps(from: Double, to: Double) -> Bool {
      min(Double(self.to), to * Entry.whole) - max(Double(self.from), from * Entry.whole) >= 1
    }

    static let whole = 65_536.0

    /// How much of a reported speed is left, in `fadeSteps`: all while valid, then step by step less.
    func strength(at millis: Int64) -> UInt32 {
      if isValid(at: millis) { return Conditions.fadeSteps }
      guard millis >= validUntil else { return 0 }
      let over = millis.subtractingReportingOverflow(validUntil)
      let step = over.overflow ? Int64.max : over.partialValue / Conditions.fadeStepMillis + 1
      return step >= Int64(Conditions.fadeSteps) ? 0 : Conditions.fadeSteps - UInt32(step)
    }
  }

  /// A reported speed that is over goes back to the usual one in so many steps ...
  static let fadeSteps: UInt32 = 4
  /// ... of five minutes: the jam is not gone when its report is.
  static let fadeStepMillis: Int64 = 300_000

  /// No condition anywhere.
  public static let none = Conditions(version: .none, entries: [])

  /// No report yet, on roads that take what a table says.
  public convenience init(speeds: SpeedModel?) {
    self.init(
      version: ConditionsVersion(metric: speeds.map { UInt32(truncatingIfNeeded: $0.digest) } ?? 0), entries: [],
      speeds: speeds)
  }

  init(
    version: ConditionsVersion, entries: [Entry], speeds: SpeedModel? = nil,
    closedSegments: [String: SegmentReference] = [:]
  ) {
    self.version = version
    self.speeds = speeds
    self.entries = entries
    self.closedSegments = closedSegments
    touched = Conditions.bits(of: entries)
    var boundaries: [Int64] = []
    var digest = Digest()
    for entry in entries where entry.speed > 0 {
      boundaries.append(entry.validFrom)
      boundaries.append(entry.validUntil)
      for step in 1..<Int64(Conditions.fadeSteps) {
        let end = entry.validUntil.addingReportingOverflow(step * Conditions.fadeStepMillis)
        if !end.overflow { boundaries.append(end.partialValue) }
      }
      digest.add(entry)
    }
    boundaries.sort()
    speedBoundaries = boundaries
    speedDigest = boundaries.isEmpty ? 0 : digest.value
    let closures = entries.filter(\.isClosed)
    closureBoundaries = closures.flatMap { [$0.validFrom, $0.validUntil] }.sorted()
    var closureDigest = Digest()
    for entry in closures { closureDigest.add(entry) }
    self.closureDigest = closures.isEmpty ? 0 : closureDigest.value
  }

  public var isEmpty: Bool { entries.isEmpty }

  /// The same with every closed road open: the speeds are those of the same metrics. Linear in the conditions.
  public var withoutClosures: Conditions {
    if closureDigest == 0 { return self }
    var open = entries.filter { !$0.isClosed || $0.speed > 0 }
    for index in open.indices { open[index].isClosed = false }
    return Conditions(version: version, entries: open, speeds: speeds)
  }

  /// Whether some part of the edge is closed at that event time, so that it may not be driven from end to end. Constant
  /// time where nothing is reported.
  public func isClosed(_ edge: EdgeID, atMillis millis: Int64) -> Bool {
    guard isTouched(edge) else { return false }
    return entries[range(of: edge)].contains { $0.isClosed && $0.isValid(at: millis) }
  }

  /// Whether something is closed between two fractions of the edge's length, at that event time.
  public func isClosed(_ edge: EdgeID, from: Double, to: Double, atMillis millis: Int64) -> Bool {
    guard isTouched(edge) else { return false }
    return entries[range(of: edge)].contains { entry in
      entry.isClosed && entry.isValid(at: millis) && entry.overlaps(from: from, to: to)
    }
  }

  /// Whether a closed stretch begins between two fractions of the edge's length, at that event time: one that begins
  /// before the first, and goes on beyond it, is left out.
  public func isClosed(_ edge: EdgeID, beginningFrom from: Double, to: Double, atMillis millis: Int64) -> Bool {
    guard isTouched(edge) else { return false }
    return entries[range(of: edge)].contains { entry in
      entry.isClosed && entry.isValid(at: millis) && Double(entry.from) >= from * Entry.whole
        && entry.overlaps(from: from, to: to)
    }
  }

  /// Whether one closure holds on the whole edge at that event time.
  func isClosedThroughout(_ edge: EdgeID, atMillis millis: Int64) -> Bool {
    guard isTouched(edge) else { return false }
    return entries[range(of: edge)].contains { entry in
      entry.isClosed && entry.isValid(at: millis) && entry.share == UInt32(Entry.whole)
    }
  }

  /// Whether the place on the edge lies in a closed stretch at that event time, its ends not included.
  public func isClosed(_ edge: EdgeID, at fraction: Double, atMillis millis: Int64) -> Bool {
    guard isTouched(edge) else { return false }
    return entries[range(of: edge)].contains { entry in
      entry.isClosed && entry.isValid(at: millis) && Double(entry.from) < fraction * Entry.whole
        && fraction * Entry.whole < Double(entry.to)
    }
  }

  /// Whether anything is reported of the edge, at whatever time.
  func isTouched(_ edge: EdgeID) -> Bool {
    let word = Int(edge.rawValue >> 6)
    return word < touched.count && touched[word] & (1 << UInt64(edge.rawValue & 63)) != 0
  }

  /// The edge's reported speed in force, the slowest when several hold; else the one that was over last.
  func speed(of edge: EdgeID, atMillis millis: Int64) -> (speed: UInt32, share: UInt32, strength: UInt32)? {
    guard isTouched(edge) else { return nil }
    var found: (speed: UInt32, share: UInt32, strength: UInt32)?
    for entry in entries[range(of: edge)] where entry.speed > 0 {
      let strength = entry.strength(at: millis)
      guard strength > 0 else { continue }
      if let former = found, (former.strength, entry.speed) >= (strength, former.speed) { continue }
      found = (entry.speed, entry.share, strength)
    }
    return found
  }

  /// Every edge of which a speed is reported for some time, in ascending order.
  var edgesWithSpeeds: [EdgeID] {
    var edges: [EdgeID] = []
    for entry in entries where entry.speed > 0 && edges.last != entry.edge { edges.append(entry.edge) }
    return edges
  }

  /// What roads are chosen by, beside the reports; nil = the network's free flow.
  var guidingSpeeds: SpeedModel? { speeds?.guidesSearch == true ? speeds : nil }

  /// The same roads without reports and hours: what planning without traffic goes by.
  public var withoutTraffic: Conditions { speeds.map { Conditions(speeds: $0.timeless) } ?? .none }

  /// How many beginnings and ends of speeds have passed: speeds are the same throughout an epoch.
  func speedEpoch(atMillis millis: Int64) -> Int { Conditions.passed(speedBoundaries, atMillis: millis) }

  /// Which edges are closed at that event time; nil when nothing is reported closed.
  func closureKey(atMillis millis: Int64) -> ClosureKey? {
    if closureDigest == 0 { return nil }
    return ClosureKey(digest: closureDigest, epoch: Conditions.passed(closureBoundaries, atMillis: millis))
  }

  /// How many of sorted times are over.
  private static func passed(_ boundaries: [Int64], atMillis millis: Int64) -> Int {
    var low = 0
    var high = boundaries.count
    while low < high {
      let middle = (low + high) / 2
      if boundaries[middle] <= millis { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func range(of edge: EdgeID) -> Range<Int> {
    let start = lowerBound { $0.edge.rawValue < edge.rawValue }
    var end = start
    while end < entries.count, entries[end].edge == edge { end += 1 }
    return start..<end
  }

  private func lowerBound(_ isBefore: (Entry) -> Bool) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if isBefore(entries[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func bits(of entries: [Entry]) -> [UInt64] {
    guard let last = entries.last else { return [] }
    var bits = [UInt64](repeating: 0, count: Int(last.edge.rawValue >> 6) + 1)
    for entry in entries { bits[Int(entry.edge.rawValue >> 6)] |= 1 << UInt64(entry.edge.rawValue & 63) }
    return bits
  }
}

/// FNV-1a over the fields that change a metric.
private struct Digest {
  var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ entry: Conditions.Entry) {
    add(UInt64(entry.edge.rawValue))
    add(UInt64(entry.speed) << 32 | UInt64(entry.share))
    add(UInt64(bitPattern: entry.validFrom))
    add(UInt64(bitPattern: entry.validUntil))
  }

  private mutating func add(_ word: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      value = (value ^ (word >> shift & 0xff)) &* 0x0000_0100_0000_01b3
    }
  }
}
