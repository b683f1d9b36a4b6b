/// Leave the stop that was reached, or skip it, and go on to the next.
public struct ContinueToNextDestination: Sendable, Hashable {
  public var requestID: String
  /// The assignment it is meant for; nil means whatever the vehicle has.
  public var assignmentID: String?
  /// Absent means the record's timestamp.
  public var issuedAtMillis: Int64?
  /// The stop it leaves, so that a repeated command cannot skip two; nil means the current one.
  public var stopIndex: Int32?

  public init(
    requestID: String = "", stopIndex: Int32? = nil, assignmentID: String? = nil, issuedAtMillis: Int64? = nil
  ) {
    self.requestID = requestID
    self.assignmentID = assignmentID
    self.issuedAtMillis = issuedAtMillis
    self.stopIndex = stopIndex
  }
}

/// Switch to an alternative route by the id that the route status named.
public struct SelectRoute: Sendable, Hashable {
  public var requestID: String
  /// The assignment it is meant for; nil means whatever the vehicle has.
  public var assignmentID: String?
  /// Absent means the record's timestamp.
  public var issuedAtMillis: Int64?
  public var routeID: String

  public init(requestID: String = "", routeID: String, assignmentID: String? = nil, issuedAtMillis: Int64? = nil) {
    self.requestID = requestID
    self.assignmentID = assignmentID
    self.issuedAtMillis = issuedAtMillis
    self.routeID = routeID
  }
}

/// End the session; with `erase` forget everything about the vehicle.
public struct ClearDestinations: Sendable, Hashable {
  public var requestID: String
  /// The assignment it is meant for; nil means whatever the vehicle has.
  public var assignmentID: String?
  /// Absent means the record's timestamp.
  public var issuedAtMillis: Int64?
  public var erase: Bool

  public init(requestID: String = "", erase: Bool = false, assignmentID: String? = nil, issuedAtMillis: Int64? = nil) {
    self.requestID = requestID
    self.assignmentID = assignmentID
    self.issuedAtMillis = issuedAtMillis
    self.erase = erase
  }
}
