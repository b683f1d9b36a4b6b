import Foundation
import KafkaBroker
import Worker

/// Reads the settings that a command shares with the worker: `--config FILE`, the environment, flags.
enum SettingsSource {
  /// The process's; another one when a command is run within a test.
  @TaskLocal static var environment = ProcessInfo.processInfo.environment

  static let option = CommandOption.value("config", "FILE", "settings file (.properties), as for navigator worker")

  /// - Parameter requireAll: false for commands that need only a part of the settings.
  static func read(
    _ invocation: Invocation, flags: [(name: String, value: String)] = [], requireAll: Bool = false
  ) throws(CommandFailure) -> EffectiveSettings {
    let (effective, problems) = try examine(invocation, flags: flags, requireAll: requireAll)
    if let failure = SettingsFailure(firstOf: problems) {
      throw CommandFailure(.settings, failure.description, "see: navigator help worker")
    }
    return effective
  }

  /// The same, with everything that is wrong instead of the first of it.
  static func examine(
    _ invocation: Invocation, flags: [(name: String, value: String)] = [], requireAll: Bool = false
  ) throws(CommandFailure) -> (effective: EffectiveSettings, problems: [SettingsFailure]) {
    let file: String?
    if let path = invocation.value("config") { file = try InputFile.text(path, limit: 1 << 20) } else { file = nil }
    let reader = SettingsReader(passThroughCheck: { ClientProperties.complaint(property: $0, value: $1) })
    return reader.examine(flags: flags, environment: environment, file: file, requireAll: requireAll)
  }

  /// A setting that this command cannot do without.
  static func required(_ key: String, _ settings: EffectiveSettings) throws(CommandFailure) -> String {
    do {
      return try settings.required(key)
    } catch {
      throw CommandFailure(.settings, error.description, "see: navigator help worker")
    }
  }
}

extension EffectiveSettings {
  /// The cluster that `bootstrap` and the pass-through properties describe.
  ///
  /// - Parameter log: takes the client's log; without one a person is told of brokers that cannot be reached.
  func kafkaSettings(
    bootstrap: String, log: @escaping @Sendable (LibraryLogLine) -> Void = BrokerNews.teller()
  ) -> KafkaBrokerSettings {
    let properties = clientProperties
    return KafkaBrokerSettings(
      bootstrapServers: bootstrap, applicationID: text("application.id") ?? "navigator",
      properties: properties.common.map { (name: $0.0, value: $0.1) },
      consumerProperties: properties.consumer.map { (name: $0.0, value: $0.1) },
      producerProperties: properties.producer.map { (name: $0.0, value: $0.1) }, log: log)
  }
}
