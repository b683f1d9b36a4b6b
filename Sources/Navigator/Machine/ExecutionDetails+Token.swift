import RoadNetwork
import RoutePlan
import Routing

extension ExecutionDetailsEvent {
  /// What became of the token's plan: status and reason.
  mutating func describe(
    _ plan: RoutePlan, _ outcome: RebuildOutcome, isReused: Bool, settings: NavigatorSettings
  ) {
    self.isReused = isReused
    distanceFromPlannedOriginMeters = outcome.distanceFromPlannedOriginMeters
    plannedDistanceMeters = meters(plan.distanceMeters)
    plannedDurationSeconds = seconds(plan.durationSeconds)
    switch outcome.result {
    case .rebuilt:
      status = .tokenSuccessfullyApplied
      return
    case .notRebuilt(let failure):
      // Both must hold for a mismatch: not rebuilt, and away from the origin.
      status =
        outcome.distanceFromPlannedOriginMeters > settings.tokenOriginDistanceMeters
        ? .tokenAppliedWithLocationMismatch : .tokenIgnoredOther
      switch failure {
      case .expired: reason = .expired
      case .networkChanged: reason = .networkChanged
      case .roadClosed(let segment): (reason, closedSegment) = (.roadClosed, ClosedSegment(segment))
      case .forbiddenTurn: reason = .turnForbidden
      case .vehicleAway: reason = .vehicleAway
      }
    }
  }

  /// The route in force: its figures, its options, and how much of the plan it follows.
  mutating func describe(_ followed: FollowedRoute, mode options: TripOptions, on network: RoadNetwork) {
    actualDistanceMeters = meters(followed.route.distanceMeters)
    actualDurationSeconds = seconds(followed.route.durationSeconds)
    var resolved = ResolvedParameters(
      travelMode: followed.route.mode.appMode, avoidTolls: options.avoid.tolls, avoidHighways: options.avoid.highways,
      avoidFerries: options.avoid.ferries)
    if status == .tokenSuccessfullyApplied {
      resolved.avoidTunnels = options.avoid.tunnels
      resolved.avoidVignettes = options.avoid.vignetteCountries.map(\.description)
      resolved.rerouteStrategy = options.rerouteStrategy == .unknown ? .unknown : .bestBasedOnTokenParameters
      resolved.rerouteTimeToleranceSeconds = options.timeToleranceSeconds.map { Int32(clamping: $0) }
    }
    resolvedParameters = resolved
    guard let planned = plannedDistanceMeters, planned > 0 else { return }
    var onPlan = 0.0
    for leg in followed.route.legs {
      for index in leg.path.edges.indices where followed.isPlanned(leg.path.edges[index], on: network) {
        let (from, to) = leg.path.fractions(at: index)
        onPlan += network.lengthMeters(of: leg.path.edges[index]) * max(0, to - from)
      }
    }
    followedShareThousandths = Int32(min(1_000, (onPlan * 1_000 / Double(planned)).rounded()))
  }
}

extension ClosedSegment {
  init(_ reference: SegmentReference) {
    self.init(wayID: reference.wayID, fromNodeID: reference.fromNodeID, toNodeID: reference.toNodeID)
  }
}

extension RoutePlan {
  /// The canonical edges of the planned path as far as this network has them, sorted.
  func edges(on network: RoadNetwork) -> [EdgeID] {
    var edges = legs.flatMap { leg in
      leg.path.references.flatMap { stretch in
        network.edges(ofWay: stretch.wayID, fromNode: stretch.fromNodeID, toNode: stretch.toNodeID)
      }
    }
    edges.sort()
    var unique: [EdgeID] = []
    for edge in edges where unique.last != edge { unique.append(edge) }
    return unique
  }
}
