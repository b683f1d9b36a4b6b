import Synchronization

/// All metrics of a process, written out in Prometheus' text format 0.0.4.
///
/// Only metrics of the definitions given at the start exist: asking for another is a caller's error that yields an instrument nobody sees.
public final class MetricRegistry: Sendable {
  /// Series of one metric above this number are joined in one whose labels say `other`.
  public static let maximumSeries = 1_000

  private enum Instrument {
    case counter(Counter)
    case gauge(Gauge)
    case histogram(Histogram)
  }

  public let definitions: [MetricDefinition]
  private let series = Mutex<[String: [[String]: Instrument]]>([:])

  public init(_ definitions: [MetricDefinition]) { self.definitions = definitions }

  /// The counter of these label values; the same object each time. Look it up once, not per record.
  public func counter(_ definition: MetricDefinition, _ labelValues: [String] = []) -> Counter {
    if case .counter(let counter) = instrument(definition, labelValues, make: { .counter(Counter()) }) {
      return counter
    }
    return Counter()
  }

  public func gauge(_ definition: MetricDefinition, _ labelValues: [String] = []) -> Gauge {
    if case .gauge(let gauge) = instrument(definition, labelValues, make: { .gauge(Gauge()) }) { return gauge }
    return Gauge()
  }

  public func histogram(_ definition: MetricDefinition, _ labelValues: [String] = []) -> Histogram {
    guard case .histogram(let bounds) = definition.kind else { return Histogram(bounds: []) }
    if case .histogram(let histogram) = instrument(
      definition, labelValues, make: { .histogram(Histogram(bounds: bounds)) })
    {
      return histogram
    }
    return Histogram(bounds: bounds)
  }

  /// Forgets one series, so that a partition which went to another worker is not reported by two.
  public func remove(_ definition: MetricDefinition, _ labelValues: [String]) {
    series.withLock { $0[definition.name]?[labelValues] = nil }
  }

  /// The sum of a counter over all its series.
  public func total(_ definition: MetricDefinition) -> UInt64 {
    series.withLock { all in
      (all[definition.name] ?? [:]).values.reduce(0) { sum, instrument in
        if case .counter(let counter) = instrument { return sum &+ counter.value }
        return sum
      }
    }
  }

  private func instrument(
    _ definition: MetricDefinition, _ labelValues: [String], make: () -> Instrument
  ) -> Instrument {
    series.withLock { all in
      var wanted = labelValues
      if let found = all[definition.name]?[wanted] { return found }
      if (all[definition.name]?.count ?? 0) >= MetricRegistry.maximumSeries {
        wanted = definition.labels.map { _ in "other" }
        if let found = all[definition.name]?[wanted] { return found }
      }
      let made = make()
      all[definition.name, default: [:]][wanted] = made
      return made
    }
  }

  /// The page of `/metrics`. Metrics in the order of the definitions, series by their labels.
  public func exposition() -> String {
    let all = series.withLock { $0 }
    var lines: [String] = []
    for definition in definitions {
      guard let known = all[definition.name], !known.isEmpty else { continue }
      lines.append("# HELP \(definition.name) \(Self.escapedHelp(definition.help))")
      lines.append("# TYPE \(definition.name) \(definition.kind.typeName)")
      for (labelValues, instrument) in known.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
        let labels = Array(zip(definition.labels, labelValues))
        switch instrument {
        case .counter(let counter): lines.append("\(definition.name)\(Self.braces(labels)) \(counter.value)")
        case .gauge(let gauge): lines.append("\(definition.name)\(Self.braces(labels)) \(Self.number(gauge.value))")
        case .histogram(let histogram):
          let (cumulative, count, sum) = histogram.snapshot
          for (bound, value) in zip(histogram.bounds, cumulative) {
            lines.append("\(definition.name)_bucket\(Self.braces(labels + [("le", Self.number(bound))])) \(value)")
          }
          lines.append("\(definition.name)_bucket\(Self.braces(labels + [("le", "+Inf")])) \(count)")
          lines.append("\(definition.name)_sum\(Self.braces(labels)) \(Self.number(sum))")
          lines.append("\(definition.name)_count\(Self.braces(labels)) \(count)")
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func braces(_ labels: [(String, String)]) -> String {
    if labels.isEmpty { return "" }
    return "{" + labels.map { "\($0)=\"\(escapedLabel($1))\"" }.joined(separator: ",") + "}"
  }

  private static func number(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
    if value == value.rounded(), let whole = Int64(exactly: value) { return "\(whole)" }
    return "\(value)"
  }

  private static func escapedLabel(_ text: String) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "\\": escaped += "\\\\"
      case "\"": escaped += "\\\""
      case "\n": escaped += "\\n"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }

  private static func escapedHelp(_ text: String) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }
}

extension MetricDefinition.Kind {
  var typeName: String {
    switch self {
    case .counter: "counter"
    case .gauge: "gauge"
    case .histogram: "histogram"
    }
  }
}
