/// A request as far as the endpoint looks at it: GET and HEAD have no body.
public struct HTTPRequest: Sendable, Equatable {
  public var method: String
  /// Without the query.
  public var path: String

  public init(method: String, path: String) {
    self.method = method
    self.path = path
  }
}

public struct HTTPResponse: Sendable, Equatable {
  public var status: UInt32
  public var contentType: String
  public var body: [UInt8]

  public init(status: UInt32, contentType: String = "text/plain; charset=utf-8", body: String) {
    self.status = status
    self.contentType = contentType
    self.body = Array(body.utf8)
  }
}

/// Why the endpoint cannot listen.
public enum HTTPEndpointFailure: Error, Equatable, Sendable, CustomStringConvertible {
  case badAddress(String)
  /// The address and port are taken, or may not be used.
  case cannotListen(address: String, port: UInt16)

  public var description: String {
    switch self {
    case .badAddress(let address): "\(address) is not an IPv4 or IPv6 address (set http.address)"
    case .cannotListen(let address, let port):
      "cannot listen on \(address) port \(port) (is it taken? set http.port, or http.enabled = false)"
    }
  }
}
