/// The final turn table: base turns without the forbidden ones, over canonical and shadow edges.
struct TurnExpansion {
  private(set) var first: [UInt32] = [0]
  private(set) var target: [UInt32] = []
  private(set) var source: [UInt32] = []
  private(set) var durationDeciseconds: [UInt16] = []
  private(set) var penaltyDeciseconds: [UInt16] = []
  private(set) var flags: [TurnFlags] = []
  private(set) var angle: [Int16] = []
  private(set) var conditions: [(turn: UInt32, modes: ModeSet, condition: String)] = []
  /// The canonical edge of each shadow edge, rising.
  private(set) var shadowCanonical: [UInt32] = []

  private let parts: BaseTurns.Parts
  private let base: BaseTurns
  private let automaton: RestrictionAutomaton
  private let uTurnPenalty: UInt16
  /// The edge that stands for an automaton state of two or more edges.
  private var shadowOfState: [UInt32]

  var edgeCount: Int { parts.edges.count + shadowCanonical.count }

  init(_ parts: BaseTurns.Parts, base: BaseTurns, restrictions: [ResolvedRestriction], model: TurnCostModel) {
    self.parts = parts
    self.base = base
    automaton = RestrictionAutomaton(restrictions)
    uTurnPenalty = UInt16(min(60_000, max(0, model.uTurnPenaltySeconds * 10)))
    shadowOfState = [UInt32](repeating: .max, count: automaton.stateCount)
    let depth = automaton.depth
    let edge = automaton.edge
    let shadows = depth.indices.filter { depth[$0] > 1 }.sorted { (edge[$0], $0) < (edge[$1], $1) }
    for (number, state) in shadows.enumerated() {
      shadowOfState[state] = UInt32(truncatingIfNeeded: parts.edges.count + number)
      shadowCanonical.append(automaton.edge[state])
    }
    for edge in 0..<parts.edges.count {
      appendTurns(of: edge, source: edge, state: automaton.state(after: UInt32(truncatingIfNeeded: edge)))
    }
    for (number, state) in shadows.enumerated() {
      appendTurns(of: Int(automaton.edge[state]), source: parts.edges.count + number, state: state)
    }
  }

  private mutating func appendTurns(of edge: Int, source edgeOrShadow: Int, state: Int) {
    let start = target.count
    for turn in base.turns(of: edge) {
      let next = base.target[turn]
      var turnFlags = base.flags[turn]
      let baseModes = ModeSet(rawValue: UInt8(turnFlags.rawValue & 3))
      let (modes, rules) = automaton.allowed(baseModes, in: state, to: next)
      guard !modes.isEmpty else { continue }
      turnFlags = TurnFlags(rawValue: turnFlags.rawValue & ~3 | UInt16(modes.rawValue))
      for rule in rules where !rule.modes.intersection(modes).isEmpty {
        turnFlags.insert(.conditional)
        conditions.append(
          (UInt32(truncatingIfNeeded: target.count), rule.modes.intersection(modes), rule.condition ?? ""))
      }
      append(turn, flags: turnFlags, source: edgeOrShadow, state: state, next: next)
    }
    settleUTurn(of: edge, from: start)
    first.append(UInt32(truncatingIfNeeded: target.count))
  }

  private mutating func append(_ turn: Int, flags turnFlags: TurnFlags, source edge: Int, state: Int, next: UInt32) {
    let after = automaton.state(from: state, driving: next)
    target.append(automaton.depth[after] > 1 ? shadowOfState[after] : next)
    source.append(UInt32(truncatingIfNeeded: edge))
    durationDeciseconds.append(base.durationDeciseconds[turn])
    penaltyDeciseconds.append(base.penaltyDeciseconds[turn])
    flags.append(turnFlags)
    angle.append(base.angle[turn])
  }

  /// A U-turn is free at a dead end and disliked elsewhere; on motorways and ferries there is none but at a dead end.
  private mutating func settleUTurn(of edge: Int, from start: Int) {
    guard let uTurn = (start..<target.count).first(where: { flags[$0].contains(.uTurn) }) else { return }
    let modes = ModeSet(rawValue: UInt8(flags[uTurn].rawValue & 3))
    let isDeadEnd = TravelMode.allCases.allSatisfy { mode in
      guard modes.contains(mode) else { return true }
      let enters = TurnFlags.entersRestrictedDrive.rawValue << UInt16(mode.rawValue)
      return (start..<target.count).allSatisfy { turn in
        turn == uTurn || flags[turn].rawValue & UInt16(mode.set.rawValue) == 0 || flags[turn].rawValue & enters != 0
      }
    }
    guard !isDeadEnd else { return }
    if !parts.way(of: edge).flags.isDisjoint(with: [.motorway, .ferry]), target.count - start > 1 {
      remove(uTurn)
    } else {
      penaltyDeciseconds[uTurn] = uTurnPenalty
    }
  }

  private mutating func remove(_ turn: Int) {
    target.remove(at: turn)
    source.remove(at: turn)
    durationDeciseconds.remove(at: turn)
    penaltyDeciseconds.remove(at: turn)
    flags.remove(at: turn)
    angle.remove(at: turn)
    conditions.removeAll { $0.turn == UInt32(truncatingIfNeeded: turn) }
    for index in conditions.indices.reversed() {
      guard conditions[index].turn > UInt32(truncatingIfNeeded: turn) else { break }
      conditions[index].turn -= 1
    }
  }
}
