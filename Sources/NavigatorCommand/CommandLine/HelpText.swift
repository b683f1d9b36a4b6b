import Worker

/// The help pages, made from the command table.
struct HelpText {
  let table: CommandTable

  /// Prints the page for `topic`: the words of a command or of a group; none for the listing.
  func write(topic: [String]) throws(CommandFailure) {
    let output = StandardOutput()
    output.write(try page(topic))
    try output.flush()
  }

  /// The page as text.
  func page(_ topic: [String]) throws(CommandFailure) -> String {
    guard let first = topic.first else { return listing(table.commands, withStatuses: true) }
    if let (command, rest) = table.find(topic), rest.isEmpty { return page(for: command) }
    let members = table.members(of: first)
    if topic.count == 1, !members.isEmpty { return listing(members, withStatuses: false) }
    let known = table.commands.map(\.name) + table.commands.map { $0.words[0] }
    let asked = topic.joined(separator: " ")
    let nearest = NearestName.of(asked, in: known).map { ", did you mean \($0)?" } ?? ""
    throw .usage("no help for \"\(asked)\"\(nearest)")
  }

  private func listing(_ commands: [any Command], withStatuses: Bool) -> String {
    var text = "usage: navigator COMMAND [OPTION]...\n\ncommands:\n"
    text += columns(commands.map { ($0.name, $0.summary) })
    text += "\nnavigator help COMMAND shows a command's options and an example.\n"
    if withStatuses { text += "navigator --version shows this program's version and that of its network files.\n" }
    guard withStatuses else { return text }
    text += "\nexit statuses:\n" + columns(ExitStatus.allCases.map { (String($0.rawValue), $0.meaning) })
    text += "\nexample:\n  navigator demo\n"
    return text
  }

  private func page(for command: any Command) -> String {
    let required = command.options.filter(\.isRequired).map { " " + $0.spelling }.joined()
    let optional = command.options.contains { !$0.isRequired } ? " [OPTION]..." : ""
    let operands = command.operands.spelling.isEmpty ? "" : " " + command.operands.spelling
    var text = "usage: navigator \(command.name)\(required)\(optional)\(operands)\n\n\(command.summary)\n"
    text += "\noptions:\n" + columns(command.options.map { ($0.spelling, $0.help) } + [("--help", "show this text")])
    if !command.notes.isEmpty { text += "\n" + command.notes + "\n" }
    return text + "\nexample:\n  \(command.example)\n"
  }

  /// Two columns; the second is broken before 110 characters.
  private func columns(_ rows: [(String, String)]) -> String {
    let width = min(32, rows.map { $0.0.count }.max() ?? 0)
    var text = ""
    for (left, right) in rows {
      var line = "  " + left + String(repeating: " ", count: max(0, width - left.count)) + "  "
      let indent = String(repeating: " ", count: width + 4)
      var isFirst = true
      for word in right.split(separator: " ") {
        if !isFirst, line.count + word.count > 109 {
          text += line + "\n"
          line = indent
          isFirst = true
        }
        line += (isFirst ? "" : " ") + word
        isFirst = false
      }
      text += line + "\n"
    }
    return text
  }
}
