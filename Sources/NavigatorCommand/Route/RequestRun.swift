import Geometry
import Glibc
import Messages
import RoadNetwork
import RoutePlan
import RouteService
import RouteTokens
import Routing

/// Answers one computeRoutes request in JSON.
struct RequestRun {
  let network: RoadNetwork
  let conditions: Conditions
  /// nil: no tokens.
  let keys: KeyRing?
  let wantsPath: Bool

  /// Writes the response, or the standard error body and a failure.
  func run(_ request: [UInt8]) throws(CommandFailure) {
    warnOfUnknownFields(in: request)
    let output = StandardOutput()
    let parsed = Result { () throws(DecodeFailure) in try ServiceMessages.computeRoutesRequest(json: request) }
    let answer = response(to: parsed)
    output.write(ServiceMessages.json(of: answer))
    output.writeLine("")
    try output.flush()
    switch answer {
    case .failure(let failure):
      let status: ExitStatus = failure.status == .internal ? .internalFault : .badData
      let field = failure.field.map { "\($0): " } ?? ""
      throw CommandFailure(status, "\(field)\(failure.message)", "the response holds the error")
    case .computeRoutes(let response):
      if let emptiness = response.emptiness {
        let reason = Self.reason(emptiness) + swapped(emptiness, try? parsed.get())
        StandardError.write("navigator: no route: \(reason) (the response is empty)\n")
      }
      if let request = try? parsed.get(), request.asksForOtherLanguage {
        StandardError.write(
          "navigator: the texts are in English, languageCode \(request.languageCode) is not offered\n")
      }
    }
  }

  private func response(to parsed: Result<ComputeRoutesRequest, DecodeFailure>) -> ServiceResponse {
    switch parsed {
    case .success(let request): response(to: request)
    case .failure(let failure): .failure(ServiceFailure(.invalidArgument, failure.detail))
    }
  }

  /// A misspelt name changes nothing, which looks like an answer to what was asked.
  private func warnOfUnknownFields(in request: [UInt8]) {
    guard let value = try? JSONParser.parse(request) else { return }
    for line in UnknownFields.warnings(in: value, as: .computeRoutesRequest) {
      StandardError.write(CommandFailure(.badData, "the request: \(line)", "").line + "\n")
    }
  }

  private func response(to request: ComputeRoutesRequest) -> ServiceResponse {
    do {
      return .computeRoutes(try RouteService(HierarchyRouter(network)).computeRoutes(request, in: context()))
    } catch {
      return .failure(error)
    }
  }

  private func context() -> ServiceContext {
    var context = ServiceContext(conditions: conditions, nowMillis: Self.nowMillis(), wantsPath: wantsPath)
    if let keys {
      let sealer = TokenSealer(keys: keys)
      context.tokenDemand = .whenPreferenceAllows
      context.seal = { try? sealer.seal($0, nonce: .random) }
    }
    return context
  }

  private static func reason(_ failure: RoutingFailure) -> String {
    func name(_ index: Int) -> String { index == 0 ? "the origin" : "waypoint \(index)" }
    return switch failure {
    case .noRoute: "no legal way joins the waypoints"
    case .waypointNotSnappable(let index): "\(name(index)) is near no road"
    case .outsideNetwork(let index): "\(name(index)) lies outside the network"
    case .badRequest: "the waypoints make no route"
    case .budgetExceeded: "the search took too much work"
    }
  }

  /// A question, where a waypoint outside of the network would be on it with its numbers in the other order.
  private func swapped(_ failure: RoutingFailure, _ request: ComputeRoutesRequest?) -> String {
    guard case .outsideNetwork(let index) = failure, let request, index >= 0 else { return "" }
    let waypoints = [request.origin] + request.intermediates + [request.destination]
    guard waypoints.indices.contains(index),
      case .location(let latitude, let longitude, _)? = waypoints[index]?.place,
      let place = Coordinate(latitude: latitude, longitude: longitude),
      PlaceCheck(network).isInsideWhenSwapped(place)
    else { return "" }
    return "; are its latitude and longitude swapped?"
  }

  private static func nowMillis() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
