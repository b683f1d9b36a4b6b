/// Whether routes of an answer carry route tokens.
public enum TokenDemand: Hashable, Sendable {
  /// No token (the field mask leaves it out, or there is no key to seal with).
  case none
  /// The field mask names `routes.routeToken`: a request that breaks a token rule is refused.
  case required
  /// A key is at hand and the request did not say: a token where the request's preference allows one.
  /// An unspecified preference gives none; a stated one that breaks a rule is refused.
  case whenPreferenceAllows
}
