/// All restrictions as one automaton over driven edges (Aho and Corasick 1975).
///
/// A state is the longest end of the driven path that begins some restriction, so restrictions that share roads stay
/// independent of each other. States of one edge are the edge itself; states of more are its shadow edges.
struct RestrictionAutomaton {
  struct Rule {
    var kind: TurnRestriction.Kind
    var targets: [UInt32]
    var modes: ModeSet
    var condition: String?
  }

  /// State 0 is the root: nothing driven that matters.
  private(set) var edge: [UInt32] = [.max]
  private(set) var depth: [Int] = [0]
  private var parent: [Int] = [0]
  private var fail: [Int] = [0]
  private var rules: [[Rule]] = [[]]
  private var children: [Key: Int] = [:]

  private struct Key: Hashable {
    let state: Int
    let edge: UInt32
  }

  init(_ restrictions: [ResolvedRestriction]) {
    for restriction in restrictions { insert(restriction) }
    linkFailures()
  }

  var stateCount: Int { edge.count }

  /// The state after only this edge; 0 if no restriction begins with it.
  func state(after edge: UInt32) -> Int { children[Key(state: 0, edge: edge)] ?? 0 }

  /// The state after driving on into an edge.
  func state(from state: Int, driving edge: UInt32) -> Int {
    var state = state
    while true {
      if let next = children[Key(state: state, edge: edge)] { return next }
      if state == 0 { return 0 }
      state = fail[state]
    }
  }

  /// What a state allows of a turn into an edge: the modes left, and the conditions under which more are forbidden.
  func allowed(_ modes: ModeSet, in state: Int, to target: UInt32) -> (modes: ModeSet, conditions: [Rule]) {
    var modes = modes
    var conditions: [Rule] = []
    var state = state
    while state != 0 {
      for rule in rules[state] where rule.kind == .no && rule.targets.contains(target) {
        if rule.condition == nil { modes.subtract(rule.modes) } else { conditions.append(rule) }
      }
      // Several "only" rules of one place allow their targets together.
      for mode in TravelMode.allCases {
        let always = rules[state].filter { $0.kind == .only && $0.condition == nil && $0.modes.contains(mode) }
        if !always.isEmpty, !always.contains(where: { $0.targets.contains(target) }) { modes.subtract(mode.set) }
      }
      for rule in rules[state] where rule.kind == .only && rule.condition != nil && !rule.targets.contains(target) {
        conditions.append(rule)
      }
      state = fail[state]
    }
    return (modes, conditions)
  }

  private mutating func insert(_ restriction: ResolvedRestriction) {
    var state = 0
    for (position, next) in restriction.path.enumerated() {
      let key = Key(state: state, edge: next)
      if let known = children[key] {
        state = known
      } else {
        children[key] = edge.count
        edge.append(next)
        depth.append(position + 1)
        parent.append(state)
        fail.append(0)
        rules.append([])
        state = edge.count - 1
      }
      // Once on the via road of an "only", the way goes on along it.
      if restriction.kind == .only, position > 0, position + 1 < restriction.path.count {
        rules[state].append(
          Rule(
            kind: .only, targets: [restriction.path[position + 1]], modes: restriction.modes,
            condition: restriction.condition))
      }
    }
    rules[state].append(
      Rule(
        kind: restriction.kind, targets: restriction.targets, modes: restriction.modes,
        condition: restriction.condition))
  }

  private mutating func linkFailures() {
    let byDepth = edge.indices.dropFirst().sorted { (depth[$0], $0) < (depth[$1], $1) }
    for state in byDepth where depth[state] > 1 {
      fail[state] = self.state(from: fail[parent[state]], driving: edge[state])
    }
  }
}
