import Geometry
import MapMatching

/// Reads finished trips: `id,timestamp,lon,lat` a line, grouped by id, under an optional heading.
///
/// Timestamps are seconds since 1970, or milliseconds when they are too large for that. Further columns are left alone,
/// unless `readsQuality`.
struct TripFile {
  let path: String
  /// Whether further columns are accuracy (m), heading (° from north) and speed (m/s): in this order, or as the heading
  /// line names them. An empty or negative value is unknown.
  var readsQuality = false
  static let heading = "id,timestamp,lon,lat"
  /// Of one trip.
  var fixLimit = Int.max

  /// In the order of the file; a trip whose times go backwards is refused.
  func trips() throws(CommandFailure) -> [FinishedTrip] {
    let reader = try LineReader(path, limit: 1 << 16)
    var trips: [FinishedTrip] = []
    var columns = QualityColumns()
    while let bytes = try reader.next() {
      let line = String(decoding: bytes, as: UTF8.self)
      if line.isEmpty { continue }
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      if reader.lineNumber == 1, fields.count >= 4, Double(fields[1]) == nil {
        // Latitudes before longitudes would be read as other places.
        if fields[2].lowercased().filter({ !$0.isWhitespace }).hasPrefix("lat") {
          throw CommandFailure(
            .badData, "\(LineReader.describe(path)) has other columns than \(Self.heading)", "put them in this order")
        }
        columns = QualityColumns(heading: fields)
        continue
      }
      guard fields.count >= 4, var fix = fix(fields) else {
        throw failure(reader.lineNumber, "is no fix", "each line is \(Self.heading)")
      }
      if readsQuality, let wrong = columns.read(fields, into: &fix) {
        throw failure(reader.lineNumber, "has no number as \(wrong)", "leave it empty where it is not known")
      }
      let id = String(fields[0])
      if let last = trips.last, last.id == id {
        guard let before = last.fixes.last, before.timeMillis <= fix.timeMillis else {
          throw failure(reader.lineNumber, "goes back in time", "sort the fixes of each trip")
        }
        guard last.fixes.count < fixLimit else {
          throw failure(reader.lineNumber, "is fix \(fixLimit + 1) of its trace", "split the trace")
        }
        trips[trips.count - 1].fixes.append(fix)
      } else {
        trips.append(FinishedTrip(id: id, fixes: [fix]))
      }
    }
    return trips
  }

  private func fix(_ fields: [Substring]) -> MatcherFix? {
    guard let time = Double(fields[1]), time >= 0, time < 1e14, let longitude = Double(fields[2]),
      let latitude = Double(fields[3]), let place = Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    let millis = time < 1e11 ? time * 1_000 : time
    return MatcherFix(coordinate: place, timeMillis: Int64(millis.rounded()))
  }

  private func failure(_ line: Int, _ what: String, _ remedy: String) -> CommandFailure {
    CommandFailure(.badData, "\(LineReader.describe(path)) line \(line) \(what)", remedy)
  }
}
