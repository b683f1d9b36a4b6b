import Geometry
import RoadNetwork

/// A maneuver on a path: at which edge it begins, and what a step needs to know of it.
struct ManeuverMark {
  var maneuver: Maneuver
  /// The edge entered by it.
  var index: Int
  /// What the driver follows after it.
  var label = RoadLabel.none
  /// The first edge whose junction is not part of the maneuver (a roundabout's are).
  var resumesAt: Int
  /// The road driven before goes on by this name.
  var staysOnRoad = false
  /// A ramp that leaves a motorway.
  var isExit = false
  var exit: Int?
  var direction: String?

  /// The numbers on ramps are often those of the road they leave.
  var isRamp: Bool { maneuver == .rampLeft || maneuver == .rampRight }

  init(_ maneuver: Maneuver, at index: Int) {
    self.maneuver = maneuver
    self.index = index
    resumesAt = index + 1
  }
}

/// Tells where on a path a driver must be told something, from angles, names and classes.
///
/// A junction is told when the driver has to choose there, and not when the road simply goes on.
struct ManeuverGuide {
  let path: EdgePath
  let network: RoadNetwork
  let mode: TravelMode

  /// Every maneuver, the departure first.
  func marks() -> [ManeuverMark] {
    var marks = [departure()]
    var index = 1
    while index < path.edges.count {
      let last = marks[marks.count - 1]
      guard var mark = maneuver(into: index) ?? nameChange(at: index, after: last) else {
        // A road that gets its name after the maneuver is known by it.
        if last.label.isNone, !label(index).isNone, !flags(index).contains(.link),
          meters(from: last.index, to: index) <= Self.namingMeters
        {
          marks[marks.count - 1].label = label(index)
        }
        index += 1
        continue
      }
      if mark.label.isNone, !mark.isRamp { mark.label = label(mark.resumesAt - 1) }
      mark.staysOnRoad =
        !mark.label.isNone && mark.label == label(mark.index - 1) && !mark.isRamp && mark.maneuver != .merge
      marks.append(mark)
      index = mark.resumesAt
    }
    return marks
  }

  /// A road without a name takes the name it gets within this distance.
  private static let namingMeters = 150.0

  func label(_ index: Int) -> RoadLabel { RoadLabel(path.edges[index], on: network) }
  func flags(_ index: Int) -> RoadFlags { network.flags(of: path.edges[index]) }
  func meters(from start: Int, to end: Int) -> Double {
    path.edges[start..<end].reduce(0) { $0 + network.lengthMeters(of: $1) }
  }

  private func departure() -> ManeuverMark {
    let (from, to) = path.fractions(at: 0)
    let bearing = network.place(on: path.edges[0], fraction: from + (to - from) / 2).bearingDegrees
    var mark = ManeuverMark(.depart, at: 0)
    mark.label = label(0)
    mark.direction = ManeuverGuide.compass(bearing)
    return mark
  }

  /// The maneuver from the edge before `index` into it; nil where the driver just goes on.
  private func maneuver(into index: Int) -> ManeuverMark? {
    guard let junction = JunctionView(at: index, of: self) else { return nil }
    let (before, after) = (flags(index - 1), flags(index))
    if network.isUTurn(junction.turn) { return ManeuverMark(uTurn(at: index), at: index) }
    if after.contains(.roundabout), !before.contains(.roundabout) { return roundabout(at: index) }
    if before.contains(.ferry) != after.contains(.ferry) {
      let boarding: Maneuver = after.contains(.shuttleTrain) ? .ferryTrain : .ferry
      return ManeuverMark(after.contains(.ferry) ? boarding : .straight, at: index)
    }
    if before.contains(.roundabout) {
      return after.contains(.roundabout) ? nil : ManeuverMark(Maneuver(turnAngle: junction.angle), at: index)
    }
    if let mark = turningRound(at: index, junction) ?? slipRoad(at: index, junction) { return mark }
    return junction.maneuver(from: before, to: after).map { maneuver in
      var mark = ManeuverMark(maneuver, at: index)
      if mark.isRamp {
        mark.label = rampLabel(from: index)
        mark.isExit = before.contains(.motorway)
      }
      return mark
    }
  }

  /// Turning round is done to the side of the oncoming traffic.
  func uTurn(at index: Int) -> Maneuver { flags(index).contains(.leftHandTraffic) ? .uTurnRight : .uTurnLeft }

  /// Another name while the driver goes on; not where the road is soon called as before (a bridge).
  private func nameChange(at index: Int, after last: ManeuverMark) -> ManeuverMark? {
    let label = label(index)
    guard !label.isNone, !flags(index).contains(.link), !label.isLike(last.label, on: network) else { return nil }
    if last.label.isNone, meters(from: last.index, to: index) <= Self.namingMeters { return nil }
    var distance = 0.0
    for later in index..<path.edges.count where distance < Self.namingMeters {
      if later > index, maneuver(into: later) != nil { break }
      if self.label(later) == last.label { return nil }
      distance += network.lengthMeters(of: path.edges[later])
    }
    return ManeuverMark(.nameChange, at: index)
  }

  private static func compass(_ bearing: Double) -> String {
    let points = ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"]
    return points[Int((normalizedDegrees(bearing) + 22.5) / 45) % 8]
  }
}
