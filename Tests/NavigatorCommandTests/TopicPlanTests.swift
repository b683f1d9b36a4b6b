import Broker
import Messages
import Testing

@testable import NavigatorCommand

private let plan = TopicPlan(catalogue: TopicCatalogue(), partitionCount: 6, replicationFactor: -1)

/// Everything as `topics create` makes it.
private func made() -> [TopicRole: TopicDescription] {
  var found: [TopicRole: TopicDescription] = [:]
  for (role, topic) in plan.missing([:]) {
    found[role] = TopicDescription(
      name: topic.name, partitionCount: topic.partitionCount, configuration: topic.configuration)
  }
  return found
}

struct TopicPlanTests {
  @Test("on an empty cluster everything is missing; what is made fits")
  func makes() {
    let nothing = plan.findings([:])
    #expect(nothing.allSatisfy { $0.state == .missing })
    let topics = plan.missing([:])
    #expect(topics.map(\.role) == TopicRole.allCases)
    for (role, topic) in topics {
      #expect(topic.name == "navigator." + role.rawValue)
      #expect(topic.configuration["cleanup.policy"] == role.cleanup.rawValue)
      #expect(topic.partitionCount == (role == .roadConditions || role == .workerStatus ? 1 : 6))
    }
    let findings = plan.findings(made())
    #expect(findings.allSatisfy { $0.fits })
    #expect(plan.missing(made()).isEmpty)
  }

  @Test("a topic that was made is told with its number of partitions, one without the plural")
  func created() {
    let lines = plan.missing([:]).map { TopicFinding.created($0.topic) }
    #expect(lines.contains("created  navigator.road-conditions: 1 partition, cleanup compact"))
    #expect(lines.contains("created  navigator.arrivals: 6 partitions, cleanup delete"))
  }

  @Test("missing co-partitioned topics follow those that exist, whatever the settings say")
  func follows() {
    let found = [
      TopicRole.locationUpdates: TopicDescription(
        name: "navigator.location-updates", partitionCount: 12, configuration: [:])
    ]
    for (role, topic) in plan.missing(found) where role.isCopartitioned { #expect(topic.partitionCount == 12) }
  }

  @Test("different partition counts of co-partitioned topics are told with both numbers")
  func copartitioning() {
    var found = made()
    found[.sessionsChangelog]?.partitionCount = 4
    found[.arrivals]?.partitionCount = 2
    let bad = plan.findings(found).filter { !$0.fits }
    #expect(bad.map(\.name) == ["navigator.sessions-changelog"])
    #expect(bad[0].lines[0].contains("has 4 partitions and navigator.route-assignments has 6"))
  }

  @Test("a cleanup policy that would lose records is told; the order of its words does not matter")
  func cleanup() {
    var found = made()
    found[.sessionsChangelog]?.configuration["cleanup.policy"] = "delete"
    found[.arrivals]?.configuration["cleanup.policy"] = "compact"
    found[.workerStatus]?.configuration["cleanup.policy"] = "delete, compact"
    found[.routeStatus]?.configuration = [:]
    let bad = plan.findings(found).filter { !$0.fits }
    #expect(bad.map(\.name) == ["navigator.arrivals", "navigator.sessions-changelog"])
    #expect(bad[1].lines[0].contains("must be compact"))
  }

  @Test("timestamps set by the broker are told")
  func timestamps() {
    var found = made()
    found[.locationUpdates]?.configuration["message.timestamp.type"] = "LogAppendTime"
    #expect(plan.findings(found).filter { !$0.fits }.map(\.name) == ["navigator.location-updates"])
  }
}
