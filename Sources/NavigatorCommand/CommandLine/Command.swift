/// One command of the program: its help as data, and what it does.
///
/// To add a command: one file under `Commands/` with a type like this, one line in `CommandTable.all`.
protocol Command: Sendable {
  /// The words that call it, e.g. `network build`.
  var name: String { get }
  /// One line for the listing.
  var summary: String { get }
  var options: [CommandOption] { get }
  var operands: CommandOperands { get }
  /// Anything else the help should say; empty for nothing.
  var notes: String { get }
  /// A whole line that can be typed.
  var example: String { get }

  /// Does the work. Flags, operand count and required options have been checked already.
  func run(_ invocation: Invocation) throws(CommandFailure)
}

extension Command {
  var options: [CommandOption] { [] }
  var operands: CommandOperands { .none }
  var notes: String { "" }
}
