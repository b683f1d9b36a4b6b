import Broker
import Glibc
import Messages

/// `navigator topics create`.
struct TopicsCreateCommand: Command {
  let name = "topics create"
  let summary = "Make the topics that are missing, with the right settings, and check the rest."
  let options = TopicCluster.options
  let notes = """
    topics.partitions and topics.replication say how many partitions and replicas; road-conditions and worker-status get one partition. Topics
    that must be co-partitioned follow those of them that exist. Nothing that exists is changed.
    """
  let example = "navigator topics create --config worker.properties"

  func run(_ invocation: Invocation) throws(CommandFailure) {
    let cluster = try TopicCluster(invocation)
    let output = StandardOutput()
    let missing = cluster.plan.missing(try cluster.describe()).map(\.topic)
    var refused: [String] = []
    for (topic, code) in zip(missing, try cluster.create(missing)) {
      if let code {
        refused.append("\(topic.name): \(code)")
      } else {
        output.writeLine(TopicFinding.created(topic))
      }
    }
    try output.flush()
    guard refused.isEmpty else {
      throw CommandFailure(
        .settings, "the broker refused \(refused.joined(separator: ", "))",
        "check topics.replication and the client's rights")
    }
    let made = Set(missing.map(\.name))
    let findings = cluster.plan.findings(try described(cluster, all: made))
    cluster.close()
    try TopicsCheckCommand.report(findings.filter { !made.contains($0.name) || !$0.fits })
  }

  /// What is there now; brokers tell of a new topic a little later.
  private func described(_ cluster: TopicCluster, all names: Set<String>) throws(CommandFailure) -> [TopicRole:
    TopicDescription]
  {
    let clock = ContinuousClock()
    let end = clock.now.advanced(by: .seconds(10))
    while true {
      let found = try cluster.describe()
      if names.isSubset(of: found.values.map(\.name)) || clock.now > end { return found }
      usleep(100_000)
    }
  }
}
