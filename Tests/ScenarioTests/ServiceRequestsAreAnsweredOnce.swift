import Broker
import Geometry
import Messages
import Navigator
import RouteTokens
import Routing
import SimulatedBroker
import TestSupport
import Testing
import Worker

/// Every request is answered exactly once, by its key, killed workers or not; a bad one gives a dead letter and the next proceeds.
@Suite("Service requests are answered once")
struct ServiceRequestsAreAnsweredOnce {
  func fleet(
    _ town: DrivingTown, seed: UInt64, maxRecordBytes: Int = 1_000_000, to destination: Character = "K",
    board: ConditionsBoard = .complete
  ) throws -> Fleet<ServiceProcessor> {
    var settings = WorkerSettings.scenario
    settings.maxRecordBytes = maxRecordBytes
    settings.outputEncoding = .json
    settings.passRecords = 2
    let topics = WorkerTopics(
      catalogue: TopicCatalogue(), partitionCount: 2, deadLetterPartitionCount: 2, conditionsPartitionCount: 1)
    let sealer = TokenSealer(keys: town.keys)
    let parts = town.parts
    let fleet = Fleet(seed: seed, settings: settings, duty: .services) {
      ServiceProcessor(
        router: DijkstraRouter(parts.network), sealer: sealer, settledNodeBudget: 100_000,
        surroundings: .init(topics: topics, settings: settings, tokens: parts.tokens, board: board, version: "test"))
    }
    let (from, to) = (try town.map.coordinate("A"), try town.map.coordinate(destination))
    for number in 0..<12 {
      let point = { (place: (Double, Double)) in
        "{\"location\":{\"latLng\":{\"latitude\":\(place.0),\"longitude\":\(place.1)}}}"
      }
      let request =
        number == 5
        ? "{\"origin\":7}"
        : "{\"origin\":\(point((from.latitude, from.longitude))),\"destination\":\(point((to.latitude, to.longitude))),"
          + "\"travelMode\":\"DRIVE\",\"routingPreference\":\"TRAFFIC_AWARE\"}"
      fleet.cluster.append(
        OutgoingRecord(
          topic: "navigator.service-requests", key: Array("request-\(number)".utf8), value: Array(request.utf8),
          headers: [RecordHeader("ce_type", Array("navigator.v1.ComputeRoutesRequest".utf8))],
          timestampMillis: DrivingTown.start + Int64(number)))
    }
    return fleet
  }

  @Test(
    "killed again and again, the answers are those of a clean run, tokens included",
    arguments: Seeds.fromEnvironment(count: 3))
  func once(seed: UInt64) throws {
    let town = try DrivingTown()
    let clean = try fleet(town, seed: seed)
    clean.start("s-0")
    #expect(clean.run())
    let answers = clean.cluster.records(of: "navigator.service-responses")
    #expect(answers.count == 11)
    #expect(clean.cluster.records(of: "navigator.dead-letters").count == 1)
    #expect(
      answers.allSatisfy { $0.value.map { String(decoding: $0, as: UTF8.self) }?.contains("\"routeToken\"") == true })

    var random = SeededRandom(seed: seed)
    let killed = try fleet(town, seed: seed)
    killed.start("s-0")
    for _ in 0..<6 {
      killed.cluster.kill("s-0", atStep: killed.cluster.steps(of: "s-0") + random.number(in: 1...40))
      killed.run(maxSteps: 30)
    }
    #expect(killed.run())
    Invariants.expectEqual(killed.published, clean.published, "SEED=\(seed)")
  }

  @Test("an answer larger than a record may be is told as such, and the next request is answered")
  func tooLarge() throws {
    let fleet = try fleet(try DrivingTown(), seed: 1, maxRecordBytes: 1_000)
    fleet.start("s-0")
    #expect(fleet.run())
    #expect(fleet.ends.isEmpty)
    let answers = fleet.cluster.records(of: "navigator.service-responses")
    #expect(answers.count == 11)
    #expect(answers.allSatisfy { String(decoding: $0.value ?? [], as: UTF8.self).contains("RESOURCE_EXHAUSTED") })
  }
}
