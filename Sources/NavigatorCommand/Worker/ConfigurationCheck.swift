import RoadNetwork
import Worker

/// `navigator worker --check-config`: everything that a start would stumble over and that can be known without a broker.
struct ConfigurationCheck {
  let effective: EffectiveSettings
  /// In the order in which a start meets them.
  let problems: [CommandFailure]

  init(_ effective: EffectiveSettings, _ settingsProblems: [SettingsFailure]) {
    self.effective = effective
    var wrong = settingsProblems
    // Bounds between settings are judged on settings that are right one by one.
    if wrong.isEmpty { wrong = SettingsSource.disagreements(effective) }
    problems =
      wrong.map { CommandFailure(.settings, $0.description, "") } + Self.problemsOfFiles(effective)
  }

  /// Opens what the worker would open, with the same checks.
  private static func problemsOfFiles(_ effective: EffectiveSettings) -> [CommandFailure] {
    var found: [CommandFailure] = []
    func note(_ key: String, _ body: () throws(CommandFailure) -> Void) {
      do throws(CommandFailure) { try body() } catch {
        found.append(CommandFailure(error.status, "\(key): \(error.what)", error.whatToDo))
      }
    }
    var network: RoadNetwork?
    do throws(CommandFailure) {
      let path = try SettingsSource.required("network.file", effective)
      note("network.file") { () throws(CommandFailure) in network = try NetworkFile.open(path) }
    } catch {
      found.append(error)
    }
    // Its roads are those of the network: without one there is nothing to hold it against.
    if let path = effective.text("speeds.file"), let network {
      note("speeds.file") { () throws(CommandFailure) in _ = try SpeedTableFile.model(path, on: network) }
    }
    if let path = effective.text("keys.file") {
      note("keys.file") { () throws(CommandFailure) in _ = try KeyRingCommands.read(path) }
    }
    return found
  }

  /// Writes the settings in force; then tells each problem in a line, the last by throwing it.
  func run() throws(CommandFailure) {
    let output = StandardOutput()
    for line in effective.listing() { output.writeLine(line) }
    try output.flush()
    guard let last = problems.last else { return }
    for problem in problems.dropLast() { StandardError.write(problem.line + "\n") }
    let status = problems.allSatisfy { $0.status == last.status } ? last.status : .settings
    throw CommandFailure(status, last.what, last.whatToDo)
  }
}
