public import Routing

/// Travel times and distances from every origin to every destination.
///
/// Flat and row-major, one row an origin. Milliseconds and meters are whole numbers, so that sums over
/// tours are exact and the same everywhere.
public struct TravelMatrix: Hashable, Sendable {
  /// In place of a time or distance where no way leads.
  public static let unreachable = UInt32.max

  public let originCount: Int
  public let destinationCount: Int
  /// `durations[origin * destinationCount + destination]`, milliseconds.
  public let durations: [UInt32]
  /// Likewise, meters.
  public let distances: [UInt32]

  init(originCount: Int, destinationCount: Int, durations: [UInt32], distances: [UInt32]) {
    self.originCount = originCount
    self.destinationCount = destinationCount
    self.durations = durations
    self.distances = distances
  }

  /// Milliseconds; nil where no way leads.
  public func durationMillis(from origin: Int, to destination: Int) -> UInt32? {
    value(durations, origin, destination)
  }

  /// Meters; nil where no way leads.
  public func distanceMeters(from origin: Int, to destination: Int) -> UInt32? {
    value(distances, origin, destination)
  }

  private func value(_ values: [UInt32], _ origin: Int, _ destination: Int) -> UInt32? {
    precondition(origin >= 0 && origin < originCount && destination >= 0 && destination < destinationCount)
    let value = values[origin * destinationCount + destination]
    return value == TravelMatrix.unreachable ? nil : value
  }
}

/// Makes travel matrices with a router.
public struct TravelMatrixBuilder {
  private let router: any Router
  /// Mode, objective, conditions and snap settings of every search; its ends are not used.
  private let template: RouteRequest

  public init(_ router: any Router, template: RouteRequest) {
    self.router = router
    self.template = template
  }

  /// Each origin to each destination. A place that is on no road is unreachable, not an error.
  ///
  /// - Throws: `budgetExceeded` when one search settles more than the template allows.
  public func matrix(from origins: [Waypoint], to destinations: [Waypoint]) throws(RoutingFailure) -> TravelMatrix {
    var durations: [UInt32] = []
    var distances: [UInt32] = []
    durations.reserveCapacity(origins.count * destinations.count)
    distances.reserveCapacity(origins.count * destinations.count)
    for row in try rows(from: origins, to: destinations) {
      for index in destinations.indices {
        let estimate = row.flatMap { $0[index] }
        durations.append(Self.whole(estimate.map { $0.durationSeconds * 1_000 }))
        distances.append(Self.whole(estimate?.distanceMeters))
      }
    }
    return TravelMatrix(
      originCount: origins.count, destinationCount: destinations.count, durations: durations,
      distances: distances)
  }

  private func rows(
    from origins: [Waypoint], to destinations: [Waypoint]
  ) throws(RoutingFailure) -> [[TravelEstimate?]?] {
    guard let first = origins.first else { return [] }
    var request = template
    request.start = .waypoint(first)
    request.stops = destinations
    return try router.matrix(request, from: origins)
  }

  private static func whole(_ value: Double?) -> UInt32 {
    guard let value, value < Double(TravelMatrix.unreachable) else { return TravelMatrix.unreachable }
    return UInt32(max(0, value.rounded(.down)))
  }
}
