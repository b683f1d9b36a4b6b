import Broker
import Geometry
import Messages
import Navigator
import Routing
import SimulatedBroker
import TestSupport
import Testing
import Worker

/// A closure comes in while vehicles are under way, and ends again: exactly those on whose way it lies are told, at once and once
/// each, whatever befalls the workers.
@Suite("Closures arrive live in the worker")
struct ClosuresArriveLiveInTheWorker {
  /// Eighteen vehicles, three of each kind; from C to D the road is closed while they drive.
  private struct Day {
    let town: DrivingTown
    let board = ConditionsBoard()
    let fleet: Fleet<NavigatorProcessor>
    private let feed: ConditionsFeed
    /// When the road is closed, and when it is open again.
    static let closing = DrivingTown.start + 100_000
    static let opening = closing + 30_000

    init(_ town: DrivingTown, seed: UInt64) {
      self.town = town
      fleet = town.fleet(seed: seed, records: [], board: board)
      fleet.settings.passRecords = 6
      feed = ConditionsFeed(
        context: ThreadContext(
          broker: fleet.cluster.process(named: "conditions"), settings: fleet.settings, topics: fleet.topics,
          clock: SimulatedClock(cluster: fleet.cluster)), network: town.map.network, board: board,
        framings: MessageFramings())
      feed.step()
    }

    /// Appends the records of a span of event time, and waits until they are applied before those of the other topic follow: which
    /// of two topics is read first is nobody's promise while both are being written.
    func play(_ records: [OutgoingRecord], _ span: Range<Int64>, _ kill: @escaping () -> Void) -> Bool {
      var slice = records.filter { span.contains($0.timestampMillis ?? 0) }[...]
      while let topic = slice.first?.topic {
        let run = slice.prefix { $0.topic == topic }
        for record in run { fleet.cluster.append(record) }
        slice = slice[run.endIndex...]
        let isDone = fleet.run(maxSteps: 20_000) {
          kill()
          return fleet.isCaughtUp
        }
        if !isDone { return false }
      }
      return true
    }

    /// Appends a condition and lets every task take it up.
    func change(closed: Bool, at millis: Int64, _ kill: () -> Void) throws {
      let segment = SegmentReference(try town.map.edge("C", "D"), on: town.map.network)
      fleet.cluster.append(
        OutgoingRecord(
          topic: TopicCatalogue().name(of: .roadConditions),
          key: Array("\(segment.wayID):\(segment.fromNodeID):\(segment.toNodeID)".utf8),
          value: closed ? Array("{\"closed\":true}".utf8) : nil,
          headers: [RecordHeader("ce_type", Array("navigator.v1.RoadCondition".utf8))], timestampMillis: millis))
      let before = board.current.conditions.version
      for _ in 0..<20 where board.current.conditions.version == before { feed.step() }
      #expect(board.current.conditions.version != before)
      for _ in 0..<300 {
        kill()
        fleet.restartKilled()
        fleet.step()
      }
    }

    func run(_ records: [OutgoingRecord], kill: @escaping () -> Void = {}) throws -> [TopicPartition: [Record]] {
      fleet.start("w-0")
      fleet.start("w-1")
      #expect(play(records, 0..<Day.closing, kill))
      try change(closed: true, at: Day.closing, kill)
      #expect(play(records, Day.closing..<Day.opening, kill))
      try change(closed: false, at: Day.opening, kill)
      #expect(play(records, Day.opening..<Int64.max, kill))
      for _ in 0..<200 {
        fleet.restartKilled()
        fleet.step()
      }
      return fleet.published
    }
  }

  // MARK: Vehicles

  private enum Kind: String, CaseIterable {
    /// On A to E, before the closure.
    case ahead
    /// At its stop at B, before it is sent on to E.
    case atStop
    /// On A to E, beyond the closure.
    case past
    /// On E to A: the other direction.
    case opposite
    /// On another street.
    case elsewhere
    /// Sent from A to E while the road is closed.
    case later
  }

  /// The way a vehicle drives, when it starts, and where it stops for a while to be sent on.
  private static func itinerary(_ kind: Kind) -> (way: String, startsBefore: Int64, stops: String) {
    switch kind {
    case .ahead: ("ABCGHDE", 12_000, "E")
    case .atStop: ("ABCGHDE", 45_000, "BE")
    case .past: ("ABCDE", 75_000, "E")
    case .opposite: ("EDCBA", 20_000, "A")
    case .elsewhere: ("IJKH", 20_000, "H")
    case .later: ("ABCGHDE", -5_000, "E")
    }
  }

