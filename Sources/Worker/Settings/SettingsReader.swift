/// Joins flags, environment, file and defaults into one checked set of values.
///
/// Precedence: flag, environment, file, default. An unknown key anywhere is an error that names the nearest known one.
public struct SettingsReader: Sendable {
  /// Says why a client-library property cannot be passed through, or nil; KafkaBroker knows its own.
  public typealias PassThroughCheck = @Sendable (_ property: String, _ value: String) -> String?

  public var definitions: [SettingDefinition]
  public var passThroughCheck: PassThroughCheck

  public init(
    definitions: [SettingDefinition] = SettingsTable.all,
    passThroughCheck: @escaping PassThroughCheck = { _, _ in nil }
  ) {
    self.definitions = definitions
    self.passThroughCheck = passThroughCheck
  }

  /// Reads all sources.
  ///
  /// - Parameters:
  ///   - flags: `(flag or key name without dashes, value)`, the last of a name wins.
  ///   - environment: the process's; only names that begin with `NAVIGATOR_` are looked at.
  ///   - file: the text of the `.properties` file, nil without one.
  ///   - requireAll: false for commands that need only a part (topics, watch), which then ask by ``EffectiveSettings/required(_:)``.
  public func read(
    flags: [(name: String, value: String)] = [], environment: [String: String] = [:], file: String? = nil,
    requireAll: Bool = true
  ) throws(SettingsFailure) -> EffectiveSettings {
    let (effective, problems) = examine(
      flags: flags, environment: environment, file: file, requireAll: requireAll)
    if let failure = SettingsFailure(firstOf: problems) { throw failure }
    return effective
  }

  /// The same, with everything that is wrong; the settings hold what is right.
  public func examine(
    flags: [(name: String, value: String)] = [], environment: [String: String] = [:], file: String? = nil,
    requireAll: Bool = true
  ) -> (effective: EffectiveSettings, problems: [SettingsFailure]) {
    var effective = EffectiveSettings(definitions: definitions)
    var problems: [SettingsFailure] = []
    func note(_ body: () throws(SettingsFailure) -> Void) {
      do throws(SettingsFailure) { try body() } catch { problems.append(error) }
    }
    if let file {
      let (entries, wrong) = PropertiesFile.parse(file)
      problems += wrong
      for entry in entries {
        note { () throws(SettingsFailure) in
          try set(entry.key, entry.value, .file(line: entry.line), in: &effective)
        }
      }
    }
    for (name, value) in environment.sorted(by: { $0.key < $1.key }) {
      guard name.hasPrefix(SettingDefinition.environmentPrefix), !isServiceLink(name) else { continue }
      note { () throws(SettingsFailure) in
        try set(try key(environmentName: name), value, .environment(name), in: &effective)
      }
    }
    for (name, value) in flags {
      note { () throws(SettingsFailure) in try set(try key(flagName: name), value, .flag, in: &effective) }
    }
    if requireAll {
      problems += definitions.filter { $0.isRequired && effective.text($0.key) == nil }.map(EffectiveSettings.missing)
    }
    return (effective, problems)
  }

  private func set(
    _ key: String, _ value: String, _ origin: SettingOrigin, in effective: inout EffectiveSettings
  ) throws(SettingsFailure) {
    if let definition = definitions.first(where: { $0.key == key }) {
      if let complaint = SettingValue.complaint(value, definition.shape) {
        throw SettingsFailure("\(key) \(complaint)\(origin.place)")
      }
      effective.values[key] = .init(text: value, origin: origin)
      return
    }
    guard let property = SettingsReader.property(ofPassThrough: key) else { throw unknown(key, origin) }
    if SecretProperties.isSecret(property), !origin.isFile {
      throw SettingsFailure("\(key) is a secret and may stand in the settings file only, not in \(origin.name)")
    }
    if let complaint = passThroughCheck(property, value) { throw SettingsFailure("\(key) \(complaint)") }
    effective.passThrough[key] = .init(text: value, origin: origin)
  }

  private func unknown(_ key: String, _ origin: SettingOrigin) -> SettingsFailure {
    let nearest = NearestName.of(key, in: definitions.map(\.key))
    return SettingsFailure("unknown setting \(key)\(origin.place)" + (nearest.map { " (did you mean \($0)?)" } ?? ""))
  }

  /// Kubernetes puts addresses of a service named `navigator` into the environment of its pods; they are no settings.
  private func isServiceLink(_ name: String) -> Bool {
    if definitions.contains(where: { $0.environmentName == name }) { return false }
    let rest = name.dropFirst(SettingDefinition.environmentPrefix.count)
    return rest.hasSuffix("SERVICE_HOST") || rest.contains("SERVICE_PORT") || rest == "PORT" || rest.hasPrefix("PORT_")
  }

  private func key(environmentName name: String) throws(SettingsFailure) -> String {
    if let known = definitions.first(where: { $0.environmentName == name }) { return known.key }
    let rest = name.dropFirst(SettingDefinition.environmentPrefix.count)
    if rest.hasPrefix("KAFKA_") { return rest.lowercased().replacingUnderscores() }
    let nearest = NearestName.of(name, in: definitions.map(\.environmentName))
    throw SettingsFailure(
      "unknown environment variable \(name)"
        + (nearest.map { " (did you mean \($0)?)" } ?? " (see navigator help worker)"))
  }

  private func key(flagName name: String) throws(SettingsFailure) -> String {
    if let known = definitions.first(where: { $0.flagName == name || $0.key == name }) { return known.key }
    if name.hasPrefix("kafka.") { return name }
    let nearest = NearestName.of(name, in: definitions.map(\.flagName))
    throw SettingsFailure(
      "unknown option --\(name)" + (nearest.map { " (did you mean --\($0)?)" } ?? " (see navigator help worker)"))
  }

  /// The library's name of a pass-through key: `kafka.consumer.fetch.min.bytes` is `fetch.min.bytes`.
  static func property(ofPassThrough key: String) -> String? {
    for prefix in SettingsTable.passThroughPrefixes where key.hasPrefix(prefix) && key.utf8.count > prefix.utf8.count {
      return String(key.dropFirst(prefix.count))
    }
    return nil
  }
}

extension String {
  fileprivate func replacingUnderscores() -> String { String(map { $0 == "_" ? "." : $0 }) }
}

/// Client-library properties that hold a secret: never in flags or the environment, never printed.
enum SecretProperties {
  static let names: Set<String> = [
    "sasl.password", "ssl.key.password", "ssl.key.pem", "ssl.keystore.password", "sasl.oauthbearer.client.secret",
    "sasl.oauthbearer.config",
  ]
  static func isSecret(_ property: String) -> Bool { names.contains(property) || property.hasSuffix("password") }
}
