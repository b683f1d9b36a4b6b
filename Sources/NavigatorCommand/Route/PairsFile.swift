import Geometry

/// One line of a pairs file: `id,lon1,lat1,lon2,lat2`.
struct RoutePair {
  var id: String
  var origin: Coordinate
  var destination: Coordinate
}

/// Reads pairs of coordinates, one a line, under a heading.
struct PairsFile {
  let path: String

  func pairs() throws(CommandFailure) -> [RoutePair] {
    let reader = try LineReader(path, limit: 1 << 16)
    var pairs: [RoutePair] = []
    while let line = try reader.next() {
      let text = String(decoding: line, as: UTF8.self)
      if reader.lineNumber == 1, text.hasPrefix("id,") { continue }
      if text.isEmpty { continue }
      guard let pair = pair(text) else {
        throw CommandFailure(
          .badData, "\(LineReader.describe(path)) line \(reader.lineNumber) is no pair of coordinates",
          "each line is id,lon1,lat1,lon2,lat2")
      }
      pairs.append(pair)
    }
    return pairs
  }

  private func pair(_ line: String) -> RoutePair? {
    let fields = line.split(separator: ",", omittingEmptySubsequences: false)
    guard fields.count == 5 else { return nil }
    let numbers = fields.dropFirst().compactMap { Double($0) }
    guard numbers.count == 4, let origin = Coordinate(latitude: numbers[1], longitude: numbers[0]),
      let destination = Coordinate(latitude: numbers[3], longitude: numbers[2])
    else { return nil }
    return RoutePair(id: String(fields[0]), origin: origin, destination: destination)
  }
}
