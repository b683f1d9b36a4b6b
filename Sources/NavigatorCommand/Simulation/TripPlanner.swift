import Geometry
import RoadNetwork
import RoutePlan
import RouteService
import RouteTokens
import Routing

/// A trip as the issuing service plans it: its token and the lines of its legs.
struct PlannedTrip {
  var stops: [Coordinate]
  /// Nil without a key ring.
  var token: String?
  var legs: [[Coordinate]]
  var distanceMeters: Double

  var line: [Coordinate] {
    legs.reduce(into: []) { line, leg in line += line.last == leg.first ? leg.dropFirst() : leg[...] }
  }
}

/// Plans trips the way a backend does: by the issuing service, sealed by the key ring.
struct TripPlanner {
  let network: RoadNetwork
  private let service: RouteService
  private let sealer: TokenSealer?
  private let usual: Conditions

  init(network: RoadNetwork, keys: KeyRing?, speeds: SpeedModel? = nil) {
    self.network = network
    usual = Conditions(speeds: speeds)
    service = RouteService(HierarchyRouter(network))
    sealer = keys.map { TokenSealer(keys: $0) }
  }

  /// The best route through the stops; nil when there is none.
  func trip(from origin: Coordinate, to stops: [Coordinate], atMillis: Int64) -> PlannedTrip? {
    guard let destination = stops.last else { return nil }
    var request = ComputeRoutesRequest()
    request.origin = waypoint(origin)
    request.destination = waypoint(destination)
    request.intermediates = stops.dropLast().map(waypoint)
    request.travelMode = .drive
    request.routingPreference = .trafficAware
    request.polylineQuality = .highQuality
    let sealer = sealer
    let context = ServiceContext(
      conditions: usual, nowMillis: atMillis, tokenDemand: sealer == nil ? .none : .required,
      seal: { plan in sealer.flatMap { try? $0.seal(plan, nonce: .random) } })
    guard let route = try? service.computeRoutes(request, in: context).routes.first else { return nil }
    let legs = route.legs.compactMap { leg -> [Coordinate]? in
      switch leg.polyline {
      case .encoded(let text): try? PolylineCodec.decode(text)
      case .geoJSON(let points): points
      }
    }
    guard legs.count == stops.count, legs.allSatisfy({ $0.count > 1 }) else { return nil }
    return PlannedTrip(stops: stops, token: route.routeToken, legs: legs, distanceMeters: Double(route.distanceMeters))
  }

  /// A place on a road of the network's main part, chosen by the generator; nil when the network has no such road.
  func randomPlace(_ random: inout SplitMix64) -> Coordinate? {
    let edges = network.canonicalEdgeCount
    guard edges > 0 else { return nil }
    for _ in 0..<1_000 {
      let edge = EdgeID(UInt32(random.next() % UInt64(edges)))
      guard network.allows(.drive, on: edge), !network.isRestricted(edge, .drive), !network.isFerry(edge),
        network.componentSize(of: edge, .drive) > edges / 4
      else { continue }
      return network.place(on: edge, fraction: 0.2 + 0.6 * random.unit()).point
    }
    return nil
  }

  private func waypoint(_ place: Coordinate) -> RequestWaypoint {
    RequestWaypoint(.location(latitude: place.latitude, longitude: place.longitude, heading: nil))
  }
}
