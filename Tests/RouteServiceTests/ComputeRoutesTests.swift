import Geometry
import RoadNetwork
import RoutePlan
import Routing
import TestSupport
import Testing

@testable import RouteService

@Suite("computeRoutes")
struct ComputeRoutesTests {
  private let map: RoadMap

  init() throws {
    map = try RoadMap(
      """
      A-1-B-----C-3-F
          |     |
          D--2--E-4-G      X-5-Y
      """,
      roads: [
        "AB": ["name": "West Street"], "BC": ["name": "High Street", "toll": "yes"], "CF": ["name": "East Street"],
        "BD": [:], "DE": ["name": "Low Street"], "EC": [:], "EG": ["name": "Quay"], "XY": [:],
      ])
  }

  private func place(_ letter: Character, via: Bool = false) throws -> RequestWaypoint {
    let point = try map.coordinate(letter)
    return RequestWaypoint(.location(latitude: point.latitude, longitude: point.longitude, heading: nil), via: via)
  }

  private func request(_ from: Character, _ to: Character) throws -> ComputeRoutesRequest {
    var request = ComputeRoutesRequest()
    request.origin = try place(from)
    request.destination = try place(to)
    request.routingPreference = .trafficAware
    return request
  }

  private func answer(
    _ request: ComputeRoutesRequest, conditions: Conditions = .none, demand: TokenDemand = .none,
    wantsPath: Bool = false, seal: @escaping (RoutePlan) -> String? = { _ in nil }
  ) throws(ServiceFailure) -> ComputeRoutesResponse {
    let context = ServiceContext(
      conditions: conditions, nowMillis: 1_000_000, tokenDemand: demand, seal: seal, wantsPath: wantsPath,
      tokenLifetimeMillis: 60_000, snap: SnapSettings(maximumDistanceMeters: 40))
    return try RouteService(DijkstraRouter(map.network)).computeRoutes(request, in: context)
  }

  @Test("a route is told with legs, steps, lengths, times and texts")
  func route() throws {
    let response = try answer(try request("1", "3"), wantsPath: true)
    let route = try #require(response.routes.first)
    #expect(response.routes.count == 1)
    #expect(route.labels == [.defaultRoute])
    #expect(route.distanceMeters == 100)
    #expect(route.durationSeconds == route.staticDurationSeconds)
    #expect(route.legs.count == 1)
    #expect(route.legs[0].distanceMeters == 100)
    #expect(route.description == "West Street and High Street")
    #expect(route.localizedValues.distance == "100 m")
    #expect(route.legs[0].steps.map(\.maneuver) == [.depart, .nameChange, .nameChange])
    #expect(route.legs[0].steps.last?.instructions == "Continue onto East Street. You have reached your stop")
    #expect(route.legs[0].steps.reduce(0) { $0 + $1.distanceMeters } == 100)
    #expect(route.path.map(\.name) == ["West Street", "High Street", "East Street"])
    #expect(route.viewport.contains(try map.coordinate("B")))
    #expect(route.routeToken == nil)
  }

  @Test("a stretch of two numbers is named by the one that is driven elsewhere too, never by the list")
  func sharedNumbers() throws {
    let map = try RoadMap(
      "A-1-B---C---D-2-E",
      roads: [
        "AB": ["ref": "IC 23"], "BC": ["ref": "IC 1; IC 23"], "CD": ["ref": "N 14;N 6"], "DE": ["name": "Quay"],
      ])
    var request = ComputeRoutesRequest()
    for (letter, member) in [("1" as Character, \ComputeRoutesRequest.origin), ("2", \.destination)] {
      let point = try map.coordinate(letter)
      request[keyPath: member] = RequestWaypoint(
        .location(latitude: point.latitude, longitude: point.longitude, heading: nil))
    }
    let answer = try RouteService(DijkstraRouter(map.network)).computeRoutes(request, in: ServiceContext(nowMillis: 0))
    #expect(answer.routes.first?.description == "IC 23 and N 14")
  }

  @Test("the polyline begins and ends at the snapped places, encoded or as GeoJSON")
  func polylines() throws {
    var request = try request("1", "4")
    request.polylineQuality = .highQuality
    let encoded = try #require(try answer(request).routes.first)
    request.polylineEncoding = .geoJSONLinestring
    let plain = try #require(try answer(request).routes.first)
    guard case .encoded(let text) = encoded.polyline, case .geoJSON(let points) = plain.polyline else {
      Issue.record("unexpected forms")
      return
    }
    #expect(try PolylineCodec.decode(text).count == points.count)
    #expect(points.first == encoded.legs[0].startLocation)
    #expect(points.last == encoded.legs[0].endLocation)
  }

  @Test("no route is an empty answer, not an error")
  func noRoute() throws {
    let response = try answer(try request("1", "5"))
    #expect(response.routes.isEmpty)
    #expect(response.emptiness == .noRoute)
  }

  @Test("tolls are told when asked for, and avoided when asked to")
  func tolls() throws {
    var request = try request("1", "3")
    request.extraComputations = [.tolls, .fuelConsumption]
    let tolled = try #require(try answer(request).routes.first)
    #expect(tolled.travelAdvisory.tollInfo != nil)
    #expect(tolled.travelAdvisory.fuelConsumptionMicroliters ?? 0 > 0)
    request.routeModifiers.avoidTolls = true
    let free = try #require(try answer(request).routes.first)
    #expect(free.travelAdvisory.tollInfo == nil)
    #expect(free.distanceMeters == 140)
  }

