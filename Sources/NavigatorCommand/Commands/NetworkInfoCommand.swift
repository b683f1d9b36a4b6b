internal import RoadNetwork

/// `navigator network info FILE`.
struct NetworkInfoCommand: Command {
  let name = "network info"
  let summary = "Show what is in a road-network file."
  let options = [
    CommandOption.value("network", "FILE", "the road network, as the other commands take it; the same as FILE"),
    CommandOption.flag("json", "one JSON object instead of text"),
  ]
  let operands = CommandOperands.atMostOne("FILE")
  let notes = "The file is checked whole before anything is shown; - reads it from standard input."
  let example = "navigator network info helsinki.nav"

  func run(_ invocation: Invocation) throws(CommandFailure) {
    guard let path = invocation.operands.first ?? invocation.value("network") else {
      throw .usage("FILE is missing", command: name)
    }
    guard invocation.operands.isEmpty || !invocation.flag("network") else {
      throw .usage("--network and FILE are two names for the same", command: name)
    }
    let summary = NetworkSummary(try NetworkFile.open(path))
    let output = StandardOutput()
    output.writeLine(invocation.flag("json") ? summary.json : summary.text)
    try output.flush()
  }
}
