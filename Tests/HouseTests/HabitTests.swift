import Foundation
import Testing

@Suite("Habits of the sources")
struct HabitTests {
  @Test("no file is longer than 500 lines, no test file longer than 400")
  func filesStayShort() throws {
    for (folder, most) in [("Sources", 500), ("Tests", 400)] {
      for file in try House.swiftFiles(in: folder) {
        #expect(file.lines.count <= most + 1, "\(file.path) has \(file.lines.count) lines")
      }
    }
  }

  @Test("no source crashes on purpose or by force")
  func nothingCrashesOnInput() throws {
    let calls = ["try" + "!", "fatalError" + "(", " as" + "! "]
    for file in try House.swiftFiles(in: "Sources") {
      for (number, line) in file.lines.enumerated() where !line.drop(while: { $0 == " " }).hasPrefix("//") {
        for call in calls where line.contains(call) { Issue.record("\(file.path):\(number + 1): \(call)") }
      }
    }
  }

  @Test("nothing is left unfinished or switched off")
  func nothingIsLeftUnfinished() throws {
    let marks = [
      "TO" + "DO", "FIX" + "ME", "not imple" + "mented", ".dis" + "abled(", "withKnown" + "Issue", "XCT" + "Skip",
    ]
    for file in try House.swiftFiles(in: "Sources") + House.swiftFiles(in: "Tests") {
      for (number, line) in file.lines.enumerated() {
        for mark in marks where line.contains(mark) { Issue.record("\(file.path):\(number + 1): \(mark)") }
      }
    }
  }

  @Test("unchecked Sendable and unsafe nonisolation stand only where their reason stands beside them")
  func uncheckedSendableIsProven() throws {
    for file in try House.swiftFiles(in: "Sources") {
      for (number, line) in file.lines.enumerated()
      where line.contains("@unchecked " + "Sendable") || line.contains("nonisolated(" + "unsafe)") {
        let before = file.lines[max(0, number - 8)...number].joined(separator: "\n")
        #expect(before.contains("//"), "\(file.path):\(number + 1) has no reason beside it")
      }
    }
  }

  @Test("the scripts and the CI entry can be run, and the README names its two commands")
  func scriptsAreExecutable() throws {
    for script in ["deploy/setup.sh", "deploy/demo.sh", "deploy/test.sh", ".ci/run"] {
      let path = House.root.appendingPathComponent(script).path
      #expect(FileManager.default.isExecutableFile(atPath: path), "\(script) is not executable")
    }
    let readme = try House.text("README.md")
    #expect(readme.contains("./deploy/demo.sh"))
    #expect(readme.contains("./deploy/test.sh"))
  }

  @Test("the top level holds nothing but what is fixed")
  func topLevelIsFixed() throws {
    let allowed: Set<String> = [
      "Package.swift", "Package.resolved", "README.md", "LICENSE", "Sources", "Tests", "deploy", "schemas",
    ]
    for name in try FileManager.default.contentsOfDirectory(atPath: House.root.path) where !name.hasPrefix(".") {
      #expect(allowed.contains(name), "\(name) at the top level")
    }
  }

  @Test("every target has its line in the map of the house")
  func everyTargetIsOnTheMap() throws {
    let map = try House.text("Sources/README.md")
    for name in try FileManager.default.contentsOfDirectory(atPath: House.root.appendingPathComponent("Sources").path)
    where name != "README.md" { #expect(map.contains(name), "Sources/README.md does not name \(name)") }
  }
}
