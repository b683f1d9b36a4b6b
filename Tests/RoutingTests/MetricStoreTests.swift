import Geometry
import RoadNetwork
import Testing

@testable import Routing

@Suite("The store of metrics")
struct MetricStoreTests {
  private static func request(_ network: RoadNetwork, _ change: (inout RouteRequest) -> Void = { _ in }) -> RouteRequest
  {
    let last = EdgeID(UInt32(network.canonicalEdgeCount - 1))
    var request = RouteRequest(
      start: .waypoint(Waypoint(network.place(on: EdgeID(0), fraction: 0.5).point)),
      stops: [Waypoint(network.place(on: last, fraction: 0.5).point)])
    change(&request)
    return request
  }

  private static func slowing(_ network: RoadNetwork, to speed: Double) -> Conditions {
    let change = RoadConditionChange(
      key: "a",
      update: RoadConditionUpdate(
        segment: .reference(SegmentReference(EdgeID(3), on: network)), speedKilometersPerHour: speed,
        validFromMillis: 1_000, validUntilMillis: 2_000))
    return Conditions.none.applying([change], version: .none, on: network).conditions
  }

  @Test("a metric is customized when it was asked for often enough, and the answers stay the same")
  func onDemand() throws {
    let network = try RandomNetwork(seed: 4, size: 8).make()
    let store = MetricStore(network, customization: .whenAsked(times: 3))
    let router = HierarchyRouter(store)
    let request = Self.request(network)
    let routes = try (0..<4).map { _ in
      let route = try router.route(request)
      return (route, store.usage.customized)
    }
    #expect(routes.map(\.1) == [0, 0, 1, 1])
    #expect(Set(routes.map(\.0)).count == 1)
    #expect(!store.customizeNext())
  }

  @Test("in the background a metric is customized by whoever is told to, once")
  func inBackground() throws {
    let network = try RandomNetwork(seed: 4, size: 8).make()
    let store = MetricStore(network, customization: .inBackground)
    let router = HierarchyRouter(store)
    let request = Self.request(network)
    #expect(!store.customizeNext())
    let before = try router.route(request)
    #expect(store.usage.customized == 0)
    #expect(store.customizeNext())
    #expect(!store.customizeNext())
    #expect(store.usage.customized == 1)
    let after = try router.route(request)
    #expect(before == after)
  }

  @Test("the least recently used metrics go when memory runs out; the one in use stays")
  func bounded() throws {
    let network = try RandomNetwork(seed: 4, size: 8).make()
    let one = MetricStore(network, customization: .whenAsked(times: 1))
    one.prepare(Self.request(network))
    let room = one.usage.bytes * 5 / 2
    let store = MetricStore(network, customization: .whenAsked(times: 1), memoryLimitBytes: room)
    for objective in SearchOracleTests.objectives {
      for avoid in HierarchyOracleTests.avoids {
        store.prepare(
          Self.request(network) {
            $0.objective = objective
            $0.avoid = avoid
          })
        #expect(store.usage.bytes <= room)
      }
    }
    #expect(store.usage.metrics == 2)
    let tight = MetricStore(network, customization: .whenAsked(times: 1), memoryLimitBytes: 1)
    tight.prepare(Self.request(network))
    #expect(tight.usage.customized == 1)
  }

  @Test("a day's hours by a speed table stay within the room, and each is answered as from nothing")
  func hours() throws {
    let network = try RandomNetwork(seed: 4, size: 8).make()
    let conditions = Conditions(speeds: SpeedModel(.fittedLike, on: network))
    let one = MetricStore(network, customization: .whenAsked(times: 1))
    one.prepare(Self.request(network))
    let store = MetricStore(
      network, customization: .whenAsked(times: 1), memoryLimitBytes: one.usage.bytes * 5 / 2)
    for hour in Int64(0)..<48 {
      let request = Self.request(network) {
        $0.conditions = conditions
        $0.atMillis = 1 + hour * 3_600_000
      }
      let found = store.metrics(of: request)
      let made = Metric(
        key: found.plain.key, network: network, conditions: conditions, atMillis: request.atMillis)
      #expect(found.plain.edgeWeights == made.edgeWeights)
      #expect(found.plain.turnWeights == made.turnWeights)
      #expect(store.usage.metrics <= 2)
    }
  }

