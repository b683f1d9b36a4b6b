internal import Geometry
internal import RoadNetwork

extension TraceAssembly {
  /// Says of each fix what became of it: those that were not weighed lie on the road between the ones that were.
  mutating func place(_ fixes: [MatcherFix], _ settings: TripMatcherSettings) {
    match.outcomes = Array(repeating: .unusable, count: fixes.count)
    match.confidence = confidence
    for fix in lattice.fixes { match.outcomes[fix.number] = .outlier }
    for (place, state) in chain.enumerated() {
      guard let part = parts[place] else { continue }
      match.outcomes[lattice.fixes[state.fix].number] = .matched(part: part, place: state.place)
    }
    var weighed = 0
    var place = -1
    for number in settings.order(of: fixes) {
      if weighed < lattice.fixes.count, lattice.fixes[weighed].number == number {
        if place + 1 < chain.count, chain[place + 1].fix == weighed { place += 1 }
        weighed += 1
        continue
      }
      match.outcomes[number] = outcome(of: fixes[number], after: place, settings)
    }
  }

  /// Of a fix that was not weighed, behind a place of the chain.
  private func outcome(
    of fix: MatcherFix, after place: Int, _ settings: TripMatcherSettings
  ) -> TraceMatch.Outcome {
    guard chain.indices.contains(place), let part = parts[place] else { return .outlier }
    var roads = [chain[place].place.edge]
    if place + 1 < chain.count, parts[place + 1] == part {
      roads += edges[place + 1].prefix(Self.nearRoads)
      roads.append(chain[place + 1].place.edge)
    }
    let places = roads.map { network.match(fix.coordinate, onto: $0) }
    guard let nearest = places.min(by: { $0.distanceMeters < $1.distanceMeters }),
      nearest.distanceMeters <= max(settings.radiusMeters, 3 * settings.sigma(of: fix))
    else { return .outlier }
    return .matched(part: part, place: nearest)
  }

  /// Fixes that are not weighed lie near the one before.
  private static let nearRoads = 8

  /// e to the mean cost's opposite, by squaring: the same bits on every machine.
  private var confidence: Double {
    guard !match.parts.isEmpty, lattice.cost < .infinity, !lattice.fixes.isEmpty else { return 0 }
    var power = 1 / (1 + max(0, lattice.cost) / Double(lattice.fixes.count) / 1_024)
    for _ in 0..<10 { power *= power }
    return power
  }
}
