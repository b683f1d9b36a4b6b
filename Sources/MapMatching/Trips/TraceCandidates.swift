internal import Geometry
internal import RoadNetwork

/// The places on the road where a fix may have been.
struct TraceCandidates {
  let network: RoadNetwork
  let mode: TravelMode
  let limit: Int

  /// Edges looked at for each that is kept: roads are often drawn in short pieces.
  private static let pieces = 3

  /// The nearest ones first; of a road in short pieces only those that say something of their own.
  func near(_ fix: TraceFix) -> [EdgeMatch] {
    let found = network.nearestEdges(
      to: fix.coordinate, within: fix.radiusMeters,
      limit: limit.multipliedReportingOverflow(by: Self.pieces).partialValue,
      mode: mode)
    let kept = found.filter { !isRepeated($0, in: found) }
    return Array((kept.isEmpty ? found : kept).prefix(max(0, limit)))
  }

  /// Whether the place is the very end of an edge where another candidate stands for it: one that leads there, or is the
  /// only one that goes on from there.
  private func isRepeated(_ match: EdgeMatch, in found: [EdgeMatch]) -> Bool {
    if match.fraction <= 0 {
      let node = network.from(match.edge)
      return found.contains {
        network.to($0.edge) == node && network.segment(of: $0.edge) != network.segment(of: match.edge)
      }
    }
    guard match.fraction >= 1 else { return false }
    var onward: EdgeID?
    for raw in network.turns(from: match.edge) where !network.isUTurn(TurnID(raw)) {
      guard network.allows(mode, at: TurnID(raw)) else { continue }
      if onward != nil { return false }
      onward = network.canonicalEdge(network.target(of: TurnID(raw)))
    }
    return onward.map { next in found.contains { $0.edge == next && $0.fraction > 0 } } ?? false
  }
}
