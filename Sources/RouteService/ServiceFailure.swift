/// Why a request is refused, in the terms of the standard error body.
public struct ServiceFailure: Error, Hashable, Sendable {
  /// The canonical names in use, with their HTTP status.
  public enum Status: String, Hashable, Sendable, CaseIterable {
    case invalidArgument = "INVALID_ARGUMENT"
    case resourceExhausted = "RESOURCE_EXHAUSTED"
    case `internal` = "INTERNAL"

    public var httpCode: Int32 {
      switch self {
      case .invalidArgument: 400
      case .resourceExhausted: 429
      case .internal: 500
      }
    }
  }

  public var status: Status
  public var message: String
  /// The request's field at fault in JSON names, such as `intermediates[3].via`.
  public var field: String?

  public init(_ status: Status, _ message: String, field: String? = nil) {
    self.status = status
    self.message = message
    self.field = field
  }

  static func invalid(_ field: String, _ message: String) -> ServiceFailure {
    ServiceFailure(.invalidArgument, message, field: field)
  }
}
