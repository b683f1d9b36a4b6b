public import RoadNetwork
public import Routing

/// A kind of road that a trip avoids and a leg drives nonetheless.
///
/// Avoid is a bias and never a cut, so that a route is found where there is no other: a road that is the only way, or on
/// which a stop lies, is driven, and said to be (valhalla#5154, organicmaps#4151). A hard exclusion is not offered.
public struct UnavoidedRoad: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// Toll roads and toll booths.
    case tolls
    case highways
    case ferries
    case tunnels
    /// Motorways of a country that sells vignettes for them.
    case vignettes(CountryCode)
  }

  public var kind: Kind
  /// Driven on such roads; 0 for a toll booth alone.
  public var distanceMeters: Double
  /// The leg begins on one.
  public var isAtStart: Bool
  /// The leg's stop lies on one.
  public var isAtEnd: Bool

  public init(kind: Kind, distanceMeters: Double, isAtStart: Bool = false, isAtEnd: Bool = false) {
    self.kind = kind
    self.distanceMeters = distanceMeters
    self.isAtStart = isAtStart
    self.isAtEnd = isAtEnd
  }
}

extension RouteLeg {
  /// What the leg drives of the roads that were to be avoided, by kind; empty where all were avoided.
  public func unavoidedRoads(_ avoid: AvoidSet, mode: TravelMode, on network: RoadNetwork) -> [UnavoidedRoad] {
    if avoid.isEmpty { return [] }
    var kinds: [UnavoidedRoad.Kind] = []
    if avoid.tolls { kinds.append(.tolls) }
    if avoid.highways { kinds.append(.highways) }
    if avoid.ferries { kinds.append(.ferries) }
    if avoid.tunnels { kinds.append(.tunnels) }
    kinds += avoid.vignetteCountries.map { .vignettes($0) }
    return kinds.compactMap { unavoided($0, mode: mode, on: network) }
  }

  private func unavoided(_ kind: UnavoidedRoad.Kind, mode: TravelMode, on network: RoadNetwork) -> UnavoidedRoad? {
    var found: UnavoidedRoad?
    for (index, edge) in path.edges.enumerated() {
      let (from, to) = path.fractions(at: index)
      if kind.holds(of: edge, mode: mode, on: network) {
        var road = found ?? UnavoidedRoad(kind: kind, distanceMeters: 0)
        road.distanceMeters += max(0, to - from) * network.lengthMeters(of: edge)
        if index == 0 { road.isAtStart = true }
        if index == path.edges.count - 1 { road.isAtEnd = true }
        found = road
      }
      if kind == .tolls, found == nil, index > 0, let turn = network.turn(from: path.edges[index - 1], to: edge),
        network.isToll(turn, mode)
      {
        found = UnavoidedRoad(kind: .tolls, distanceMeters: 0)
      }
    }
    return found
  }
}

extension UnavoidedRoad.Kind {
  /// By the marks that the cost of an avoided road goes by.
  fileprivate func holds(of edge: EdgeID, mode: TravelMode, on network: RoadNetwork) -> Bool {
    switch self {
    case .tolls: network.isToll(edge, mode)
    case .highways: network.flags(of: edge).contains(.motorway)
    case .ferries: network.flags(of: edge).contains(.ferry)
    case .tunnels: network.flags(of: edge).contains(.tunnel)
    case .vignettes(let country): network.flags(of: edge).contains(.motorway) && network.country(of: edge) == country
    }
  }
}
