internal import RoadNetwork

/// `navigator network info FILE`.
struct NetworkInfoCommand: Command {
  let name = "network info"
  let summary = "Show what is in a road-network file."
  let options = [CommandOption.flag("json", "one JSON object instead of text")]
  let operands = CommandOperands.one("FILE")
  let notes = "The file is checked whole before anything is shown; - reads it from standard input."
  let example = "navigator network info helsinki.nav"

  func run(_ invocation: Invocation) throws(CommandFailure) {
    let summary = NetworkSummary(try NetworkFile.open(invocation.operands[0]))
    let output = StandardOutput()
    output.writeLine(invocation.flag("json") ? summary.json : summary.text)
    try output.flush()
  }
}
