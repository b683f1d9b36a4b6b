import Geometry
import RoadNetwork
import TestSupport
import Testing

@testable import Routing

@Suite("Closures in the weights")
struct ClosureFoldTests {
  /// Requests between the middles of roads of a random town.
  private static func requests(
    _ network: RoadNetwork, _ count: Int, under conditions: Conditions, atMillis: Int64 = 0,
    using random: inout SeededGenerator
  ) -> [RouteRequest] {
    (0..<count).map { _ in
      let ends = (0..<3).map { _ in
        let edge = EdgeID(UInt32.random(in: 0..<UInt32(network.canonicalEdgeCount), using: &random))
        return Waypoint(network.place(on: edge, fraction: Double.random(in: 0...1, using: &random)).point)
      }
      var request = RouteRequest(start: .waypoint(ends[0]), stops: Array(ends[1...]))
      request.conditions = conditions
      request.atMillis = atMillis
      return request
    }
  }

  /// Closes one road in so many, each whole and within a time.
  private static func closing(
    share: Int, _ network: RoadNetwork, from: Int64? = nil, until: Int64? = nil, using random: inout SeededGenerator
  ) -> Conditions {
    var changes: [RoadConditionChange] = []
    for index in 0..<UInt32(network.canonicalEdgeCount) where Int.random(in: 0..<share, using: &random) == 0 {
      let update = RoadConditionUpdate(
        segment: .reference(SegmentReference(EdgeID(index), on: network)), isClosed: true, validFromMillis: from,
        validUntilMillis: until)
      changes.append(RoadConditionChange(key: "\(index)", update: update))
    }
    return Conditions.none.applying(changes, version: .none, on: network).conditions
  }

  private static func expectPlainAnswers(_ requests: [RouteRequest], _ router: HierarchyRouter) {
    let plain = DijkstraRouter(router.network)
    for request in requests {
      let expected = Result { () throws(RoutingFailure) in try plain.route(request) }
      #expect(Result { () throws(RoutingFailure) in try router.route(request) } == expected)
      let cost = Result { () throws(RoutingFailure) in try plain.cost(request) }
      #expect(Result { () throws(RoutingFailure) in try router.cost(request) } == cost)
      let estimates = Result { () throws(RoutingFailure) in try plain.estimates(request) }
      #expect(Result { () throws(RoutingFailure) in try router.estimates(request) } == estimates)
    }
  }

  @Test(
    "ways that met the same closures three times meet them no more, and are those of the plain search",
    arguments: UInt64(1)...8)
  func onceMet(seed: UInt64) throws {
    print("seed \(seed)")
    let network = try RandomNetwork(seed: seed, size: 9).make()
    var random = SeededGenerator(seed: seed &* 31)
    let store = MetricStore(network, customization: .inBackground)
    let router = HierarchyRouter(store)
    let closed = Self.closing(share: 12, network, using: &random)
    let requests = Self.requests(network, 25, under: closed, using: &random)
    store.prepare(requests[0])
    Self.expectPlainAnswers(requests, router)
    #expect(store.usage.withClosures == 0, "nobody waits for a customization")
    #expect(store.customizeNext())
    #expect(store.usage.withClosures == 1)
    #expect(!store.customizeNext())
    for request in requests {
      _ = try? router.route(request)
      #expect(router.search.closuresMet == 0)
    }
    Self.expectPlainAnswers(requests, router)
  }

  @Test("a closure more or one less holds with the next request, before and after the weights know", arguments: 1...6)
  func changes(seed: Int) throws {
    print("seed \(seed)")
    let network = try RandomNetwork(seed: UInt64(seed), size: 8).make()
    var random = SeededGenerator(seed: UInt64(seed) &* 77)
    let router = HierarchyRouter(MetricStore(network, customization: .whenAsked(times: 1)))
    for share in [8, 30, 15, 60] {
      let closed = Self.closing(share: share, network, using: &random)
      Self.expectPlainAnswers(Self.requests(network, 12, under: closed, using: &random), router)
      Self.expectPlainAnswers(Self.requests(network, 3, under: .none, using: &random), router)
    }
  }

  @Test("weights with closures serve the time of these closures alone")
  func validity() throws {
    let network = try RandomNetwork(seed: 3, size: 9).make()
    var random = SeededGenerator(seed: 12)
    let store = MetricStore(network, customization: .whenAsked(times: 1))
    let router = HierarchyRouter(store)
    let closed = Self.closing(share: 10, network, from: 1_000, until: 2_000, using: &random)
    for millis in [Int64(1_500), 999, 1_000, 1_999, 2_000] {
      Self.expectPlainAnswers(Self.requests(network, 12, under: closed, atMillis: millis, using: &random), router)
    }
    #expect(store.usage.withClosures == 1)
    let before = store.metrics(of: Self.requests(network, 1, under: closed, atMillis: 999, using: &random)[0])
    let during = store.metrics(of: Self.requests(network, 1, under: closed, atMillis: 1_999, using: &random)[0])
    #expect(before.closed == nil)
    #expect(during.closed != nil)
    #expect(before.hierarchy === during.hierarchy)
  }

