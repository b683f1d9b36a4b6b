import Broker
import SimulatedBroker
import TestSupport
import Testing

@Suite struct AdminTests {
  let cluster = SimulatedCluster()

  @Test("topics are created once, described with their settings, and listed without the internal ones")
  func topics() throws {
    let admin = try cluster.process(named: "w").admin()
    let topics = [
      NewTopic("b", partitionCount: 3, configuration: ["cleanup.policy": "compact"]), NewTopic("a", partitionCount: 1),
      NewTopic("__consumer_offsets", partitionCount: 1), NewTopic("none", partitionCount: 0),
    ]
    #expect(try admin.createTopics(topics, timeout: Town.timeout) == [nil, nil, nil, .invalidPartitions])
    #expect(try admin.createTopics([topics[0]], timeout: Town.timeout) == [.topicAlreadyExists])
    #expect(try admin.listTopics(timeout: Town.timeout) == ["a", "b"])
    let described = try admin.describeTopics(["a", "missing", "b"], timeout: Town.timeout)
    #expect(described.map { $0?.partitionCount } == [1, nil, 3])
    #expect(described[0]?.configuration["cleanup.policy"] == "delete")
    #expect(described[2]?.configuration["cleanup.policy"] == "compact")
    #expect(try admin.listTopics(timeout: Town.timeout) == ["a", "b"])
    try admin.close(timeout: Town.timeout)
  }
}
