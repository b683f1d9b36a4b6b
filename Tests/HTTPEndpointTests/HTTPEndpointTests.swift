import Foundation
import Glibc
import Observability
import Testing

@testable import HTTPEndpoint

@Suite("HTTP endpoint") struct HTTPEndpointTests {
  let answered = MetricDefinition("navigator_things_total", .counter, "Things.")

  func routes(ready: Bool) -> (ProbeRoutes, HealthBoard) {
    let registry = MetricRegistry([answered])
    registry.counter(answered).add(4)
    let board = HealthBoard(threadTimeoutMillis: 1_000, partitionTimeoutMillis: 1_000)
    board.register(thread: "t", at: 0)
    board.passed(thread: "t", at: 0, hasAnswered: ready, isRestored: ready)
    return (ProbeRoutes(registry: registry, health: board, now: { 0 }), board)
  }

  @Test("each probe answers from the board, metrics from the registry, anything else is 404")
  func answers() {
    let (routes, _) = routes(ready: false)
    #expect(routes.respond(HTTPRequest(method: "GET", path: "/livez")) == HTTPResponse(status: 200, body: "ok\n"))
    #expect(routes.respond(HTTPRequest(method: "GET", path: "/readyz")).status == 503)
    #expect(routes.respond(HTTPRequest(method: "GET", path: "/startupz")).status == 503)
    #expect(routes.respond(HTTPRequest(method: "GET", path: "/nothing")).status == 404)
    #expect(routes.respond(HTTPRequest(method: "POST", path: "/livez")).status == 405)
    let page = routes.respond(HTTPRequest(method: "GET", path: "/metrics"))
    #expect(String(decoding: page.body, as: UTF8.self).contains("navigator_things_total 4"))
  }

  @Test("the server answers over a socket on loopback, and a second one on its port is refused with the reason")
  func socket() throws {
    let (routes, _) = routes(ready: true)
    let endpoint = try HTTPEndpoint(address: "127.0.0.1", port: 0, respond: routes.respond)
    defer { endpoint.stop() }
    #expect(endpoint.port != 0)
    let answer = get(port: endpoint.port, "GET /readyz?verbose=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    #expect(answer.hasPrefix("HTTP/1.1 200"))
    #expect(answer.hasSuffix("ok\n"))
    let post = get(
      port: endpoint.port, "POST /livez HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello")
    #expect(post.hasPrefix("HTTP/1.1 405"))
    #expect(throws: HTTPEndpointFailure.cannotListen(address: "127.0.0.1", port: endpoint.port)) {
      try HTTPEndpoint(address: "127.0.0.1", port: endpoint.port, respond: routes.respond)
    }
  }

  @Test("an address that is none is refused before anything is bound")
  func badAddress() {
    #expect(throws: HTTPEndpointFailure.badAddress("localhost:80")) {
      try HTTPEndpoint(address: "localhost:80", port: 0) { _ in HTTPResponse(status: 200, body: "") }
    }
  }

  func get(port: UInt16, _ request: String) -> String {
    let handle = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(handle) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(handle, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { return "" }
    _ = Array(request.utf8).withUnsafeBytes { send(handle, $0.baseAddress, $0.count, 0) }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = recv(handle, &buffer, buffer.count, 0)
      if count <= 0 { break }
      answer += buffer[..<count]
    }
    return String(decoding: answer, as: UTF8.self)
  }
}
