import Testing

@testable import RouteService

@Suite("Rules of a computeRoutes request")
struct RequestValidationTests {
  static func request() -> ComputeRoutesRequest {
    var request = ComputeRoutesRequest()
    request.origin = RequestWaypoint(.location(latitude: 60, longitude: 25, heading: nil))
    request.destination = RequestWaypoint(.location(latitude: 60.01, longitude: 25, heading: nil))
    request.routingPreference = .trafficAware
    return request
  }

  static func field(_ change: (inout ComputeRoutesRequest) -> Void, demand: TokenDemand = .none) -> String? {
    var request = request()
    change(&request)
    let validation = RequestValidation(request: request, nowMillis: 1_000_000)
    do throws(ServiceFailure) {
      _ = try validation.travelMode()
      try validation.check()
      _ = try validation.wantsTokens(demand)
      return nil
    } catch {
      #expect(error.status == .invalidArgument)
      return error.field
    }
  }

  private let via = RequestWaypoint(.location(latitude: 60, longitude: 25, heading: nil), via: true)
  private let stop = RequestWaypoint(.location(latitude: 60, longitude: 25, heading: nil))

  @Test("a plain request is accepted, with and without a token")
  func plain() {
    #expect(Self.field { _ in } == nil)
    #expect(Self.field({ _ in }, demand: .required) == nil)
  }

  @Test("origin and destination must be set")
  func ends() {
    #expect(Self.field { $0.origin = nil } == "origin")
    #expect(Self.field { $0.destination = RequestWaypoint(nil) } == "destination")
  }

  @Test("only DRIVE and TWO_WHEELER can be routed", arguments: RouteTravelMode.allCases)
  func modes(mode: RouteTravelMode) {
    let isOffered = [.unspecified, .drive, .twoWheeler].contains(mode)
    #expect(Self.field { $0.travelMode = mode } == (isOffered ? nil : "travelMode"))
  }

  @Test("twenty-five intermediates are the most, and twenty-four with a token")
  func intermediates() {
    #expect(Self.field { $0.intermediates = Array(repeating: stop, count: 25) } == nil)
    #expect(Self.field { $0.intermediates = Array(repeating: stop, count: 26) } == "intermediates")
    #expect(Self.field({ $0.intermediates = Array(repeating: stop, count: 24) }, demand: .required) == nil)
    #expect(Self.field({ $0.intermediates = Array(repeating: stop, count: 25) }, demand: .required) == "intermediates")
  }

  @Test("the ends cannot be via waypoints")
  func viaEnds() {
    #expect(Self.field { $0.origin = via } == "origin.via")
    #expect(Self.field { $0.destination = via } == "destination.via")
  }

  @Test("a departure in the past is refused")
  func pastDeparture() {
    #expect(Self.field { $0.departureTimeMillis = 999_999 } == "departureTime")
    #expect(Self.field { $0.departureTimeMillis = 1_000_000 } == nil)
  }

  @Test("a token needs traffic and no via, and the refusal names the rule")
  func tokenRules() {
    #expect(Self.field({ $0.routingPreference = .trafficUnaware }, demand: .required) == "routingPreference")
    #expect(Self.field({ $0.routingPreference = .unspecified }, demand: .required) == "routingPreference")
    #expect(Self.field({ $0.intermediates = [stop, via] }, demand: .required) == "intermediates[1].via")
    #expect(Self.field { $0.intermediates = [stop, via] } == nil)
  }

  @Test("without a field mask an unspecified preference gives no token, and a stated one must fit")
  func tokenByPreference() {
    #expect(Self.field({ $0.routingPreference = .unspecified }, demand: .whenPreferenceAllows) == nil)
    #expect(
      Self.field({ $0.routingPreference = .trafficUnaware }, demand: .whenPreferenceAllows) == "routingPreference")
  }

  @Test("reference routes have their conditions")
  func referenceRoutes() {
    #expect(Self.field { $0.requestedReferenceRoutes = [.unspecified] } == "requestedReferenceRoutes")
    #expect(Self.field { $0.requestedReferenceRoutes = [.fuelEfficient] } == "requestedReferenceRoutes")
    #expect(
      Self.field {
        $0.requestedReferenceRoutes = [.fuelEfficient]
        $0.routingPreference = .trafficAwareOptimal
      } == nil)
    #expect(
      Self.field {
        $0.requestedReferenceRoutes = [.shorterDistance]
        $0.intermediates = [via]
      } == "requestedReferenceRoutes")
  }

  @Test("zero enumeration values and unfitting traffic models are refused")
  func enumerations() {
    #expect(Self.field { $0.extraComputations = [.tolls, .unspecified] } == "extraComputations")
    #expect(Self.field { $0.trafficModel = .optimistic } == "trafficModel")
    #expect(
      Self.field {
        $0.optimizeWaypointOrder = true
        $0.intermediates = [via]
      } == "optimizeWaypointOrder")
    #expect(
      Self.field {
        $0.optimizeWaypointOrder = true
        $0.intermediates = [stop, stop]
      } == "optimizeWaypointOrder")
    #expect(Self.field { $0.optimizeWaypointOrder = true } == nil)
  }

  @Test("heading and side of road exclude each other, and ranges are checked")
  func waypoints() {
    let both = RequestWaypoint(.location(latitude: 60, longitude: 25, heading: 90), sideOfRoad: true)
    #expect(throws: ServiceFailure.self) { try both.waypoint(field: "origin") }
    for (latitude, longitude) in [(91.0, 0.0), (0, 181), (.nan, 0), (0, .infinity)] {
      let waypoint = RequestWaypoint(.location(latitude: latitude, longitude: longitude, heading: nil))
      #expect(throws: ServiceFailure.self) { try waypoint.waypoint(field: "origin") }
    }
    let unresolved = [
      RequestWaypoint(.placeID("x")), RequestWaypoint(.address("x")), RequestWaypoint(.navigationPointToken("x")),
      RequestWaypoint(nil), RequestWaypoint(.location(latitude: 0, longitude: 0, heading: 361)),
    ]
    for waypoint in unresolved { #expect(throws: ServiceFailure.self) { try waypoint.waypoint(field: "origin") } }
  }
}
