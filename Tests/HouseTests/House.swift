import Foundation

/// The repository as text, for the tests that hold its structure to the rules.
enum House {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  struct SourceFile {
    let target: String
    let path: String
    let lines: [Substring]

    /// The modules it imports, whatever access level or attribute the import carries.
    var imports: [String] {
      lines.compactMap { line in
        let words = line.split(separator: " ")
        guard let at = words.firstIndex(of: "import"), words[..<at].allSatisfy(isImportPrefix) else { return nil }
        let rest = words[(at + 1)...].drop {
          ["struct", "class", "enum", "protocol", "func", "let", "var"].contains($0)
        }
        return rest.first.map { String($0.split(separator: ".")[0]) }
      }
    }

    private func isImportPrefix(_ word: Substring) -> Bool {
      word.hasPrefix("@") || ["public", "package", "internal", "private", "fileprivate"].contains(word)
    }
  }

  /// Every Swift file below `folder`, with the name of the folder directly below it as its target.
  static func swiftFiles(in folder: String) throws -> [SourceFile] {
    let base = root.appendingPathComponent(folder)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: base.path).filter { $0.hasSuffix(".swift") }
      .sorted()
    return try paths.map { path in
      let text = try String(contentsOf: base.appendingPathComponent(path), encoding: .utf8)
      return SourceFile(
        target: path.split(separator: "/").first.map(String.init) ?? "", path: "\(folder)/\(path)",
        lines: text.split(separator: "\n", omittingEmptySubsequences: false))
    }
  }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }
}
