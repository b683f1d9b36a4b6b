import Broker
import Messages
import Observability
import RoadNetwork
import Routing
import SimulatedBroker
import TestSupport
import Testing
import Worker

/// When the log of road conditions has to be read again from its start, what was in force stays so until it is read.
@Suite("Road conditions that are read again stay in force")
struct RoadConditionsReadAgainStayInForce {
  @Test("a truncated log is read again whole, and no closure opens meanwhile")
  func truncated() throws {
    let town = try DrivingTown()
    let board = ConditionsBoard()
    let fleet = town.fleet(seed: 1, records: [], board: board)
    let topic = TopicCatalogue().name(of: .roadConditions)
    func append(_ key: String) {
      fleet.cluster.append(
        OutgoingRecord(topic: topic, key: Array(key.utf8), value: Array("{\"closed\":true}".utf8), timestampMillis: 1))
    }
    // More than one read takes; the road of the town is among the last ones.
    let closed = SegmentReference(try town.map.edge("C", "D"), on: town.map.network)
    for way in 0..<6_000 { append("\(900_000 + way):1:2") }
    append("\(closed.wayID):\(closed.fromNodeID):\(closed.toNodeID)")
    append("900000:1:2")
    let feed = ConditionsFeed(
      context: ThreadContext(
        broker: fleet.cluster.process(named: "conditions"), settings: fleet.settings, topics: fleet.topics,
        clock: SimulatedClock(cluster: fleet.cluster), metrics: fleet.metrics), network: town.map.network, board: board,
      framings: MessageFramings())
    for _ in 0..<10 where !board.isComplete {
      // Nothing half read is put in force either.
      #expect(board.current.conditions.isEmpty)
      feed.step()
    }
    let edge = try town.map.edge("C", "D")
    #expect(board.isComplete && board.current.conditions.isClosed(edge, atMillis: 0))
    // One of those closures is of a road that there is.
    #expect(fleet.metrics.exposition().contains("navigator_conditions_closures 1\n"))
    #expect(fleet.metrics.exposition().contains("navigator_conditions_speeds 0\n"))
    let before = board.current.conditions.version

    fleet.cluster.truncate(TopicPartition(topic: topic, partition: 0), to: 6_001)
    for _ in 0..<10 {
      fleet.cluster.advance(by: .milliseconds(600))
      feed.step()
      #expect(board.current.conditions.isClosed(edge, atMillis: 0))
    }
    #expect(board.current.conditions.version != before)
    #expect(board.current.conditions.version.text == "6001/0")
  }
}
