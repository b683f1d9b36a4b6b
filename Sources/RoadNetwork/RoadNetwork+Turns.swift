/// A time limit in the tags of a restriction: which turn or edge it forbids, to whom, and when.
public struct TimedRestriction: Hashable, Sendable {
  /// The modes that it forbids.
  public let modes: ModeSet
  /// The edge is not closed then, but for destinations only.
  public let isForDestinations: Bool
  /// The condition in opening-hours syntax, local time: `Mo-Fr 07:00-09:00`.
  public let condition: String

  public init(modes: ModeSet, isForDestinations: Bool = false, condition: String) {
    self.modes = modes
    self.isForDestinations = isForDestinations
    self.condition = condition
  }
}

extension RoadNetwork {
  /// What a restricted road costs to enter from outside, in tenths of a second of penalty: it is for the ends of a
  /// route, not for passing through.
  public static let restrictedEntryPenaltyDeciseconds: UInt32 = 72_000

  /// The ways to continue from an edge: rows of the turn table.
  @inlinable
  public func turns(from edge: EdgeID) -> Range<UInt32> {
    columns.turnFirst[edge.index]..<columns.turnFirst[edge.index + 1]
  }

  /// The turns that lead into an edge, for searches backwards: positions for `incomingTurn`.
  @inlinable
  public func incomingTurns(of edge: EdgeID) -> Range<UInt32> {
    columns.incomingFirst[edge.index]..<columns.incomingFirst[edge.index + 1]
  }

  /// The turn at a position of `incomingTurns(of:)`.
  @inlinable
  public func incomingTurn(_ position: UInt32) -> TurnID { TurnID(columns.incomingTurn[Int(position)]) }

  /// The edge that a turn leaves.
  @inlinable public func source(of turn: TurnID) -> EdgeID { EdgeID(columns.turnSource[turn.index]) }

  /// The edge that a turn enters, possibly a shadow edge.
  @inlinable public func target(of turn: TurnID) -> EdgeID { EdgeID(columns.turnTarget[turn.index]) }

  /// The node at which a turn happens.
  @inlinable public func node(of turn: TurnID) -> NodeID { to(source(of: turn)) }

  @inlinable
  public func flags(of turn: TurnID) -> TurnFlags { TurnFlags(rawValue: columns.turnFlags[turn.index]) }

  @inlinable
  public func allows(_ mode: TravelMode, at turn: TurnID) -> Bool {
    columns.turnFlags[turn.index] & (1 << UInt16(mode.rawValue)) != 0
  }

  @inlinable public func isUTurn(_ turn: TurnID) -> Bool { flags(of: turn).contains(.uTurn) }

  /// Whether a turn leads from a road open to all into a private or destination-only one.
  @inlinable
  public func entersRestricted(_ turn: TurnID, _ mode: TravelMode) -> Bool {
    columns.turnFlags[turn.index] & (TurnFlags.entersRestrictedDrive.rawValue << UInt16(mode.rawValue)) != 0
  }

  /// Whether the mode pays at the turn's toll booth.
  @inlinable
  public func isToll(_ turn: TurnID, _ mode: TravelMode) -> Bool {
    columns.turnFlags[turn.index] & (TurnFlags.tollDrive.rawValue << UInt16(mode.rawValue)) != 0
  }

  /// The true time of a turn in tenths of a second: slowing down, waiting at a signal, boarding a ferry.
  @inlinable
  public func durationDeciseconds(of turn: TurnID) -> UInt32 { UInt32(columns.turnDuration[turn.index]) }

  /// What a turn costs beyond its time, in tenths of a second: dislike of U-turns, service roads and restricted roads.
  ///
  /// It steers the choice of route and is never part of a duration.
  @inlinable
  public func penaltyDeciseconds(of turn: TurnID, _ mode: TravelMode) -> UInt32 {
    UInt32(columns.turnPenalty[turn.index])
      + (entersRestricted(turn, mode) ? Self.restrictedEntryPenaltyDeciseconds : 0)
  }

  /// The angle of a turn in degrees, right positive, left negative, ±180 for a U-turn.
  @inlinable public func angleDegrees(of turn: TurnID) -> Int { Int(columns.turnAngle[turn.index]) }

  /// The first turn from one edge into another (canonical or shadow of it); nil if there is none.
  public func turn(from edge: EdgeID, to next: EdgeID) -> TurnID? {
    let road = canonicalEdge(next)
    for raw in turns(from: edge) {
      let target = target(of: TurnID(raw))
      if target == next || canonicalEdge(target) == road { return TurnID(raw) }
    }
    return nil
  }

  // MARK: Conditions

  /// The times at which a turn is forbidden; empty for most. Outside of them, and without a time, it is allowed.
  public func conditions(of turn: TurnID) -> [TimedRestriction] {
    guard flags(of: turn).contains(.conditional) else { return [] }
    return restrictions(in: columns.conditionalTurn, id: turn.rawValue)
  }

  /// The times at which an edge is forbidden; empty for most. Outside of them, and without a time, it is open.
  public func conditions(of edge: EdgeID) -> [TimedRestriction] {
    let edge = canonicalEdge(edge)
    guard columns.edgeAccess[edge.index] & EdgeAccess.conditional != 0 else { return [] }
    return restrictions(in: columns.conditionalEdge, id: edge.rawValue)
  }

  /// How many turns and edges are forbidden at times.
  public var conditionCounts: (turns: Int, edges: Int) {
    (columns.conditionalTurn.count, columns.conditionalEdge.count)
  }

  private func restrictions(in column: Column<ConditionRow>, id: UInt32) -> [TimedRestriction] {
    var low = 0
    var high = column.count
    while low < high {
      let middle = (low + high) / 2
      if column[middle].id < id { low = middle + 1 } else { high = middle }
    }
    var found: [TimedRestriction] = []
    while low < column.count, column[low].id == id {
      let row = column[low]
      found.append(
        TimedRestriction(
          modes: ModeSet(rawValue: UInt8(truncatingIfNeeded: row.modes)),
          isForDestinations: row.modes & ConditionRow.forDestinations != 0, condition: string(row.text)))
      low += 1
    }
    return found
  }
}
