/// The settings table as text: for `navigator help worker` and for the README.
public enum SettingsText {
  /// One line a setting, aligned, by section.
  public static func help(_ definitions: [SettingDefinition] = SettingsTable.all) -> String {
    var lines: [String] = []
    let width = definitions.map(\.flagName.count).max() ?? 0
    for section in SettingDefinition.Section.allCases {
      let rows = definitions.filter { $0.section == section }
      if rows.isEmpty { continue }
      lines.append("\(section.rawValue):")
      for row in rows {
        let name = "--" + row.flagName + String(repeating: " ", count: width - row.flagName.count)
        lines.append("  \(name)  \(row.summary)\(row.defaultText.map { " [\($0)]" } ?? "")")
      }
    }
    return lines.joined(separator: "\n")
  }

  /// A Markdown table a section, between the markers that the README keeps.
  public static func markdown(_ definitions: [SettingDefinition] = SettingsTable.all) -> String {
    var lines: [String] = []
    for section in SettingDefinition.Section.allCases {
      let rows = definitions.filter { $0.section == section }
      if rows.isEmpty { continue }
      lines += ["**\(section.rawValue)**", "", "| setting | default | meaning |", "|---|---|---|"]
      for row in rows {
        let shown = row.defaultText.map { "`\($0)`" } ?? (row.isRequired ? "required" : "")
        lines.append("| `\(row.key)` | \(shown) | \(row.summary)\(choices(row)) |")
      }
      lines.append("")
    }
    return lines.joined(separator: "\n")
  }

  private static func choices(_ row: SettingDefinition) -> String {
    guard case .choice(let names) = row.shape else { return "" }
    return " (" + names.map { "`\($0)`" }.joined(separator: ", ") + ")"
  }
}
