import Messages
import Navigator
import RoadNetwork
import Routing
import TestSupport
import Testing

@testable import Worker

@Suite("Opening tokens")
struct OpeningTokensTests {
  @Test("of a record with thousands of alternative tokens as many are opened as are looked at")
  func bounded() throws {
    let map = try RoadMap("A-----B", spacing: 20, roads: ["AB": [:]])
    let processor = NavigatorProcessor(
      navigator: Navigator(network: map.network, router: DijkstraRouter(map.network)),
      surroundings: .init(
        topics: WorkerTopics(
          catalogue: TopicCatalogue(), partitionCount: 1, deadLetterPartitionCount: 1, conditionsPartitionCount: 1),
        settings: WorkerSettings(), tokens: nil, board: ConditionsBoard(), version: "test"))
    let assignment = RouteTokenAssignment(
      header: AssignmentHeader(assignmentID: "a"), routeToken: "token",
      alternativeRouteTokens: [String](repeating: "token", count: 5_000))
    #expect(processor.opened(assignment).alternativeTokens.count == AssignRouteToken.alternativeLimit)
  }
}
