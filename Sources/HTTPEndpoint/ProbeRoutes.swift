public import Observability

/// Answers the probes and the metrics page.
public struct ProbeRoutes: Sendable {
  private let registry: MetricRegistry
  private let health: HealthBoard
  private let now: @Sendable () -> Int64

  /// - Parameter now: the clock of the health board, in milliseconds.
  public init(registry: MetricRegistry, health: HealthBoard, now: @escaping @Sendable () -> Int64) {
    self.registry = registry
    self.health = health
    self.now = now
  }

  public func respond(_ request: HTTPRequest) -> HTTPResponse {
    guard request.method == "GET" || request.method == "HEAD" else {
      return HTTPResponse(status: 405, body: "only GET is answered\n")
    }
    switch request.path {
    case "/livez": return probe(health.liveness(at: now()))
    case "/readyz": return probe(health.readiness())
    case "/startupz": return probe(health.startup())
    case "/metrics":
      return HTTPResponse(
        status: 200, contentType: "text/plain; version=0.0.4; charset=utf-8", body: registry.exposition())
    default: return HTTPResponse(status: 404, body: "there are /livez, /readyz, /startupz and /metrics\n")
    }
  }

  private func probe(_ answer: HealthBoard.Answer) -> HTTPResponse {
    HTTPResponse(status: answer.isWell ? 200 : 503, body: answer.text + "\n")
  }
}
