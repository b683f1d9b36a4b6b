/// One flag of a command: how it is written, whether it takes a value, and its line in the help.
struct CommandOption: Sendable {
  /// Without the leading hyphens.
  let name: String
  /// The word that stands for the value in the help; nil for a flag without one.
  let placeholder: String?
  let isRequired: Bool
  let help: String

  /// `--name`: on when given.
  static func flag(_ name: String, _ help: String) -> CommandOption {
    CommandOption(name: name, placeholder: nil, isRequired: false, help: help)
  }

  /// `--name VALUE` or `--name=VALUE`; given more than once, the last counts unless the command reads all.
  static func value(_ name: String, _ placeholder: String, _ help: String) -> CommandOption {
    CommandOption(name: name, placeholder: placeholder, isRequired: false, help: help)
  }

  /// As `value`, and its absence is a usage error.
  static func required(_ name: String, _ placeholder: String, _ help: String) -> CommandOption {
    CommandOption(name: name, placeholder: placeholder, isRequired: true, help: help)
  }

  /// `--name` or `--name VALUE`, as the help writes it.
  var spelling: String { placeholder.map { "--\(name) \($0)" } ?? "--\(name)" }
}

/// The words a command takes after its flags.
struct CommandOperands: Sendable {
  /// As the help writes them, e.g. `FILE`; empty for none.
  let spelling: String
  let count: ClosedRange<Int>

  static let none = CommandOperands(spelling: "", count: 0...0)
  static func one(_ spelling: String) -> CommandOperands { CommandOperands(spelling: spelling, count: 1...1) }
  static func atMostOne(_ spelling: String) -> CommandOperands {
    CommandOperands(spelling: "[\(spelling)]", count: 0...1)
  }
  static func any(_ spelling: String) -> CommandOperands {
    CommandOperands(spelling: "[\(spelling)]...", count: 0...Int.max)
  }
}
