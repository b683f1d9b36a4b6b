import Geometry
import Routing

/// One line of a pairs file: `id,lon1,lat1,lon2,lat2`, and the departure if it has a sixth column.
struct RoutePair {
  var id: String
  var origin: Coordinate
  var destination: Coordinate
  /// Milliseconds since 1970; nil where the line does not say.
  var departureMillis: Int64?

  /// A request like another from this pair's origin to its destination, at its departure where it has one.
  func request(like template: RouteRequest) -> RouteRequest {
    var request = template
    request.start = .waypoint(Waypoint(origin))
    request.stops = [Waypoint(destination)]
    if let departureMillis { request.atMillis = departureMillis }
    return request
  }
}

/// Reads pairs of coordinates, one a line, under a heading.
struct PairsFile {
  let path: String

  /// In the order of the file; one without a pair is refused.
  func pairs() throws(CommandFailure) -> [RoutePair] {
    let reader = try LineReader(path, limit: 1 << 16)
    var pairs: [RoutePair] = []
    while let line = try reader.next() {
      let text = String(decoding: line, as: UTF8.self)
      if reader.lineNumber == 1, text.hasPrefix("id,") {
        try check(heading: text)
        continue
      }
      if text.isEmpty { continue }
      guard let pair = pair(text) else {
        throw CommandFailure(
          .badData, "\(LineReader.describe(path)) line \(reader.lineNumber) is no pair of coordinates",
          "each line is \(Self.heading) or has the departure, seconds since 1970, behind")
      }
      pairs.append(pair)
    }
    // No line is a mistake made before this program, which no answer would tell.
    guard !pairs.isEmpty else {
      throw CommandFailure(.badData, "\(LineReader.describe(path)) has no pairs", "each line is \(Self.heading)")
    }
    return pairs
  }

  static let heading = "id,lon1,lat1,lon2,lat2"

  /// Latitudes before longitudes would be read as other places.
  private func check(heading: String) throws(CommandFailure) {
    let names = heading.lowercased().split(separator: ",").map { $0.filter { !$0.isWhitespace } }
    guard names.count >= 5, !names[1].hasPrefix("lat"), !names[3].hasPrefix("lat") else {
      throw CommandFailure(
        .badData, "\(LineReader.describe(path)) has other columns than \(Self.heading)", "put them in this order")
    }
  }

  private func pair(_ line: String) -> RoutePair? {
    let fields = line.split(separator: ",", omittingEmptySubsequences: false)
    guard fields.count == 5 || fields.count == 6 else { return nil }
    let numbers = fields.dropFirst().compactMap { Double($0) }
    guard numbers.count == fields.count - 1, let origin = Coordinate(latitude: numbers[1], longitude: numbers[0]),
      let destination = Coordinate(latitude: numbers[3], longitude: numbers[2])
    else { return nil }
    let departure = numbers.count > 4 ? numbers[4] : nil
    if let departure, !(departure >= 0 && departure < 1e11) { return nil }
    return RoutePair(
      id: String(fields[0]), origin: origin, destination: destination,
      departureMillis: departure.map { Int64(($0 * 1_000).rounded()) })
  }
}
