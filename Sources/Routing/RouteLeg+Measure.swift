import RoadNetwork

extension RouteLeg {
  /// A leg along a known path, measured by the conditions of a moment.
  public init(along path: EdgePath, _ times: TravelTimes) {
    let network = times.network
    var millimeters = 0.0
    var milliseconds = 0.0
    var staticMilliseconds = 0.0
    for index in path.edges.indices {
      let edge = path.edges[index]
      let (from, to) = path.fractions(at: index)
      let share = max(0, to - from)
      millimeters += Double(network.lengthMillimeters(of: edge)) * share
      milliseconds += Double(times.milliseconds(of: edge)) * share
      staticMilliseconds += Double(times.staticMilliseconds(of: edge)) * share
      if index > 0, let turn = network.turn(from: path.edges[index - 1], to: edge) {
        milliseconds += Double(times.milliseconds(of: turn))
        staticMilliseconds += Double(times.milliseconds(of: turn))
      }
    }
    self.init(
      path: path, distanceMeters: millimeters / 1_000, durationSeconds: milliseconds / 1_000,
      staticDurationSeconds: staticMilliseconds / 1_000)
  }
}
