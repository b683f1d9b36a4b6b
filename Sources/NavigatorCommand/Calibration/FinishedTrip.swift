import Geometry
import MapMatching

/// A trip that was driven, by its fixes in order of time.
struct FinishedTrip {
  var id: String
  var fixes: [MatcherFix]

  var departureMillis: Int64 { fixes.first?.timeMillis ?? 0 }
  var seconds: Double {
    guard let first = fixes.first, let last = fixes.last else { return 0 }
    return Double(last.timeMillis - first.timeMillis) / 1_000
  }
  /// Along the fixes.
  var meters: Double { lengthMeters(fixes.map(\.coordinate)) }

  /// Whether it says anything of speeds: a few fixes, a kilometer, and time that passed.
  var isTelling: Bool { fixes.count >= 8 && meters >= 1_000 && seconds > 0 }
}
