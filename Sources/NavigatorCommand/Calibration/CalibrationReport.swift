import RoadNetwork
import Routing

/// The errors of a calibration as text.
struct CalibrationReport {
  let outcome: Calibrator.Outcome

  private static let tables = ["free flow", "general", "fitted"]
  private static let lengths: [(name: String, kilometers: Range<Double>)] = [
    ("1–2 km", 0..<2), ("2–5 km", 2..<5), ("5–10 km", 5..<10), ("over 10 km", 10..<100_000),
  ]

  var text: String {
    var lines = ["trips \(outcome.tripCount): \(outcome.table.tripCount) fitted, \(outcome.reasons)"]
    lines += section("trips of the fit", outcome.fitted)
    if !outcome.heldOut.isEmpty { lines += section("trips held out", outcome.heldOut) }
    return lines.joined(separator: "\n")
  }

  private func section(_ name: String, _ forecasts: [TripForecast]) -> [String] {
    var lines = ["", "\(name): median error, mean error in seconds, foretold/real at 10 %, 50 %, 90 % (trips)"]
    lines.append(row("all", forecasts))
    for length in Self.lengths {
      lines.append(row(length.name, forecasts.filter { length.kilometers.contains($0.meters / 1_000) }))
    }
    for hour in 0..<24 {
      let some = forecasts.filter { $0.hour == hour }
      if !some.isEmpty { lines.append(row("\(hour < 10 ? "0" : "")\(hour):00", some)) }
    }
    for roadClass in RoadClass.allCases {
      let some = forecasts.filter { $0.roadClass == roadClass }
      if !some.isEmpty { lines.append(row("\(roadClass)", some)) }
    }
    return lines
  }

  private func row(_ name: String, _ forecasts: [TripForecast]) -> String {
    var line = "  " + name.padded(13)
    for (table, title) in Self.tables.enumerated() {
      let figures = Figures(forecasts, table: table)
      line += " \(title) \(figures.text)".padded(49)
    }
    return String(line.reversed().drop { $0 == " " }.reversed())
  }

  /// The errors of one table on some trips.
  struct Figures {
    private(set) var count = 0
    private(set) var medianError = 0.0
    private(set) var meanSeconds = 0.0
    private(set) var ratios: [Double] = []

    init(_ forecasts: [TripForecast], table: Int) {
      var errors: [Double] = []
      for forecast in forecasts {
        guard let ratio = forecast.ratio(table) else { continue }
        ratios.append(ratio)
        errors.append(abs(ratio - 1))
        meanSeconds += abs(ratio - 1) * forecast.seconds
      }
      count = errors.count
      guard count > 0 else { return }
      ratios.sort()
      errors.sort()
      medianError = errors[count / 2]
      meanSeconds /= Double(count)
    }

    var text: String {
      guard count > 0 else { return "–" }
      let spread = [count / 10, count / 2, 9 * count / 10].map { CalibrationReport.fixed(ratios[$0], 2) }
      return "\(CalibrationReport.fixed(medianError * 100, 1)) % \(Int(meanSeconds.rounded())) s"
        + " \(spread.joined(separator: " ")) (\(count))"
    }
  }

  static func fixed(_ value: Double, _ digits: Int) -> String {
    let scale = digits == 2 ? 100 : 10
    let whole = Int(min(max((value * Double(scale)).rounded(), 0), 1e9))
    let rest = String(scale + whole % scale).dropFirst()
    return "\(whole / scale).\(rest)"
  }
}

extension String {
  fileprivate func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
