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
    let output = StandardOutput()
    let answer = response(to: request)
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
        StandardError.write("navigator: no route: \(Self.reason(emptiness)) (the response is empty)\n")
      }
    }
  }

  private func response(to request: [UInt8]) -> ServiceResponse {
    do {
      let parsed = try ServiceMessages.computeRoutesRequest(json: request)
      return response(to: parsed)
    } catch {
      return .failure(ServiceFailure(.invalidArgument, error.detail))
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

  private static func nowMillis() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