  @Test("closed roads count with traffic, and not without")
  func closures() throws {
    let reference = SegmentReference(
      wayID: try map.way("BC"), fromNodeID: map.osmNode("B"), toNodeID: map.osmNode("C"))
    let change = RoadConditionChange(
      key: "k", update: RoadConditionUpdate(segment: .reference(reference), isClosed: true))
    let closed = Conditions.none.applying([change], version: .none, on: map.network).conditions
    var request = try request("1", "3")
    #expect(try answer(request, conditions: closed).routes.first?.distanceMeters == 140)
    request.routingPreference = .trafficUnaware
    #expect(try answer(request, conditions: closed).routes.first?.distanceMeters == 100)
  }

  @Test("intermediates make legs, via points do not")
  func intermediates() throws {
    var request = try request("1", "3")
    request.intermediates = [try place("2")]
    #expect(try answer(request).routes.first?.legs.count == 2)
    request.intermediates = [try place("2", via: true)]
    #expect(try answer(request).routes.first?.legs.count == 1)
  }

  @Test("a token seals origin, stops, options and path of its route")
  func token() throws {
    var request = try request("1", "3")
    request.intermediates = [try place("2")]
    request.routeModifiers.avoidTolls = true
    var sealed: [RoutePlan] = []
    let response = try answer(request, demand: .required) { plan in
      sealed.append(plan)
      return "token \(sealed.count)"
    }
    #expect(response.routes.map(\.routeToken) == ["token 1"])
    let plan = try #require(sealed.first)
    #expect(plan.issuedAtMillis == 1_000_000)
    #expect(plan.expiresAtMillis == 1_060_000)
    #expect(plan.networkFingerprint == map.network.fingerprint)
    #expect(plan.avoid.tolls)
    #expect(plan.issuer == .computeRoutes)
    #expect(plan.destinations.map(\.location) == [try map.coordinate("2"), try map.coordinate("3")])
    #expect(plan.legs.count == 2)
    #expect(abs(plan.distanceMeters - Double(response.routes[0].distanceMeters)) < 1)
  }

  @Test("a token that cannot be sealed is an internal failure")
  func unsealed() throws {
    let request = try request("1", "3")
    #expect(throws: ServiceFailure(.internal, "The route token could not be sealed.")) {
      try answer(request, demand: .required)
    }
  }

  @Test("reference routes come beside the default one, or share it")
  func references() throws {
    var request = try request("1", "3")
    request.routingPreference = .trafficAwareOptimal
    request.requestedReferenceRoutes = [.fuelEfficient, .shorterDistance]
    let response = try answer(request)
    #expect(response.routes.map(\.labels) == [[.defaultRoute, .fuelEfficient, .shorterDistance]])
  }

  @Test("motorcycles are routed with their warning")
  func twoWheeler() throws {
    var request = try request("1", "3")
    request.travelMode = .twoWheeler
    let route = try #require(try answer(request).routes.first)
    #expect(route.warnings.count == 1)
    #expect(route.legs[0].steps.allSatisfy { $0.travelMode == .twoWheeler })
  }

  @Test("equal requests give equal answers")
  func deterministic() throws {
    let request = try request("4", "1")
    #expect(try answer(request, wantsPath: true) == answer(request, wantsPath: true))
  }

  @Test("alternatives are offered when asked for, each with its label and token, and not with intermediates")
  func alternatives() throws {
    let ways = try RoadMap(
      """
      A---S-----------------------T---B
          |                       |
          N-----------------------O
      """, spacing: 100, roads: ["AS": [:], "ST": [:], "TB": [:], "SN": [:], "NO": [:], "OT": [:]])
    func place(_ letter: Character) throws -> RequestWaypoint {
      let point = try ways.coordinate(letter)
      return RequestWaypoint(.location(latitude: point.latitude, longitude: point.longitude, heading: nil))
    }
    var request = ComputeRoutesRequest()
    request.origin = try place("A")
    request.destination = try place("B")
    request.routingPreference = .trafficAware
    var sealed: [RoutePlan] = []
    let context = ServiceContext(
      nowMillis: 1_000_000, tokenDemand: .required,
      seal: { plan in
        sealed.append(plan)
        return "token \(sealed.count)"
      })
    let service = RouteService(DijkstraRouter(ways.network))
    #expect(try service.computeRoutes(request, in: context).routes.map(\.labels) == [[.defaultRoute]])
    sealed = []
    request.computeAlternativeRoutes = true
    let routes = try service.computeRoutes(request, in: context).routes
    #expect(routes.map(\.labels) == [[.defaultRoute], [.defaultRouteAlternate]])
    #expect(routes.map(\.routeToken) == ["token 1", "token 2"])
    #expect(routes.map(\.distanceMeters) == [3_200, 3_600])
    #expect(sealed.map(\.labels) == [[.defaultRoute], [.defaultRouteAlternate]])
    request.intermediates = [try place("T")]
    #expect(try service.computeRoutes(request, in: context).routes.count == 1)
  }
}
