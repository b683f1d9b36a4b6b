extension CommandTable {
  /// Runs what the process's arguments ask for; a failure is told in one line on standard error.
  func run(_ arguments: [String]) -> ExitStatus {
    do throws(CommandFailure) {
      switch try request(Array(arguments.dropFirst())) {
      case .help(let topic): try HelpText(table: self).write(topic: topic)
      case .version:
        let output = StandardOutput()
        output.write(ProgramVersion.page)
        try output.flush()
      case .run(let invocation): try invocation.command.run(invocation)
      }
      return .success
    } catch {
      if error.status != .success { StandardError.write(error.line + "\n") }
      return error.status
    }
  }
}
