internal import RoadNetwork
internal import Routing

/// A line that is driven on step by step, in paths that end where the vehicle turns round within a road.
struct DrivenLine {
  private let network: RoadNetwork
  private var legs: [EdgePath]

  init(_ network: RoadNetwork, from place: EdgeMatch) {
    self.network = network
    legs = [EdgePath(edges: [place.edge], startFraction: place.fraction, endFraction: place.fraction)]
  }

  /// Drives on over some edges to a place; without edges one a little behind the end moves nothing.
  mutating func drive(_ edges: [EdgeID], turning: TripWay.Turning, to place: EdgeMatch) {
    if turning == .atEnd { advance(to: 1 - place.fraction) }
    if turning != .none { turnRound() }
    let leg = legs.count - 1
    if edges.isEmpty {
      advance(to: place.fraction)
    } else {
      legs[leg].edges += edges
      legs[leg].endFraction = place.fraction
    }
  }

  /// The paths driven, without the edges at both ends that are only touched, or into which noise alone leads round a
  /// corner.
  func paths(noiseMeters: Double) -> [EdgePath] {
    var paths = legs
    let (first, last) = (0, legs.count - 1)
    if paths[first].edges.count > 1 {
      let edges = paths[first].edges
      if isTouched(edges[0], 1 - paths[first].startFraction, from: edges[0], to: edges[1], noiseMeters) {
        paths[first].edges.removeFirst()
        paths[first].startFraction = 0
      }
    }
    if paths[last].edges.count > 1 {
      let edges = paths[last].edges.suffix(2)
      if let former = edges.first, let end = edges.last,
        isTouched(end, paths[last].endFraction, from: former, to: end, noiseMeters)
      {
        paths[last].edges.removeLast()
        paths[last].endFraction = 1
      }
    }
    return paths
  }

  private func isTouched(_ edge: EdgeID, _ share: Double, from: EdgeID, to: EdgeID, _ noiseMeters: Double) -> Bool {
    let driven = network.lengthMeters(of: edge) * share
    guard driven >= 0.05 else { return true }
    guard driven < noiseMeters, let turn = network.turn(from: from, to: to) else { return false }
    return abs(network.angleDegrees(of: turn)) > Self.cornerDegrees
  }

  private static let cornerDegrees = 30

  private mutating func advance(to fraction: Double) {
    legs[legs.count - 1].endFraction = max(legs[legs.count - 1].endFraction, fraction)
  }

  private mutating func turnRound() {
    let leg = legs[legs.count - 1]
    guard let last = leg.edges.last, let back = network.reverse(of: last) else { return }
    let fraction = 1 - leg.endFraction
    legs.append(EdgePath(edges: [back], startFraction: fraction, endFraction: fraction))
  }
}
