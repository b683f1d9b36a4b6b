/// `navigator topics check`.
struct TopicsCheckCommand: Command {
  let name = "topics check"
  let summary = "Compare the topics of a cluster with what the worker needs."
  let options = TopicCluster.options
  let notes = """
    A line a topic: ok, missing, or what differs and why it matters. Status 78 when something is missing or differs, 69 when the cluster
    cannot be reached.
    """
  let example = "navigator topics check --config worker.properties"

  func run(_ invocation: Invocation) throws(CommandFailure) {
    let cluster = try TopicCluster(invocation)
    let findings = cluster.plan.findings(try cluster.describe())
    cluster.close()
    try Self.report(findings)
  }

  /// Prints the findings; fails when one of them is no fit.
  static func report(_ findings: [TopicFinding]) throws(CommandFailure) {
    let output = StandardOutput()
    for line in findings.flatMap(\.lines) { output.writeLine(line) }
    try output.flush()
    let bad = findings.filter { !$0.fits }
    guard !bad.isEmpty else { return }
    let isMissing = bad.contains { $0.state == .missing }
    throw CommandFailure(
      .settings, "\(bad.count) of \(findings.count) topics are missing or differ",
      isMissing ? "make the missing ones with navigator topics create" : "see the lines above")
  }
}
