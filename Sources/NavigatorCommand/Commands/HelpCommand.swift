/// `navigator help [COMMAND]`.
struct HelpCommand: Command {
  let name = "help"
  let summary = "Show the commands, or one command's options with an example."
  let operands = CommandOperands.any("COMMAND")
  let example = "navigator help network build"

  func run(_ invocation: Invocation) throws(CommandFailure) {
    try HelpText(table: .all).write(topic: invocation.operands)
  }
}
