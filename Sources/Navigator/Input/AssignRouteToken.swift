public import RoutePlan

/// A token as the worker opened it: what it says, or why it could not be opened.
public typealias TokenReading = Result<OpenedToken, TokenFailure>

/// Drive the plan that a token holds.
public struct AssignRouteToken: Sendable {
  public var header: AssignmentHeader
  public var token: TokenReading
  /// Further tokens for the same stops, which `SelectRoute` can switch to; ids are `token-1`, `token-2`, … Those beyond
  /// `alternativeLimit` are not looked at.
  public var alternativeTokens: [TokenReading]
  /// The app's mode; DRIVING or TWO_WHEELER is demanded, and the token's own mode is used.
  public var travelMode: AppTravelMode
  /// A first position, taken at `issuedAtMillis`.
  public var vehicleLocation: LocationUpdate?
  /// Only in the deprecated form: the stops that the token was made for. Empty otherwise.
  public var waypoints: [Stop]
  /// The caller's identifiers for the token's stops, in their order; may be shorter.
  public var stopIdentities: [StopIdentity]

  /// How many alternative tokens are taken.
  public static let alternativeLimit = 3

  public init(
    header: AssignmentHeader, token: TokenReading, alternativeTokens: [TokenReading] = [],
    travelMode: AppTravelMode = .driving, vehicleLocation: LocationUpdate? = nil, waypoints: [Stop] = [],
    stopIdentities: [StopIdentity] = []
  ) {
    self.header = header
    self.token = token
    self.alternativeTokens = alternativeTokens
    self.travelMode = travelMode
    self.vehicleLocation = vehicleLocation
    self.waypoints = waypoints
    self.stopIdentities = stopIdentities
  }
}
