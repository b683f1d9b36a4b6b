/// Where a value came from.
public enum SettingOrigin: Sendable, Equatable {
  case flag
  case environment(String)
  case file(line: Int)
  case `default`

  /// For `--check-config`.
  public var name: String {
    switch self {
    case .flag: "flag"
    case .environment(let name): "environment \(name)"
    case .file(let line): "file line \(line)"
    case .default: "default"
    }
  }

  var place: String { self == .default ? "" : " (\(name))" }

  var isFile: Bool {
    if case .file = self { return true }
    return false
  }
}

/// Every setting's value in force, checked against its shape, with where it came from.
public struct EffectiveSettings: Sendable {
  struct Value: Sendable, Equatable {
    var text: String
    var origin: SettingOrigin
  }

  let definitions: [SettingDefinition]
  var values: [String: Value] = [:]
  var passThrough: [String: Value] = [:]

  init(definitions: [SettingDefinition]) { self.definitions = definitions }

  /// The value as text: set, or the default, or nil.
  public func text(_ key: String) -> String? {
    values[key]?.text ?? definitions.first { $0.key == key }?.defaultText
  }

  public func origin(_ key: String) -> SettingOrigin { values[key]?.origin ?? .default }

  /// The value, or a failure that says how to give it.
  public func required(_ key: String) throws(SettingsFailure) -> String {
    if let text = text(key) { return text }
    guard let definition = definitions.first(where: { $0.key == key }) else {
      throw SettingsFailure("unknown setting \(key)")
    }
    throw EffectiveSettings.missing(definition)
  }

  static func missing(_ definition: SettingDefinition) -> SettingsFailure {
    SettingsFailure(
      "\(definition.key) is missing (set it in the file, by --\(definition.flagName) or by \(definition.environmentName))"
    )
  }

  /// The value of a setting that is a span of time, in milliseconds; 0 when it has none.
  public func millisecondsValue(_ key: String) -> Int64 { milliseconds(key) }
  /// The value of a setting that is an amount of memory, in bytes; 0 when it has none.
  public func bytesValue(_ key: String) -> Int64 { bytes(key) }

  func integer(_ key: String) -> Int64 { text(key).flatMap { Int64($0) } ?? 0 }
  func number(_ key: String) -> Double { text(key).flatMap { Double($0) } ?? 0 }
  func milliseconds(_ key: String) -> Int64 { text(key).flatMap(SettingValue.milliseconds) ?? 0 }
  func bytes(_ key: String) -> Int64 { text(key).flatMap(SettingValue.bytes) ?? 0 }
  func boolean(_ key: String) -> Bool { text(key).flatMap(SettingValue.boolean) ?? false }

  /// The properties for the client library, in order of their names: for both clients, for the consumer, for the producer.
  public var clientProperties: (common: [(String, String)], consumer: [(String, String)], producer: [(String, String)])
  {
    func of(_ prefix: String, except others: [String]) -> [(String, String)] {
      passThrough.filter { key, _ in key.hasPrefix(prefix) && !others.contains { key.hasPrefix($0) } }
        .sorted { $0.key < $1.key }
        .map { (String($0.key.dropFirst(prefix.count)), $0.value.text) }
    }
    return (
      of("kafka.", except: ["kafka.consumer.", "kafka.producer."]), of("kafka.consumer.", except: []),
      of("kafka.producer.", except: [])
    )
  }

  /// One line a setting, `key = value  # origin`, as `--check-config` prints them; secrets are hidden.
  public func listing() -> [String] {
    var lines: [String] = []
    for definition in definitions {
      guard let text = text(definition.key) else {
        lines.append("# \(definition.key) is not set")
        continue
      }
      lines.append("\(definition.key) = \(text)  # \(origin(definition.key).name)")
    }
    for (key, value) in passThrough.sorted(by: { $0.key < $1.key }) {
      let isSecret = SettingsReader.property(ofPassThrough: key).map(SecretProperties.isSecret) ?? false
      lines.append("\(key) = \(isSecret ? "(hidden)" : value.text)  # \(value.origin.name)")
    }
    return lines
  }
}
