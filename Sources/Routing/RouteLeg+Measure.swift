import RoadNetwork

extension RouteLeg {
  /// A leg along a known path, measured by the conditions of a moment.
  public init(along path: EdgePath, _ times: TravelTimes) {
    let measured = TravelEstimate(along: path, times)
    self.init(
      path: path, distanceMeters: measured.distanceMeters, durationSeconds: measured.durationSeconds,
      staticDurationSeconds: measured.staticDurationSeconds)
  }
}
