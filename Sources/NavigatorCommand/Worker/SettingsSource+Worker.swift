import Glibc
import Worker

extension SettingsSource {
  /// The typed settings, with the host's name and processors where a default needs them.
  static func workerSettings(_ effective: EffectiveSettings) throws(CommandFailure) -> WorkerSettings {
    do {
      return try WorkerSettings(effective, hostName: hostName, processorCount: processorCount)
    } catch {
      throw CommandFailure(.settings, error.description, "")
    }
  }

  /// Everything in the settings that does not fit together.
  static func disagreements(_ effective: EffectiveSettings) -> [SettingsFailure] {
    WorkerSettings.problems(effective, hostName: hostName, processorCount: processorCount)
  }

  private static var hostName: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
