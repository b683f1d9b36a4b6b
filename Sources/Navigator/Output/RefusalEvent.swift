/// A well-formed input was declined; the sender can act on it.
public struct RefusalEvent: Hashable, Sendable {
  public var header: EventHeader
  /// The request or assignment that was declined; empty for a fix.
  public var requestID: String
  /// The declined message's name, such as `ContinueToNextDestination`.
  public var requestType: String
  public var reason: RefusalReason
  public var text: String

  public init(header: EventHeader, requestID: String, requestType: String, reason: RefusalReason, text: String) {
    self.header = header
    self.requestID = requestID
    self.requestType = requestType
    self.reason = reason
    self.text = text
  }
}
