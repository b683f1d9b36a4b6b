/// What a metric is called, what it counts, and which labels tell its series apart.
///
/// Names follow Prometheus' conventions: prefix, base unit as suffix, `_total` for counters. No label may grow with vehicles or trips.
public struct MetricDefinition: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// Only rises.
    case counter
    case gauge
    /// Upper bounds of the buckets, rising; `+Inf` is added.
    case histogram([Double])
  }

  public var name: String
  public var kind: Kind
  public var help: String
  public var labels: [String]

  public init(_ name: String, _ kind: Kind, labels: [String] = [], _ help: String) {
    self.name = name
    self.kind = kind
    self.help = help
    self.labels = labels
  }
}
