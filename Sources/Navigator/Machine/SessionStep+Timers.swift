// Timers: deadlines that pass without a record.
extension SessionStep {
  mutating func fire(_ due: ArmedTimer) {
    disarm(due.name)
    touch(.progress)
    switch due.name {
    case .fixTimeout:
      if session?.state == .pending { giveUpWaiting() }
    case .dwell:
      if let fix = session?.lastFix { arrive(at: fix) }
    case .rerouteRetry:
      guard let (followed, following) = session?.active else { return }
      if following.isOffRoute {
        reroute(.offRoute)
      } else if isClosedAhead(followed, following) {
        reroute(.roadClosed)
      }
    case .idleEviction:
      counters.count(.sessionsEvicted)
      // Nobody who was sent an assignment waits for its end in vain.
      if session?.trip != nil {
        publishStatus(header(), .ok, cause: .cleared)
        endTrip(.cleared)
      }
      cancelQueued(cause: .cleared, error: .cleared)
      session = nil
    }
  }
}