  @Test("closures that serve requests are not replaced by those of another time that is asked for now and then")
  func livesOn() throws {
    let network = try RandomNetwork(seed: 3, size: 9).make()
    var random = SeededGenerator(seed: 14)
    let store = MetricStore(network, customization: .inBackground)
    let router = HierarchyRouter(store)
    let closed = Self.closing(share: 6, network, from: 1_000, until: 2_000, using: &random)
      .applying(
        [
          RoadConditionChange(
            key: "later",
            update: RoadConditionUpdate(
              segment: .reference(SegmentReference(EdgeID(3), on: network)), isClosed: true, validFromMillis: 1_500,
              validUntilMillis: 2_000))
        ], version: .none, on: network
      ).conditions
    let live = Self.requests(network, 12, under: closed, atMillis: 1_200, using: &random)
    let planned = Self.requests(network, 12, under: closed, atMillis: 1_800, using: &random)
    store.prepare(live[0])
    for request in live { _ = try? router.route(request) }
    #expect(store.customizeNext())
    for request in planned {
      _ = try? router.route(request)
      #expect(store.metrics(of: live[0]).closed != nil)
      #expect(!store.customizeNext())
    }
    // Once nobody asks for them any more, they make room.
    for request in planned { _ = try? router.route(request) }
    #expect(store.customizeNext())
    #expect(store.metrics(of: live[0]).closed == nil)
    #expect(store.metrics(of: planned[0]).closed != nil)
  }

  @Test("two sets of closures asked for in turn do not begin to be put into the weights")
  func inTurn() throws {
    let network = try RandomNetwork(seed: 3, size: 8).make()
    var random = SeededGenerator(seed: 4)
    let first = try #require(
      ClosuresInForce(
        Self.requests(network, 1, under: Self.closing(share: 9, network, using: &random), using: &random)[0]))
    let second = try #require(
      ClosuresInForce(
        Self.requests(network, 1, under: Self.closing(share: 9, network, using: &random), using: &random)[0]))
    #expect(first.key != second.key)
    var fold = ClosureFold()
    for _ in 0..<100 {
      fold.meet(first, times: 1)
      fold.meet(second, times: 1)
      #expect(fold.wanted(afterMeeting: 3) == nil)
    }
    for _ in 0..<2 { fold.meet(second, times: 1) }
    #expect(fold.wanted(afterMeeting: 3)?.key == second.key)
    fold.meet(second, times: .max)
    fold.meet(second, times: .max)
    #expect(fold.wanted(afterMeeting: 3)?.key == second.key)
  }

  @Test("a vehicle in a closed stretch still gets out when the closures are in the weights")
  func escaping() throws {
    let map = try RoadMap(
      """
      A-1-B-2---C-3-F
          |     |
          D-----E
      """,
      roads: ["AB": [:], "BC": [:], "CF": [:], "BD": [:], "DE": [:], "EC": [:]])
    let store = MetricStore(map.network, customization: .whenAsked(times: 1))
    let router = HierarchyRouter(store)
    var request = RouteRequest(start: .waypoint(try map.waypoint("1")), stops: [try map.waypoint("3")])
    request.conditions = try map.closing("BC", "B", "C")
    for _ in 0..<4 { #expect(try map.letters(of: router.route(request)) == "ABDECF") }
    #expect(store.usage.withClosures == 1)
    request.start = .position(EdgePosition(edge: try map.edge("B", "C"), fraction: 0.5))
    #expect(try map.letters(of: router.route(request)) == "BCF")
  }

  @Test("new speeds take the closures over: no way has to meet them again")
  func newSpeeds() throws {
    let network = try RandomNetwork(seed: 6, size: 9).make()
    var random = SeededGenerator(seed: 8)
    let store = MetricStore(network, customization: .inBackground)
    let router = HierarchyRouter(store)
    let closed = Self.closing(share: 12, network, using: &random)
    for speed in [20.0, 40] {
      let change = RoadConditionChange(
        key: "slow",
        update: RoadConditionUpdate(
          segment: .reference(SegmentReference(EdgeID(3), on: network)), speedKilometersPerHour: speed))
      let both = closed.applying([change], version: .none, on: network).conditions
      let requests = Self.requests(network, 20, under: both, using: &random)
      _ = store.metrics(of: requests[0])
      #expect(store.customizeNext())
      if speed == 20 { Self.expectPlainAnswers(requests, router) }
      #expect(store.customizeNext())
      #expect(!store.customizeNext())
      #expect(store.metrics(of: requests[0]).closed != nil)
      Self.expectPlainAnswers(requests, router)
    }
  }

  @Test("weights with closures keep within the memory, and nobody tries again and again where there is no room")
  func bounded() throws {
    let network = try RandomNetwork(seed: 4, size: 8).make()
    var random = SeededGenerator(seed: 5)
    let closed = Self.closing(share: 9, network, using: &random)
    let requests = Self.requests(network, 20, under: closed, using: &random)
    let one = MetricStore(network, customization: .inBackground)
    one.prepare(requests[0])
    let bytes = one.usage.bytes
    for (room, isFolded) in [(bytes * 3 / 2, false), (bytes * 5 / 2, true)] {
      let store = MetricStore(network, customization: .inBackground, memoryLimitBytes: room)
      let router = HierarchyRouter(store)
      store.prepare(requests[0])
      Self.expectPlainAnswers(requests, router)
      #expect(store.customizeNext() == isFolded)
      #expect(store.usage.withClosures == (isFolded ? 1 : 0))
      #expect(store.usage.bytes <= room)
      #expect(!store.customizeNext())
      // Another metric needs the room more.
      var shorter = requests[0]
      shorter.objective = .shorterDistance
      store.prepare(shorter)
      #expect(store.usage.withClosures == 0)
      #expect(store.usage.bytes <= room)
    }
  }
}
