import RoadNetwork
import RoutePlan
import Routing

extension ExecutionDetailsEvent {
  /// What became of the token's plan: status and reason.
  mutating func describe(
    _ plan: RoutePlan, _ outcome: RebuildOutcome, isReused: Bool, settings: NavigatorSettings, on network: RoadNetwork
  ) {
    self.isReused = isReused
    distanceFromPlannedOriginMeters = inCentimeters(outcome.distanceFromPlannedOriginMeters)
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
      case .roadClosed(let closure): (reason, closedRoad) = (.roadClosed, ClosedRoad(closure, on: network))
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
      avoidFerries: options.avoid.ferries, licensePlate: options.licensePlate)
    // Maps know which roads cost a toll, not how much; the sender must not take the price for one with tolls.
    if case .rateCard(perMinute: _, perKilometer: _, includeTolls: true) = options.objective {
      resolved.objectiveFallback = .rateCardWithoutTollPrices
    }
    if status == .tokenSuccessfullyApplied {
      resolved.avoidTunnels = options.avoid.tunnels
      resolved.avoidVignettes = options.avoid.vignetteCountries.map(\.description)
      resolved.rerouteStrategy = options.rerouteStrategy == .unknown ? .unknown : .bestBasedOnTokenParameters
      resolved.rerouteTimeToleranceSeconds = options.timeToleranceSeconds.map { Int32(clamping: $0) }
    }
    resolvedParameters = resolved
    guard let planned = plannedDistanceMeters, planned > 0 else { return }
    guard let plan = followed.plannedPaths else {
      followedShareThousandths = Int32(min(1_000, (followed.route.distanceMeters * 1_000 / Double(planned)).rounded()))
      return
    }
    var coverage = PlanCoverage()
    var millimeters: Int64 = 0
    for leg in followed.route.legs {
      for (index, edge) in leg.path.edges.enumerated() {
        let (from, to) = leg.path.fractions(at: index)
        millimeters += coverage.drive(network.canonicalEdge(edge), from: from, to: to, along: plan, on: network)
      }
    }
    followedShareThousandths = Int32(min(1_000, (Double(millimeters) / Double(planned)).rounded()))
  }
}

extension ClosedRoad {
  init(_ closure: RoadClosure, on network: RoadNetwork) {
    let edge = network.canonicalEdge(closure.edge)
    let name = network.name(of: edge)
    self.init(
      conditionKey: closure.key, reported: closure.segment.map(RoadStretch.init),
      edge: RoadStretch(SegmentReference(edge, on: network)), roadName: name.isEmpty ? network.ref(of: edge) : name)
  }
}

extension RoadStretch {
  init(_ reference: SegmentReference) {
    self.init(wayID: reference.wayID, fromNodeID: reference.fromNodeID, toNodeID: reference.toNodeID)
  }
}

extension RoutePlan {
  /// The planned path as far as this network has its roads, for a plan that could not be found whole.
  func knownPaths(on network: RoadNetwork) -> [EdgePath] {
    legs.compactMap { leg in
      let edges = leg.path.references.flatMap { stretch in
        network.edges(ofWay: stretch.wayID, fromNode: stretch.fromNodeID, toNode: stretch.toNodeID)
      }
      return edges.isEmpty ? nil : EdgePath(edges: edges, startFraction: 0, endFraction: 1)
    }
  }
}
