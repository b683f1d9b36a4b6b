import Broker
import Messages
import Navigator
import Routing
import SimulatedBroker
import TestSupport
import Testing
import Worker

/// A worker serves only after it has read the topic of road conditions to the end it had at the start: nobody is sent down a road whose
/// closure is the last thing in it.
@Suite("Nothing is served before the road conditions are read")
struct NothingIsServedBeforeTheConditionsAreRead {
  /// 6,000 conditions, more than one read takes; the last one closes the road from C to D.
  private func appendConditions(_ town: DrivingTown, to cluster: SimulatedCluster) throws {
    let closed = SegmentReference(try town.map.edge("C", "D"), on: town.map.network)
    let keys = (0..<5_999).map { "\(900_000 + $0):1:2" } + ["\(closed.wayID):\(closed.fromNodeID):\(closed.toNodeID)"]
    for key in keys {
      cluster.append(
        OutgoingRecord(
          topic: TopicCatalogue().name(of: .roadConditions), key: Array(key.utf8),
          value: Array("{\"closed\":true}".utf8),
          timestampMillis: 1))
    }
  }

  private func feed<Processor: TaskProcessor>(
    _ town: DrivingTown, _ board: ConditionsBoard, _ fleet: Fleet<Processor>
  ) -> ConditionsFeed {
    ConditionsFeed(
      context: ThreadContext(
        broker: fleet.cluster.process(named: "conditions"), settings: fleet.settings, topics: fleet.topics,
        clock: SimulatedClock(cluster: fleet.cluster)), network: town.map.network, board: board,
      framings: MessageFramings())
  }

  /// The workers run all the while the conditions are read.
  ///
  /// - Returns: what was published once they were.
  private func published<Processor: TaskProcessor>(
    _ fleet: Fleet<Processor>, _ board: ConditionsBoard, _ feed: ConditionsFeed, _ worker: String
  ) -> [String] {
    fleet.start("\(worker)-0")
    fleet.start("\(worker)-1")
    var reads = 0
    while !board.isComplete, reads < 10 {
      for _ in 0..<400 { fleet.step() }
      #expect(fleet.published.values.allSatisfy { $0.isEmpty }, "after \(reads) reads")
      #expect(!fleet.isCaughtUp)
      feed.step()
      reads += 1
    }
    // One read does not reach the closure.
    #expect(board.isComplete && reads >= 2)
    #expect(fleet.run())
    return fleet.published.sorted { $0.key < $1.key }.flatMap(\.value).map { record in
      let type = record.headers.first { $0.name == "ce_type" }?.value ?? []
      return String(decoding: type + Array(" ".utf8) + (record.value ?? []), as: UTF8.self)
    }
  }

  /// From A to E, round the closed road.
  private func distanceRound(_ town: DrivingTown, _ board: ConditionsBoard) throws -> Int {
    let route = try DijkstraRouter(town.map.network).route(
      RouteRequest(
        start: .waypoint(Waypoint(try town.map.coordinate("A"))), stops: [Waypoint(try town.map.coordinate("E"))],
        conditions: board.current.conditions))
    return Int(route.distanceMeters.rounded())
  }

  @Test("assignments that wait in the log get their first route round the road that the last condition closes")
  func assignments() throws {
    let town = try DrivingTown()
    let board = ConditionsBoard()
    let (a, e) = (try town.map.coordinate("A"), try town.map.coordinate("E"))
    var records: [OutgoingRecord] = []
    for number in Int64(0)..<6 {
      let time = DrivingTown.start + number * 100
      records.append(town.fix("v\(number)", a, at: time))
      records.append(try town.assignment("v\(number)", "job-\(number)", from: a, to: [e], at: time + 50))
    }
    let fleet = town.fleet(seed: 3, records: records, board: board)
    try appendConditions(town, to: fleet.cluster)
    let events = published(fleet, board, feed(town, board, fleet), "w")
    let statuses = events.filter { $0.hasPrefix("navigator.v1.RouteStatus ") }
    let round = try distanceRound(town, board)
    #expect(statuses.count == 6 && round > 900)
    for status in statuses {
      #expect(status.contains("\"cause\":\"ASSIGNED\"") && status.contains("\"distanceMeters\":\(round),"), "\(status)")
    }
    let details = events.filter { $0.hasPrefix("navigator.v1.RouteTokenExecutionDetails ") }
    #expect(details.count == 6 && details.allSatisfy { $0.contains("\"reason\":\"ROAD_CLOSED\"") })
  }

  @Test("service requests that wait in the log are answered with a route round it")
  func services() throws {
    let town = try DrivingTown()
    let board = ConditionsBoard()
    let fleet = try ServiceRequestsAreAnsweredOnce().fleet(town, seed: 3, to: "E", board: board)
    try appendConditions(town, to: fleet.cluster)
    let answers = published(fleet, board, feed(town, board, fleet), "s")
      .filter { $0.hasPrefix("navigator.v1.ComputeRoutesResponse ") }
    let round = try distanceRound(town, board)
    #expect(answers.count == 11 && round > 900)
    for answer in answers { #expect(answer.contains("\"distanceMeters\":\(round),"), "\(answer)") }
  }
}
