/// The importance of a road, most important first: the value of OpenStreetMap's `highway`, without its `_link`.
public enum RoadClass: UInt8, CaseIterable, Hashable, Comparable, Sendable, BitwiseCopyable {
  case motorway = 0
  case trunk = 1
  case primary = 2
  case secondary = 3
  case tertiary = 4
  case unclassified = 5
  case residential = 6
  case livingStreet = 7
  case service = 8
  case track = 9
  /// Ways that are open to vehicles only by an explicit tag (pedestrian streets, footways with `motor_vehicle=yes`).
  case path = 10
  case ferry = 11

  public static func < (a: RoadClass, b: RoadClass) -> Bool { a.rawValue < b.rawValue }
}
