public import RoadNetwork

/// What became of a batch of changes.
public struct ConditionsReport: Hashable, Sendable {
  /// Indexes in the batch whose segment the network does not have.
  public var unknownSegments: [Int] = []
  /// Indexes whose update says neither closed nor a usable speed, or ends before it begins.
  public var withoutEffect: [Int] = []

  public init() {}
}

extension Conditions {
  /// The next snapshot: every change replaces what its key said before.
  ///
  /// An unknown segment withdraws what its key said and is reported. Linear in the entries.
  public func applying(
    _ changes: [RoadConditionChange], version: ConditionsVersion, on network: RoadNetwork
  ) -> (conditions: Conditions, report: ConditionsReport) {
    var report = ConditionsReport()
    var last: [String: Int] = [:]
    for (index, change) in changes.enumerated() { last[change.key] = index }
    var added: [Entry] = []
    var segments = closedSegments
    for (index, change) in changes.enumerated() {
      segments[change.key] = nil
      guard let update = change.update else { continue }
      let stretches = network.stretches(of: update.segment)
      if stretches.isEmpty {
        report.unknownSegments.append(index)
        continue
      }
      guard let template = Entry(update, key: change.key) else {
        report.withoutEffect.append(index)
        continue
      }
      guard last[change.key] == index else { continue }
      if template.isClosed, case .reference(let reference) = update.segment { segments[change.key] = reference }
      for stretch in stretches {
        var entry = template
        entry.edge = stretch.edge
        (entry.from, entry.to) = (stretch.from, stretch.to)
        added.append(entry)
      }
    }
    added.sort(by: Entry.isBefore)
    let kept = entries.filter { last[$0.key] == nil }
    var version = version
    version.metric = self.version.metric
    let merged = Conditions.merge(kept, added)
    return (Conditions(version: version, entries: merged, speeds: speeds, closedSegments: segments), report)
  }

  /// Every edge closed at that event time, in ascending order.
  public func closedEdges(atMillis millis: Int64) -> [EdgeID] {
    var closed: [EdgeID] = []
    for entry in entries where entry.isClosed && entry.isValid(at: millis) && closed.last != entry.edge {
      closed.append(entry.edge)
    }
    return closed
  }

  /// Edges of which the two snapshots say different things, in ascending order.
  ///
  /// - Parameter closuresOnly: leaves out edges where only speeds differ.
  public func changedEdges(since former: Conditions, closuresOnly: Bool = false) -> [EdgeID] {
    var changed: [EdgeID] = []
    var (left, right) = (0, 0)
    while left < former.entries.count || right < entries.count {
      let leftEdge = left < former.entries.count ? former.entries[left].edge.rawValue : .max
      let rightEdge = right < entries.count ? entries[right].edge.rawValue : .max
      let edge = EdgeID(min(leftEdge, rightEdge))
      let old = leftEdge <= rightEdge ? former.range(from: left) : left..<left
      let new = rightEdge <= leftEdge ? range(from: right) : right..<right
      let keep: (Entry) -> Bool = { $0.isClosed || !closuresOnly }
      if former.entries[old].filter(keep) != entries[new].filter(keep) { changed.append(edge) }
      (left, right) = (old.upperBound, new.upperBound)
    }
    return changed
  }

  private func range(from start: Int) -> Range<Int> {
    var end = start
    while end < entries.count, entries[end].edge == entries[start].edge { end += 1 }
    return start..<end
  }

  private static func merge(_ left: [Entry], _ right: [Entry]) -> [Entry] {
    if right.isEmpty { return left }
    var merged: [Entry] = []
    merged.reserveCapacity(left.count + right.count)
    var index = 0
    for entry in right {
      while index < left.count, Entry.isBefore(left[index], entry) {
        merged.append(left[index])
        index += 1
      }
      merged.append(entry)
    }
    merged.append(contentsOf: left[index...])
    return merged
  }
}

extension Conditions.Entry {
  /// nil when the update changes nothing or its times are in the wrong order.
  init?(_ update: RoadConditionUpdate, key: String) {
    var speed: UInt32 = 0
    // 1 to 300 km/h: slower is a closure that should say so, faster is a mistaken unit.
    if let reported = update.speedKilometersPerHour, reported >= 1, reported <= 300 {
      speed = UInt32(reported * (1_000_000 / 3_600))
    }
    let from = update.validFromMillis ?? .min
    let until = update.validUntilMillis ?? .max
    // Speed 0 closes the road (OSRM's traffic files had it free: osrm-backend#6577).
    let isClosed = update.isClosed || (update.speedKilometersPerHour.map { $0 >= 0 && $0 < 1 } ?? false)
    guard isClosed || speed > 0, from < until else { return nil }
    self.init(
      edge: EdgeID(0), key: key, isClosed: isClosed, speed: speed, from: 0, to: 65_536,
      validFrom: from, validUntil: until)
  }

  static func isBefore(_ left: Self, _ right: Self) -> Bool {
    left.edge == right.edge ? left.key < right.key : left.edge.rawValue < right.edge.rawValue
  }
}
