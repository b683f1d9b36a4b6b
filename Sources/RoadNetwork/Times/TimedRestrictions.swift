/// The conditions by time of a network, read once when it is opened.
struct TimedRestrictions: Sendable {
  /// Each distinct condition, by the number of its text.
  let conditions: [(text: UInt32, condition: TimeCondition)]

  init(_ columns: Columns, text: (UInt32) -> String) {
    var texts: Set<UInt32> = []
    for column in [columns.conditionalTurn, columns.conditionalEdge] {
      for index in 0..<column.count { texts.insert(column[index].text) }
    }
    // What cannot be read never holds; the import counts it as ignored.
    conditions = texts.sorted().compactMap { number in
      TimeCondition(text(number)).map { (text: number, condition: $0) }
    }
  }
}

/// The restrictions by time of a network that hold at one moment.
///
/// Without a moment none holds: `atMillis` 0 or less means that no time is known (osrm-backend#5263). Take it once a
/// request; it costs some hundred nanoseconds for each distinct condition of the network.
public struct ActiveRestrictions: Sendable {
  public let network: RoadNetwork
  /// Names which conditions hold: equal digests mean equal restrictions of this network. 0 if none holds.
  public let digest: UInt64
  /// The numbers of the texts that hold, rising.
  private let texts: [UInt32]

  init(_ network: RoadNetwork, atMillis: Int64) {
    self.network = network
    let known = network.timedRestrictions.conditions
    guard !known.isEmpty, atMillis > 0 else {
      (texts, digest) = ([], 0)
      return
    }
    let moment = network.metadata.clock.moment(atMillis: atMillis)
    texts = known.filter { $0.condition.holds(at: moment) }.map(\.text)
    digest = texts.reduce(texts.isEmpty ? 0 : 0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }

  public var isEmpty: Bool { texts.isEmpty }

  /// Whether a turn is forbidden to a mode now: by a restriction of its own, or because it leads from an open road into
  /// a closed one. Out of a closed road one may drive, along it too: it must not trap who stands there (valhalla#2733).
  public func forbids(_ turn: TurnID, _ mode: TravelMode) -> Bool {
    guard !texts.isEmpty else { return false }
    if network.flags(of: turn).contains(.conditional),
      network.holds(network.columns.conditionalTurn, id: turn.rawValue, mode, isForDestinations: false, among: texts)
    {
      return true
    }
    return closes(network.target(of: turn), mode) && !closes(network.source(of: turn), mode)
  }

  /// Whether a turn leads now from a road open to all into one that is for destinations only at this time.
  public func entersRestricted(_ turn: TurnID, _ mode: TravelMode) -> Bool {
    guard !texts.isEmpty, !network.entersRestricted(turn, mode) else { return false }
    let source = network.source(of: turn)
    return restricts(network.target(of: turn), mode) && !restricts(source, mode) && !network.isRestricted(source, mode)
  }

  /// Whether an edge is closed to a mode now.
  public func closes(_ edge: EdgeID, _ mode: TravelMode) -> Bool { holds(on: edge, mode, isForDestinations: false) }

  /// Whether an edge is for destinations only now, by a condition (not by its constant tags).
  public func restricts(_ edge: EdgeID, _ mode: TravelMode) -> Bool { holds(on: edge, mode, isForDestinations: true) }

  private func holds(on edge: EdgeID, _ mode: TravelMode, isForDestinations: Bool) -> Bool {
    guard !texts.isEmpty else { return false }
    let edge = network.canonicalEdge(edge)
    guard network.columns.edgeAccess[edge.index] & EdgeAccess.conditional != 0 else { return false }
    return network.holds(
      network.columns.conditionalEdge, id: edge.rawValue, mode, isForDestinations: isForDestinations, among: texts)
  }
}

extension RoadNetwork {
  /// The restrictions by time that hold at an event time, milliseconds since 1970; none for 0 and less.
  public func activeRestrictions(atMillis: Int64) -> ActiveRestrictions {
    ActiveRestrictions(self, atMillis: atMillis)
  }

  fileprivate func holds(
    _ column: Column<ConditionRow>, id: UInt32, _ mode: TravelMode, isForDestinations: Bool, among texts: [UInt32]
  ) -> Bool {
    var low = 0
    var high = column.count
    while low < high {
      let middle = (low + high) / 2
      if column[middle].id < id { low = middle + 1 } else { high = middle }
    }
    while low < column.count, column[low].id == id {
      let row = column[low]
      low += 1
      guard ModeSet(rawValue: UInt8(truncatingIfNeeded: row.modes)).contains(mode),
        (row.modes & ConditionRow.forDestinations != 0) == isForDestinations
      else { continue }
      let place = texts.firstIndex(notBelow: row.text)
      if place < texts.count, texts[place] == row.text { return true }
    }
    return false
  }
}
