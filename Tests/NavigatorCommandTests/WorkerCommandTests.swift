import Foundation
import Testing

@testable import NavigatorCommand

@Suite("navigator worker --check-config") struct WorkerCommandTests {
  private func check(_ probe: CommandProbe, _ settings: String) throws -> CommandProbe.Outcome {
    probe.write("worker.properties", settings)
    return try probe.run("worker", "--config", probe.path("worker.properties"), "--check-config")
  }

  /// What the check finds, each in a line.
  private func problems(_ settings: String) throws -> [CommandFailure] {
    let probe = try CommandProbe()
    probe.write("worker.properties", settings)
    guard
      case .run(let invocation) = try CommandTable.all.request(
        ["worker", "--config", probe.path("worker.properties"), "--check-config"])
    else { return [] }
    return try SettingsSource.$environment.withValue([:]) {
      let (effective, wrong) = try SettingsSource.examine(invocation, requireAll: true)
      return ConfigurationCheck(effective, wrong).problems
    }
  }

  @Test("files that open and settings that fit are status 0, with the settings in force")
  func sound() throws {
    let probe = try SmallTown.probe()
    _ = try probe.run("keys", "new", probe.path("keys.json"))
    let outcome = try check(
      probe,
      "bootstrap = a:1\nnetwork.file = \(probe.path("town.nav"))\nkeys.file = \(probe.path("keys.json"))\n")
    #expect(outcome.status == .success, "\(String(describing: outcome.failure))")
    #expect(outcome.output.contains("bootstrap = a:1  # file line 1"))
  }

  @Test("a network that is missing or none, and a key ring that others may read, are told before the start")
  func files() throws {
    let probe = try SmallTown.probe()
    let missing = try check(probe, "bootstrap = a:1\nnetwork.file = \(probe.path("none.nav"))\n")
    #expect(missing.status == .missingFile && missing.failure?.what.hasPrefix("network.file: ") == true)
    let wrong = try check(probe, "bootstrap = a:1\nnetwork.file = \(probe.path("town.osm"))\n")
    #expect(wrong.status == .badData)
    let speeds = try check(
      probe,
      "bootstrap = a:1\nnetwork.file = \(probe.path("town.nav"))\nspeeds.file = \(probe.path("town.osm"))\n")
    #expect(speeds.status == .badData && speeds.failure?.what.hasPrefix("speeds.file: ") == true)
    _ = try probe.run("keys", "new", probe.path("keys.json"))
    _ = chmod(probe.path("keys.json"), 0o644)
    let open = try check(
      probe,
      "bootstrap = a:1\nnetwork.file = \(probe.path("town.nav"))\nkeys.file = \(probe.path("keys.json"))\n")
    #expect(open.status == .settings && open.failure?.what.hasPrefix("keys.file: ") == true)
  }

  @Test("all mistakes are told at once, those of settings and of files")
  func everything() throws {
    let found = try problems(
      "comit.interval = 5 ms\nfix.timeout = 60\nnetwork.file = /none.nav\nkeys.file = /none.json\n")
    #expect(found.count == 5)
    for word in ["comit.interval", "fix.timeout = 60 has no unit", "bootstrap", "network.file", "keys.file"] {
      #expect(found.contains { $0.what.contains(word) }, "\(word)")
    }
    #expect(try problems("bootstrap = a:1\n").map(\.what).first?.contains("network.file is missing") == true)
  }

  @Test("the version is that of the program and of its network files")
  func version() throws {
    guard case .version = try CommandTable.all.request(["--version"]) else {
      Issue.record("no version")
      return
    }
    #expect(ProgramVersion.page.hasPrefix("navigator \(ProgramVersion.text)\n"))
    #expect(ProgramVersion.page.contains("file format "))
    #expect(throws: CommandFailure.self) { try CommandTable.all.request(["--version", "worker"]) }
  }
}
