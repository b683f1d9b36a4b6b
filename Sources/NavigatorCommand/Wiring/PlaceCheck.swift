import Geometry
import RoadNetwork

/// Whether the places that a command was given lie on its network: a file of which nearly none does is another city's, or
/// has latitudes where longitudes belong.
struct PlaceCheck {
  /// As far around the network as a place can have a road.
  private let reach: BoundingBox
  private let bounds: BoundingBox
  private var count = 0
  private var outside = 0
  private var insideWhenSwapped = 0

  /// Meters.
  private static let margin = 1_000.0

  init(_ network: RoadNetwork) {
    bounds = network.bounds
    reach = bounds.expanded(byMeters: Self.margin)
  }

  init(_ places: some Sequence<Coordinate>, on network: RoadNetwork) {
    self.init(network)
    for place in places { add(place) }
  }

  mutating func add(_ place: Coordinate) {
    count += 1
    guard !reach.contains(place) else { return }
    outside += 1
    if isInsideWhenSwapped(place) { insideWhenSwapped += 1 }
  }

  /// Whether a place outside of the network would lie on it with latitude and longitude swapped.
  func isInsideWhenSwapped(_ place: Coordinate) -> Bool {
    guard let swapped = Coordinate(latitude: place.longitude, longitude: place.latitude) else { return false }
    return !reach.contains(place) && reach.contains(swapped)
  }

  /// What is wrong and what to look at; nil while more than one place in ten lies on the network.
  ///
  /// - Parameter columns: how a line of the file must be.
  func finding(columns: String) -> (what: String, whatToDo: String)? {
    guard count > 0, outside * 10 >= count * 9 else { return nil }
    let what = "\(outside) of \(count) places lie outside of the network"
    if insideWhenSwapped * 10 >= outside * 9 {
      return (what, "latitude and longitude swapped? each line is \(columns)")
    }
    return (what, "it reaches from \(Self.text(bounds.south, bounds.west)) to \(Self.text(bounds.north, bounds.east))")
  }

  /// Tells the finding on standard error.
  func warn(of path: String, columns: String) {
    guard let finding = finding(columns: columns) else { return }
    StandardError.write("navigator: \(LineReader.describe(path)): \(finding.what) (\(finding.whatToDo))\n")
  }

  private static func text(_ latitude: Int32, _ longitude: Int32) -> String {
    "latitude \(GraphExport.degrees(latitude)) longitude \(GraphExport.degrees(longitude))"
  }
}