  private func records(_ town: DrivingTown) throws -> [OutgoingRecord] {
    var records: [OutgoingRecord] = []
    for kind in Kind.allCases {
      for number in 0..<3 {
        let vehicle = "\(kind.rawValue)-\(number)"
        let (way, lead, stops) = Self.itinerary(kind)
        var time = Day.closing - lead + Int64(number) * 400
        let places = try way.map { try town.map.coordinate($0) }
        records.append(town.fix(vehicle, places[0], at: time))
        records.append(
          try town.assignment(
            vehicle, "job-\(vehicle)", from: places[0], to: stops.map { try town.map.coordinate($0) }, at: time + 500))
        var stopIndex = 0
        for (index, (from, to)) in zip(places, places.dropFirst()).enumerated() {
          let length = distanceMeters(from, to)
          for step in 1...max(1, Int(length / 20)) {
            time += 2_000
            records.append(
              town.fix(
                vehicle, interpolated(from: from, to: to, fraction: min(1, Double(step) * 20 / length)), at: time))
          }
          guard stops.contains(Array(way)[index + 1]) else { continue }
          // Sent on when the road has been closed for a while.
          if stopIndex == 0, stops.count > 1 {
            while time < Day.closing + 8_000 {
              time += 2_000
              records.append(town.fix(vehicle, to, at: time))
            }
          }
          time += 1_000
          records.append(
            town.record(
              .routeAssignments, vehicle, "ContinueToNextDestination", at: time,
              "\"requestId\":\"r-\(stopIndex)\",\"stopIndex\":\(stopIndex)"))
          stopIndex += 1
        }
      }
    }
    return records.enumerated().sorted {
      ($0.element.timestampMillis ?? 0, $0.offset) < ($1.element.timestampMillis ?? 0, $1.offset)
    }.map(\.element)
  }

  // MARK: What is published

  private struct Told {
    var vehicle: String
    var kind: String
    var id: String
    var json: String
  }

  private func told(_ published: [TopicPartition: [Record]], _ type: String) -> [Told] {
    published.values.joined().compactMap { record -> Told? in
      func header(_ name: String) -> String {
        record.headers.first { $0.name == name }?.value.map { String(decoding: $0, as: UTF8.self) } ?? ""
      }
      guard header("ce_type") == "navigator.v1.\(type)" else { return nil }
      let vehicle = String(decoding: record.key ?? [], as: UTF8.self)
      return Told(
        vehicle: vehicle, kind: String(vehicle.prefix { $0 != "-" }), id: header("ce_id"),
        json: String(decoding: record.value ?? [], as: UTF8.self))
    }
  }

  @Test("exactly the vehicles on whose way it lies are told, once each, and nobody arrives twice")
  func exactly() throws {
    let town = try DrivingTown()
    let published = try Day(town, seed: 1).run(records(town))
    Invariants.expectNoDoubles(published, "clean")
    let closed = told(published, "RouteStatus").filter { $0.json.contains("ROAD_CLOSED") }
    #expect(
      closed.map(\.vehicle).sorted() == ["ahead-0", "ahead-1", "ahead-2", "atStop-0", "atStop-1", "atStop-2"])
    for status in closed {
      #expect(status.id == "road-conditions/0/0/0/\(status.vehicle)")
      #expect(status.json.contains("\"status\":\"OK\"") && status.json.contains("\"routeRevision\":2"))
    }
    let strayed = told(published, "RouteStatus").filter { $0.json.contains("OFF_ROUTE") }
    #expect(strayed.map(\.vehicle) == [])
    let details = told(published, "RouteTokenExecutionDetails")
    for detail in details {
      #expect(detail.json.contains("ROAD_CLOSED") == (detail.kind == "later"), "\(detail.json)")
    }
    let arrivals = told(published, "Arrival")
    for kind in Kind.allCases {
      let expected = kind == .atStop ? 2 : 1
      for number in 0..<3 {
        #expect(arrivals.count { $0.vehicle == "\(kind.rawValue)-\(number)" } == expected, "\(kind) \(number)")
      }
    }
    #expect(told(published, "TripSummary").count == 18)
  }

  @Test(
    "killed at any moment, the events are those of one clean day, byte for byte",
    arguments: Seeds.fromEnvironment(count: 4))
  func killed(_ seed: UInt64) throws {
    let town = try DrivingTown()
    let records = try records(town)
    let clean = try Day(town, seed: 1).run(records)
    var random = SeededRandom(seed: seed)
    let day = Day(town, seed: seed)
    var (kills, next) = (0, random.number(in: 1...10))
    let published = try day.run(records) {
      next -= 1
      guard next <= 0, kills < 30 else { return }
      let name = random.pick(day.fleet.members.map(\.name)) ?? "w-0"
      day.fleet.cluster.kill(
        name, atStep: day.fleet.cluster.steps(of: name) + random.number(in: 1...40), sendingQueued: random.oneIn(2))
      kills += 1
      next = random.number(in: 10...120)
    }
    #expect(kills > 3, "SEED=\(seed)")
    Invariants.expectEqual(published, clean, "SEED=\(seed), \(kills) kills")
  }
}
