import Foundation
import Navigator
import Observability
import Testing

@testable import Worker

@Suite("What the documents say of the worker") struct ReadmeTests {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test("the README lists the settings as the table has them (navigator worker --print-settings)")
  func settings() throws {
    let readme = try String(contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
    #expect(readme.contains(SettingsText.markdown().trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  @Test("every metric that a file under deploy/ names exists, by itself or as part of a histogram")
  func metrics() throws {
    let names = Set(
      WorkerMetrics.all.flatMap { metric in
        [metric.name, "\(metric.name)_bucket", "\(metric.name)_sum", "\(metric.name)_count"]
      })
    let deploy = Self.root.appendingPathComponent("deploy")
    let files = FileManager.default.enumerator(at: deploy, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      guard ["yaml", "yml", "json"].contains(file.pathExtension) else { continue }
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /\bnavigator_[a-z0-9_]+/)
      where match.output.contains("_total") || match.output.contains("_seconds") {
        #expect(names.contains(String(match.output)), "\(file.lastPathComponent)")
      }
    }
  }

  @Test("metric names follow the conventions, and no label grows with vehicles")
  func conventions() {
    for metric in WorkerMetrics.all {
      #expect(metric.name.hasPrefix("navigator_") || metric.name.hasPrefix("process_"))
      #expect(metric.name.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "_") })
      #expect((metric.kind == .counter) == metric.name.hasSuffix("_total"), "\(metric.name)")
      #expect(Set(metric.labels).isDisjoint(with: ["vehicle", "trip", "assignment", "key"]))
      #expect(!metric.help.isEmpty)
    }
    #expect(Set(WorkerMetrics.all.map(\.name)).count == WorkerMetrics.all.count)
  }

  @Test("every tunable of the navigator has a setting that sets it")
  func navigatorTunables() throws {
    let file = SettingsTable.navigation.map { row in
      let value =
        switch row.shape {
        case .duration: "\((row.defaultText.flatMap(SettingValue.milliseconds) ?? 0) + 2_000) ms"
        case .integer: "\((row.defaultText.flatMap { Int($0) } ?? 0) + 1)"
        case .number: "\((row.defaultText.flatMap { Double($0) } ?? 0) * 1.25)"
        default: ""
        }
      return "\(row.key) = \(value)"
    }
    let set = try SettingsReader().read(file: file.joined(separator: "\n"), requireAll: false).navigatorSettings
    let unchanged = zip(Mirror(reflecting: set).children, Mirror(reflecting: NavigatorSettings()).children)
      .filter { "\($0.value)" == "\($1.value)" }.compactMap(\.0.label)
    // How many assignments a session remembers is part of its meaning, not of its tuning.
    #expect(unchanged == ["rememberedAssignments"])
  }

  @Test("the navigator's defaults are those of the table")
  func navigatorDefaults() throws {
    let effective = try SettingsReader().read(requireAll: false)
    #expect(effective.navigatorSettings == NavigatorSettings())
  }
}
