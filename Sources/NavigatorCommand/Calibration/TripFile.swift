import Geometry
import MapMatching

/// Reads finished trips: `id,timestamp,lon,lat` a line, grouped by id, under an optional heading.
///
/// Timestamps are seconds since 1970, or milliseconds when they are too large for that. Further columns are left alone.
struct TripFile {
  let path: String

  /// In the order of the file; a trip whose times go backwards is refused.
  func trips() throws(CommandFailure) -> [FinishedTrip] {
    let reader = try LineReader(path, limit: 1 << 16)
    var trips: [FinishedTrip] = []
    while let bytes = try reader.next() {
      let line = String(decoding: bytes, as: UTF8.self)
      if line.isEmpty { continue }
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      if reader.lineNumber == 1, fields.count >= 4, Double(fields[1]) == nil { continue }
      guard fields.count >= 4, let fix = fix(fields) else {
        throw failure(reader.lineNumber, "is no fix", "each line is id,timestamp,lon,lat")
      }
      let id = String(fields[0])
      if let last = trips.last, last.id == id {
        guard let before = last.fixes.last, before.timeMillis <= fix.timeMillis else {
          throw failure(reader.lineNumber, "goes back in time", "sort the fixes of each trip")
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
