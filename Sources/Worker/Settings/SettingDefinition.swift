/// One row of the settings table: key, meaning, shape of its value, default.
public struct SettingDefinition: Sendable, Equatable {
  /// What a value must look like.
  public enum Shape: Sendable, Equatable {
    case text
    case integer(ClosedRange<Int64>)
    case number(ClosedRange<Double>)
    /// A span of time: `100 ms`, `30 s`, `5 min`, `24 h`; of bare numbers 0 alone.
    case duration(ClosedRange<Int64>)
    /// An amount of memory: `512 MiB`; of bare numbers 0 alone.
    case bytes(ClosedRange<Int64>)
    case boolean
    case choice([String])
    /// The path of a file or folder.
    case path
    /// The path of a file whose content is secret; the path itself may be shown.
    case secretPath
  }

  /// The group of the README section that the setting is listed in.
  public enum Section: String, Sendable, CaseIterable {
    case identity = "Identity and broker"
    case files = "Files"
    case topics = "Topics"
    case processing = "Processing"
    case navigation = "Navigation"
    case messages = "Messages"
    case memory = "Memory"
    case operation = "Operation"
  }

  public var key: String
  public var section: Section
  public var shape: Shape
  /// The default as it would be written in the file; nil when the setting has none and is left out.
  public var defaultText: String?
  public var isRequired: Bool
  public var summary: String

  public init(
    _ key: String, _ section: Section, _ shape: Shape, default defaultText: String? = nil, required: Bool = false,
    _ summary: String
  ) {
    self.key = key
    self.section = section
    self.shape = shape
    self.defaultText = defaultText
    self.isRequired = required
    self.summary = summary
  }

  /// The environment variable that sets it: `commit.interval` is `NAVIGATOR_COMMIT_INTERVAL`.
  public var environmentName: String {
    SettingDefinition.environmentPrefix
      + String(key.uppercased().map { $0 == "." || $0 == "-" ? "_" : $0 })
  }

  /// The long option that sets it: `commit.interval` is `--commit-interval`.
  public var flagName: String { String(key.map { $0 == "." || $0 == "_" ? "-" : $0 }) }

  /// What every environment variable of the worker begins with.
  public static let environmentPrefix = "NAVIGATOR_"
}
