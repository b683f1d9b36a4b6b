import Broker
import Geometry
import Messages
import Navigator
import RoadNetwork
import Routing
import TestSupport
import Testing

@testable import Worker

/// What a record leaves of a session must fit a record of the changelog, whichever topic it came from.
@Suite("The size of sessions")
struct SessionSizeTests {
  /// A waiting assignment with alternates, and the fix that begins it: what the fix publishes, and the session after it.
  private func begun(maxRecordBytes: Int) throws -> (outputs: [OutgoingRecord], session: Session?) {
    let map = try RoadMap(
      """
      A-----B-----------------------C-----D
            |                       |
            F-----------------------G
      """, spacing: 40, roads: ["AB": [:], "BC": [:], "CD": [:], "BF": [:], "FG": [:], "GC": [:]])
    var settings = WorkerSettings()
    settings.maxRecordBytes = maxRecordBytes
    let board = ConditionsBoard()
    board.publish(.init(conditions: .none), isComplete: true)
    let processor = NavigatorProcessor(
      navigator: Navigator(network: map.network, router: DijkstraRouter(map.network)),
      surroundings: .init(
        topics: WorkerTopics(
          catalogue: TopicCatalogue(), partitionCount: 1, deadLetterPartitionCount: 1, conditionsPartitionCount: 1),
        settings: settings, tokens: nil, board: board, version: "test"))
    var sessions = SessionStore<Session>()
    var outputs: [OutgoingRecord] = []
    func send(_ role: TopicRole, _ type: String, at place: Character, _ member: String, _ rest: String) throws {
      let place = try map.coordinate(place)
      let record = Record(
        topic: TopicCatalogue().name(of: role), partition: 0, offset: 0, timestampMillis: 1_767_225_600_000,
        key: Array("v".utf8),
        value: Array(
          """
          {"vehicleId":"v",\(member):{"latitude":\(place.latitude),"longitude":\(place.longitude)}\(rest)}
          """.utf8), headers: [RecordHeader("ce_type", Array("navigator.v1.\(type)".utf8))])
      let rank = try #require(WorkerTopics.inputs.firstIndex(of: role))
      outputs = []
      processor.apply(record, rank: rank, to: &sessions, &outputs)
    }
    try send(
      .routeAssignments, "SetDestinations", at: "D", #""waypoints":[{"location""#,
      #"}],"assignmentId":"a","routingOptions":{"alternateRoutes":"ALL"}"#)
    try #require(sessions["v"]?.state == .pending)
    try send(.locationUpdates, "LocationUpdate", at: "A", #""location""#, "")
    return (outputs, sessions["v"])
  }

  @Test("a fix whose routes would not fit the changelog is a dead letter, and the session is as it was before")
  func excessOfAFix() throws {
    let fits = try begun(maxRecordBytes: 1_000_000)
    #expect(fits.session?.state == .enroute)
    // All its events fit, and its session by all but a byte, with what a changelog record needs beside it.
    let limit = try #require(fits.session?.encoded(ChangelogKinds.route)?.count) + 1_199
    try #require(fits.outputs.allSatisfy { $0.byteCount <= limit })
    let large = try begun(maxRecordBytes: limit)
    #expect(large.outputs.map(\.topic) == [TopicCatalogue().name(of: .deadLetters)])
    #expect(large.session?.state == .pending)
  }
}