  @Test("speeds give a metric of their own while they hold, equal to one made from nothing")
  func speeds() throws {
    let network = try RandomNetwork(seed: 4, size: 8).make()
    let store = MetricStore(network, customization: .whenAsked(times: 1))
    let slow = Self.slowing(network, to: 5)
    for (conditions, millis) in [
      (slow, Int64(0)), (slow, 1_500), (slow, 2_500), (Self.slowing(network, to: 90), 1_500),
    ] {
      let request = Self.request(network) {
        $0.conditions = conditions
        $0.atMillis = millis
      }
      let found = store.metrics(of: request)
      let key = MetricKey(mode: .drive, conditions: conditions, atMillis: millis)
      let made = Metric(key: key, network: network, conditions: conditions, atMillis: millis)
      #expect(found.plain.edgeWeights == made.edgeWeights)
      #expect(found.plain.turnWeights == made.turnWeights)
      #expect(found.hierarchy?.metric.key == key)
    }
  }

  @Test("a metric made from another by their reports alone equals one made from nothing", arguments: UInt64(1)...6)
  func likeAnother(seed: UInt64) throws {
    print("seed \(seed)")
    let network = try RandomNetwork(seed: seed, size: 9).make()
    var random = SeededGenerator(seed: seed &* 17)
    for speeds in [nil, SpeedModel(.general, on: network), SpeedModel(.fittedLike, on: network)] {
      var conditions = Conditions(speeds: speeds)
      var former = Metric(
        key: MetricKey(mode: .drive, conditions: conditions, atMillis: 1), network: network, conditions: conditions,
        atMillis: 1)
      for _ in 0..<12 {
        let changes = (0..<6).map { _ in
          let edge = EdgeID(UInt32.random(in: 0..<UInt32(network.canonicalEdgeCount), using: &random))
          let update = RoadConditionUpdate(
            segment: .reference(SegmentReference(edge, on: network)),
            speedKilometersPerHour: Double.random(in: 3...120, using: &random),
            validUntilMillis: Int64.random(in: 1...3, using: &random) * 300_000)
          let key = String(Int.random(in: 0..<12, using: &random))
          return RoadConditionChange(key: key, update: Int.random(in: 0..<4, using: &random) == 0 ? nil : update)
        }
        conditions = conditions.applying(changes, version: .none, on: network).conditions
        let at = Int64.random(in: 1...3, using: &random) * 300_000
        let key = MetricKey(mode: .drive, conditions: conditions, atMillis: at)
        try #require(former.key.isLike(key))
        let whole = Metric(key: key, network: network, conditions: conditions, atMillis: at)
        let made = Metric(key: key, like: former, network: network, conditions: conditions, atMillis: at)
        #expect(made.edgeWeights == whole.edgeWeights)
        #expect(made.turnWeights == whole.turnWeights)
        former = made
      }
    }
  }

  @Test("reports that newer ones replace keep the last metric alone; one without reports stays")
  func replaced() throws {
    let network = try RandomNetwork(seed: 4, size: 8).make()
    let store = MetricStore(network, customization: .whenAsked(times: 1))
    _ = store.metrics(of: Self.request(network))
    for speed in [5.0, 20, 35, 50, 65] {
      let request = Self.request(network) {
        $0.conditions = Self.slowing(network, to: speed)
        $0.atMillis = 1_500
      }
      let found = store.metrics(of: request)
      let whole = HierarchyMetric(found.plain, MetricStore(network, customization: .never).hierarchy)
      let arcs = store.hierarchy.arcs
      #expect((0..<arcs.upCount).allSatisfy { found.hierarchy?.up[$0] == whole.up[$0] })
      #expect((0..<arcs.downCount).allSatisfy { found.hierarchy?.down[$0] == whole.down[$0] })
    }
    #expect(store.usage.customized == 3)
  }
}
