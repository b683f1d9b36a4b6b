import MapMatching

/// Where a file of fixes has what receivers tell of their fixes.
struct QualityColumns {
  private static let names = ["accuracy", "heading", "speed"]

  /// By name, the place of the column in a line; nil where there is none.
  private var places: [Int?] = [4, 5, 6]

  init() {}

  init(heading: [Substring]) {
    let given = heading.map { $0.lowercased().filter { !$0.isWhitespace } }
    places = Self.names.map { name in given.firstIndex { $0 == name } }
  }

  /// Reads them; the name of the first one that is no number.
  func read(_ fields: [Substring], into fix: inout MatcherFix) -> String? {
    var values: [Double?] = []
    for (name, place) in zip(Self.names, places) {
      guard let place, place < fields.count, !fields[place].allSatisfy(\.isWhitespace) else {
        values.append(nil)
        continue
      }
      guard let value = Double(fields[place]), value.isFinite else { return name }
      values.append(value < 0 ? nil : value)
    }
    (fix.accuracyMeters, fix.bearingDegrees, fix.speedMetersPerSecond) = (values[0], values[1], values[2])
    return nil
  }
}
