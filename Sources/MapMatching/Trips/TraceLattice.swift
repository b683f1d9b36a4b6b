internal import Geometry
internal import RoadNetwork

/// The likeliest places of a trace's fixes: Viterbi's algorithm in which a fix may be left out and the trace broken,
/// each at its price, so that the cheaper of the two explains what fits nowhere.
struct TraceLattice {
  /// A candidate of a fix, with the cheapest way to have come there.
  struct State {
    var fix: Int
    var place: EdgeMatch
    var cost: Double
    /// nil where the trace begins.
    var parent: Int?
    /// From the parent; nil where the trace breaks between them.
    var way: TripWay?
    /// Times that the trace began anew before it.
    var beginnings: Int
  }

  /// A state from which the trace may go on: one of the last fix, or an earlier one if the fixes since are left out.
  private struct Alive {
    var state: Int
    var cost: Double
  }

  private let settings: TripMatcherSettings
  private let candidates: TraceCandidates
  private let costs: TraceCosts
  private(set) var fixes: [TraceFix] = []
  /// By fix, whether no road is near.
  private(set) var isRoadless: [Bool] = []
  private var states: [State] = []
  private var alive: [Alive] = []

  /// What is this much less likely than the best is given up.
  private static let beam = 30.0
  /// States kept of a trace that breaks, until its price is earned or not; and earlier ones, with fixes left out.
  private static let brokenLimit = 4
  private static let earlierLimit = 4

  init(_ network: RoadNetwork, mode: TravelMode, settings: TripMatcherSettings) {
    self.settings = settings
    candidates = TraceCandidates(network: network, mode: mode, limit: settings.candidateLimit)
    costs = TraceCosts(network: network, settings: settings)
  }

  /// What the likeliest places cost; infinite before any.
  var cost: Double { alive.first?.cost ?? .infinity }

  /// The likeliest places, in order; fixes between that are left out are missing.
  func likeliest() -> [State] {
    var chain: [State] = []
    var next = alive.first?.state
    while let place = next {
      chain.append(states[place])
      next = states[place].parent
    }
    return chain.reversed()
  }

  mutating func add(_ fix: TraceFix, with search: inout TripSearch) {
    let number = fixes.count
    fixes.append(fix)
    let places = candidates.near(fix)
    isRoadless.append(places.isEmpty)
    var steps = places.map { Step(emission: costs.emission($0, of: fix)) }
    let isExplained = places.isEmpty ? [] : reach(places, of: fix, &steps, with: &search)
    addBreak(before: number, &steps)
    var following: [Alive] = []
    for (place, step) in zip(places, steps) where step.cost < .infinity {
      following.append(Alive(state: states.count, cost: step.cost + step.emission))
      states.append(
        State(
          fix: number, place: place, cost: step.cost + step.emission, parent: step.parent, way: step.way,
          beginnings: step.beginnings))
    }
    // A state from which the fix is likely need not leave it out.
    var earlier = alive.indices.filter { !(isExplained.indices.contains($0) && isExplained[$0]) }
    if !places.isEmpty { earlier = Array(earlier.prefix(Self.earlierLimit)) }
    following += earlier.map { Alive(state: alive[$0].state, cost: alive[$0].cost + settings.discardCost) }
    alive = pruned(following)
  }

  /// How a candidate is reached.
  private struct Step {
    var emission: Double
    var cost = Double.infinity
    var parent: Int?
    var way: TripWay?
    var beginnings = 0
  }

  /// Finds the cheapest ways to each candidate; by state alive, whether it explains the fix well.
  private mutating func reach(
    _ places: [EdgeMatch], of fix: TraceFix, _ steps: inout [Step], with search: inout TripSearch
  ) -> [Bool] {
    var best = [Double](repeating: .infinity, count: alive.count)
    var bounds = TripSearch.Bounds(
      limit: 0, slack: 3 * fix.sigmaMeters, goal: LocalPlane(origin: fix.coordinate), goalMeters: fix.radiusMeters,
      work: settings.searchLimit)
    var least = Double.infinity
    // Long ways round are looked for only where no short one leads.
    for detour in [1.6, 4] {
      for (number, start) in alive.enumerated() {
        let from = states[start.state]
        let straight = distanceMeters(fixes[from.fix].coordinate, fix.coordinate)
        if detour > 2, straight > 2_000 { continue }
        let seconds = fix.seconds(since: fixes[from.fix])
        bounds.limit = costs.reach(straight, detour: detour, seconds: seconds)
        // A way so dear that its end would be given up is not looked for; a trace begun anew has its own price.
        if from.beginnings <= states[alive[0].state].beginnings {
          let most = max(settings.discardCost, least + Self.beam - start.cost)
          bounds.limit = min(bounds.limit, straight + most * costs.beta(straight))
        }
        let ways = search.ways(from: from.place, to: places, &bounds)
        for (place, way) in ways.enumerated() where way.effort < .infinity {
          let cost = costs.transition(way, straight: straight, seconds: seconds)
          best[number] = min(best[number], cost + steps[place].emission)
          least = min(least, start.cost + cost + steps[place].emission)
          if start.cost + cost < steps[place].cost {
            steps[place] = Step(
              emission: steps[place].emission, cost: start.cost + cost, parent: start.state, way: way,
              beginnings: from.beginnings)
          }
        }
      }
      if steps.contains(where: { $0.cost < .infinity }) { break }
    }
    return best.map { $0 < settings.discardCost * 0.8 }
  }

  /// Lets the trace begin anew at a fix that is not explained well, or begin here if those before are left out.
  private func addBreak(before number: Int, _ steps: inout [Step]) {
    let least = steps.reduce(Double.infinity) { min($0, $1.cost + $1.emission) }
    if let before = alive.first, least <= before.cost + settings.discardCost { return }
    let beginning = Double(number) * settings.discardCost
    // Where fixes were left out already, the trace hangs together the less; but none is left out to make that cheaper.
    let left = alive.first.map { min(5, max(0, number - 1 - states[$0.state].fix)) } ?? 0
    let price = settings.breakCost - Double(left) * settings.discardCost * 0.8
    for place in steps.indices {
      var step = Step(
        emission: steps[place].emission, cost: alive.isEmpty ? 0 : beginning, beginnings: alive.isEmpty ? 0 : 1)
      if let before = alive.first, before.cost + price < beginning {
        step.cost = before.cost + price
        step.parent = before.state
        step.beginnings = states[before.state].beginnings + 1
      }
      if step.cost < steps[place].cost { steps[place] = step }
    }
  }

  /// The likeliest ones first; the rest is given up.
  private func pruned(_ following: [Alive]) -> [Alive] {
    let sorted = following.sorted { ($0.cost, $0.state) < ($1.cost, $1.state) }
    guard let best = sorted.first else { return [] }
    let beginnings = states[best.state].beginnings
    var broken = 0
    return sorted.filter { entry in
      if entry.cost <= best.cost + Self.beam { return true }
      guard states[entry.state].beginnings > beginnings, entry.cost <= best.cost + settings.breakCost + Self.beam,
        broken < Self.brokenLimit
      else { return false }
      broken += 1
      return true
    }
  }
}
