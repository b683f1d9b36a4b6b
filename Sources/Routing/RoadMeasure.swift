import RoadNetwork

/// Length and time of whole edges and turns, exact: sums do not depend on their order.
struct RoadMeasure: Hashable {
  var millimeters: Int64 = 0
  var milliseconds: Int64 = 0
  var staticMilliseconds: Int64 = 0

  mutating func add(_ edge: EdgeID, _ times: TravelTimes) {
    millimeters &+= Int64(times.network.lengthMillimeters(of: edge))
    milliseconds &+= Int64(times.milliseconds(of: edge))
    staticMilliseconds &+= Int64(times.staticMilliseconds(of: edge))
  }

  /// Adds the turn from one edge into another; nothing where there is none.
  mutating func addTurn(from edge: EdgeID, to next: EdgeID, _ times: TravelTimes) {
    guard let turn = times.network.turn(from: edge, to: next) else { return }
    let duration = Int64(times.milliseconds(of: turn))
    milliseconds &+= duration
    staticMilliseconds &+= duration
  }

  mutating func add(_ other: RoadMeasure) {
    millimeters &+= other.millimeters
    milliseconds &+= other.milliseconds
    staticMilliseconds &+= other.staticMilliseconds
  }
}

extension TravelEstimate {
  /// Of a path whose first and last edge are driven in part, given all that lies between.
  init(
    between: RoadMeasure, first: (edge: EdgeID, share: Double), last: (edge: EdgeID, share: Double),
    _ times: TravelTimes
  ) {
    var (head, tail) = (RoadMeasure(), RoadMeasure())
    head.add(first.edge, times)
    tail.add(last.edge, times)
    func total(_ value: (RoadMeasure) -> Int64) -> Double {
      let ends = Double(value(head)) * first.share + Double(value(tail)) * last.share
      return (Double(value(between)) + ends) / 1_000
    }
    let meters = total(\.millimeters)
    let start = times.startSeconds(legMeters: meters)
    self.init(
      distanceMeters: meters, durationSeconds: total(\.milliseconds) + start,
      staticDurationSeconds: total(\.staticMilliseconds) + start)
  }

  /// Of a path, measured by the conditions of a moment.
  init(along path: EdgePath, _ times: TravelTimes) {
    var between = RoadMeasure()
    for index in path.edges.indices.dropFirst() {
      between.addTurn(from: path.edges[index - 1], to: path.edges[index], times)
      if index < path.edges.count - 1 { between.add(path.edges[index], times) }
    }
    guard let first = path.edges.first, let last = path.edges.last else {
      self.init(distanceMeters: 0, durationSeconds: 0, staticDurationSeconds: 0)
      return
    }
    if path.edges.count == 1 {
      let share = max(0, path.endFraction - path.startFraction)
      self.init(between: between, first: (first, share), last: (last, 0), times)
    } else {
      self.init(
        between: between, first: (first, max(0, 1 - path.startFraction)), last: (last, max(0, path.endFraction)), times)
    }
  }
}
