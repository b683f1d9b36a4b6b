import RoadNetwork
import Routing

/// Routes every pair of a file: answers as CSV on standard output, times as one JSON line on standard error.
struct PairsRun {
  let metrics: MetricStore
  /// Mode, objective and avoid set; its ends are replaced.
  let template: RouteRequest

  func run(_ pairs: [RoutePair]) throws(CommandFailure) {
    let output = StandardOutput()
    let router = HierarchyRouter(metrics)
    // Once, before the first pair: no search waits for it.
    let beginning = ProcessEffort.nanoseconds()
    metrics.prepare(template)
    let preparation = (ProcessEffort.nanoseconds() - beginning) / 1_000
    output.writeLine("id,status,distance_m,duration_s")
    var searches: [Int64] = []
    var routes: [Int64] = []
    for (number, pair) in pairs.enumerated() {
      let request = pair.request(like: template)
      let start = ProcessEffort.nanoseconds()
      _ = try? router.cost(request)
      let middle = ProcessEffort.nanoseconds()
      output.writeLine("\(pair.id),\(answer(request, router))")
      searches.append(middle - start)
      routes.append(ProcessEffort.nanoseconds() - middle)
      if number % 50 == 0 { StandardError.progress("\(number) of \(pairs.count) pairs") }
    }
    StandardError.endProgress()
    try output.flush()
    StandardError.write(
      "{\"pairs\":\(pairs.count),\"customizationUs\":\(preparation),\"search\":\(Self.percentiles(searches)),\"searchWithPath\":\(Self.percentiles(routes))}\n"
    )
  }

  private func answer(_ request: RouteRequest, _ router: HierarchyRouter) -> String {
    do throws(RoutingFailure) {
      let route = try router.route(request)
      return "ok,\(Self.tenths(route.distanceMeters)),\(Self.tenths(route.durationSeconds))"
    } catch {
      return "\(Self.status(of: error)),,"
    }
  }

  /// The word for why there is no route.
  static func status(of failure: RoutingFailure) -> String {
    switch failure {
    case .noRoute, .badRequest: "noroute"
    case .waypointNotSnappable, .outsideNetwork: "nosnap"
    case .budgetExceeded: "budget"
    }
  }

  private static func tenths(_ value: Double) -> String {
    let tenths = Int64((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// Microseconds.
  private static func percentiles(_ times: [Int64]) -> String {
    let sorted = times.sorted()
    func at(_ share: Double) -> Int64 {
      sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))] / 1_000
    }
    return "{\"p50Us\":\(at(0.5)),\"p90Us\":\(at(0.9)),\"p99Us\":\(at(0.99)),\"maxUs\":\(at(1))}"
  }
}
