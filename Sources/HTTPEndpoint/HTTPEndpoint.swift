import CMicroHTTPD
import Glibc

/// A small HTTP server for probes and metrics, on a thread of libmicrohttpd's.
///
/// Binds to one address. Requests have no body; a connection that is idle for 10 s is closed; at most 64 connections.
public final class HTTPEndpoint {
  private final class Responder {
    let respond: @Sendable (HTTPRequest) -> HTTPResponse
    init(_ respond: @escaping @Sendable (HTTPRequest) -> HTTPResponse) { self.respond = respond }
  }

  private let daemon: OpaquePointer
  private let responder: Unmanaged<Responder>
  private var isRunning = true
  /// The port listened on: the one asked for, or the free one that was taken for 0.
  public let port: UInt16

  /// Begins to listen. `respond` runs on the server's thread.
  public init(
    address: String, port: UInt16, respond: @escaping @Sendable (HTTPRequest) -> HTTPResponse
  ) throws(HTTPEndpointFailure) {
    let responder = Unmanaged.passRetained(Responder(respond))
    do throws(HTTPEndpointFailure) {
      daemon = try HTTPEndpoint.start(address: address, port: port, responder: responder)
    } catch {
      responder.release()
      throw error
    }
    self.responder = responder
    self.port = navigator_mhd_port(daemon)
  }

  deinit { stop() }

  /// Stops listening and ends the thread; running answers are finished. A second call does nothing.
  public func stop() {
    guard isRunning else { return }
    isRunning = false
    MHD_stop_daemon(daemon)
    responder.release()
  }

  private static func start(
    address: String, port: UInt16, responder: Unmanaged<Responder>
  ) throws(HTTPEndpointFailure) -> OpaquePointer {
    let flags = MHD_USE_INTERNAL_POLLING_THREAD.rawValue | MHD_USE_ERROR_LOG.rawValue
    var four = sockaddr_in()
    four.sin_family = sa_family_t(AF_INET)
    four.sin_port = port.bigEndian
    if inet_pton(AF_INET, address, &four.sin_addr) == 1 {
      return try withUnsafePointer(to: &four) { pointer throws(HTTPEndpointFailure) in
        try start(flags, UnsafeRawPointer(pointer), address, port, responder)
      }
    }
    var six = sockaddr_in6()
    six.sin6_family = sa_family_t(AF_INET6)
    six.sin6_port = port.bigEndian
    guard inet_pton(AF_INET6, address, &six.sin6_addr) == 1 else { throw .badAddress(address) }
    return try withUnsafePointer(to: &six) { pointer throws(HTTPEndpointFailure) in
      try start(flags | MHD_USE_IPv6.rawValue, UnsafeRawPointer(pointer), address, port, responder)
    }
  }

  private static func start(
    _ flags: UInt32, _ socketAddress: UnsafeRawPointer, _ address: String, _ port: UInt16,
    _ responder: Unmanaged<Responder>
  ) throws(HTTPEndpointFailure) -> OpaquePointer {
    let daemon = navigator_mhd_start(flags, port, socketAddress, 10, 64, HTTPEndpoint.handle, responder.toOpaque())
    guard let daemon else { throw .cannotListen(address: address, port: port) }
    return daemon
  }

  /// Called by libmicrohttpd for each request, on its thread.
  private static let handle: MHD_AccessHandlerCallback = { context, connection, url, method, _, _, uploadSize, _ in
    guard let context, let connection, let url, let method else { return .NO }
    // A body is not read: taking it piece by piece lets the connection be answered and reused.
    if let uploadSize, uploadSize.pointee > 0 {
      uploadSize.pointee = 0
      return .YES
    }
    let request = HTTPRequest(method: String(cString: method), path: String(cString: url))
    let answer = Unmanaged<Responder>.fromOpaque(context).takeUnretainedValue().respond(request)
    let reply = answer.body.withUnsafeBytes { bytes in
      MHD_create_response_from_buffer(
        bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
    }
    guard let reply else { return .NO }
    defer { MHD_destroy_response(reply) }
    MHD_add_response_header(reply, "Content-Type", answer.contentType)
    MHD_add_response_header(reply, "Cache-Control", "no-store")
    return MHD_queue_response(connection, answer.status, reply)
  }
}
