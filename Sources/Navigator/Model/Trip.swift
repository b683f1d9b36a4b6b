/// An assignment in force.
struct Trip: Hashable, Sendable {
  var assignment: Assignment
  var stage: Stage

  enum Stage: Hashable, Sendable {
    /// Waits for a usable fix.
    case pending
    /// A route is in force.
    case active(FollowedRoute, Following)
  }

  var isActive: Bool {
    if case .active = stage { true } else { false }
  }
}

extension Session {
  /// The route and where the vehicle is on it; nil without one.
  var active: (followed: FollowedRoute, following: Following)? {
    guard case .active(let followed, let following) = trip?.stage else { return nil }
    return (followed, following)
  }

  /// Changes where the vehicle is, and nothing when there is no route.
  mutating func updateFollowing(_ body: (inout Following) -> Void) {
    guard case .active(let followed, var following) = trip?.stage else { return }
    body(&following)
    trip?.stage = .active(followed, following)
  }
}
