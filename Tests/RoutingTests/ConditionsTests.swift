import Geometry
import RoadNetwork
import TestSupport
import Testing

@testable import Routing

@Suite("Road conditions")
struct ConditionsTests {
  private func town() throws -> RoadMap {
    try RoadMap(
      """
      A-1-B-----C-3-F
          |     |
          D-----E
      """,
      roads: ["AB": [:], "BC": [:], "CF": [:], "BD": [:], "DE": [:], "EC": [:]])
  }

  private func update(
    _ map: RoadMap, _ road: String, closed: Bool = false, speed: Double? = nil, from: Int64? = nil, until: Int64? = nil
  ) throws -> RoadConditionUpdate {
    let (first, last) = (road.first ?? "?", road.last ?? "?")
    let reference = SegmentReference(
      wayID: try map.way(road), fromNodeID: map.osmNode(first), toNodeID: map.osmNode(last))
    return RoadConditionUpdate(
      segment: .reference(reference), isClosed: closed, speedKilometersPerHour: speed, validFromMillis: from,
      validUntilMillis: until)
  }

  private func conditions(
    _ map: RoadMap, _ changes: RoadConditionChange..., onto former: Conditions = .none
  ) -> Conditions {
    former.applying(changes, version: former.version, on: map.network).conditions
  }

  @Test("without its closures a snapshot has the same speeds, so that no other metric is made for it")
  func opened() throws {
    let map = try town()
    let both = conditions(
      map, RoadConditionChange(key: "1", update: try update(map, "BC", closed: true)),
      RoadConditionChange(key: "2", update: try update(map, "DE", speed: 10)),
      RoadConditionChange(key: "3", update: try update(map, "CF", closed: true, speed: 20)))
    let open = both.withoutClosures
    let (closed, slow) = (try map.edge("B", "C"), try map.edge("D", "E"))
    #expect(both.isClosed(closed, atMillis: 0) && !open.isClosed(closed, atMillis: 0))
    #expect(open.closureKey(atMillis: 0) == nil)
    #expect(open.speed(of: slow, atMillis: 0)?.speed == both.speed(of: slow, atMillis: 0)?.speed)
    #expect(MetricKey(mode: .drive, conditions: open) == MetricKey(mode: .drive, conditions: both))
    #expect(MetricKey(mode: .drive, conditions: both) != MetricKey(mode: .drive))
  }

  @Test("a closed road is left out at once, in its direction only")
  func closure() throws {
    let map = try town()
    let closed = try map.closing("BC", "B", "C")
    #expect(try map.letters("1", map.waypoint("3")) { $0.conditions = closed } == "ABDECF")
    #expect(try map.letters("3", map.waypoint("1")) { $0.conditions = closed } == "FCBA")
  }

  @Test("a closure holds within its time of validity, first moment included, last one not")
  func validity() throws {
    let map = try town()
    let closed = conditions(
      map, RoadConditionChange(key: "k", update: try update(map, "BC", closed: true, from: 1_000, until: 2_000)))
    let cases: [(Int64, String)] = [(999, "ABCF"), (1_000, "ABDECF"), (1_999, "ABDECF"), (2_000, "ABCF")]
    for (time, expected) in cases {
      let letters = try map.letters("1", map.waypoint("3")) {
        $0.conditions = closed
        $0.atMillis = time
      }
      #expect(letters == expected, "at \(time)")
    }
  }

  // osrm-backend#5120, #6210, #5112
  @Test("an update replaces what its key said and leaves the others; null clears its key alone")
  func deltas() throws {
    let map = try town()
    let first = conditions(
      map, RoadConditionChange(key: "a", update: try update(map, "BC", closed: true)),
      RoadConditionChange(key: "b", update: try update(map, "DE", closed: true)))
    #expect(first.closedEdges(atMillis: 0) == [try map.edge("B", "C"), try map.edge("D", "E")].sorted())
    let second = conditions(
      map, RoadConditionChange(key: "a", update: try update(map, "CF", closed: true)), onto: first)
    #expect(second.closedEdges(atMillis: 0) == [try map.edge("C", "F"), try map.edge("D", "E")].sorted())
    let third = conditions(map, RoadConditionChange(key: "b", update: nil), onto: second)
    #expect(third.closedEdges(atMillis: 0) == [try map.edge("C", "F")])
    #expect(third.changedEdges(since: second) == [try map.edge("D", "E")])
    #expect(second.changedEdges(since: first) == [try map.edge("B", "C"), try map.edge("C", "F")].sorted())
    #expect(third.changedEdges(since: third).isEmpty)
  }

  @Test("a later change of one batch wins over an earlier one with its key")
  func batch() throws {
    let map = try town()
    let result = conditions(
      map, RoadConditionChange(key: "a", update: try update(map, "BC", closed: true)),
      RoadConditionChange(key: "a", update: nil))
    #expect(result.isEmpty)
  }

  @Test("unknown segments and updates that say nothing are reported, the rest holds")
  func report() throws {
    let map = try town()
    let unknown = RoadConditionUpdate(
      segment: .reference(SegmentReference(wayID: 7, fromNodeID: 1, toNodeID: 2)), isClosed: true)
    let (result, report) = Conditions.none.applying(
      [
        RoadConditionChange(key: "u", update: unknown),
        RoadConditionChange(key: "n", update: try update(map, "BC")),
        RoadConditionChange(key: "f", update: try update(map, "BC", speed: .nan)),
        RoadConditionChange(key: "o", update: try update(map, "BC", closed: true, from: 5, until: 5)),
        RoadConditionChange(key: "k", update: try update(map, "BC", closed: true)),
      ], version: ConditionsVersion(nextOffsets: [5]), on: map.network)
    #expect(report.unknownSegments == [0])
    #expect(report.withoutEffect == [1, 2, 3])
    #expect(result.closedEdges(atMillis: 0) == [try map.edge("B", "C")])
    #expect(result.version.text == "5/0")
    // The second half names the speed table, which stays in force.
    let speeds = SpeedModel(.general, on: map.network)
    let after = Conditions(speeds: speeds).applying([], version: ConditionsVersion(nextOffsets: [6]), on: map.network)
    #expect(after.conditions.version.text == "6/\(UInt32(truncatingIfNeeded: speeds.digest))")
  }

  @Test("a reported speed changes duration and choice, and leaves the static duration")
  func speeds() throws {
    let map = try town()
    let jam = conditions(map, RoadConditionChange(key: "a", update: try update(map, "BC", speed: 2)))
    #expect(try map.letters("1", map.waypoint("3")) { $0.conditions = jam } == "ABDECF")
    let slow = conditions(map, RoadConditionChange(key: "a", update: try update(map, "BC", speed: 20)))
    let route = try map.route("1", [map.waypoint("3")]) { $0.conditions = slow }
    let usual = try map.route("1", [map.waypoint("3")])
    #expect(map.letters(of: route) == "ABCF")
    #expect(route.staticDurationSeconds == usual.durationSeconds)
    let length = map.network.lengthMeters(of: try map.edge("B", "C"))
    let free = Double(map.network.durationMilliseconds(of: try map.edge("B", "C"), .drive)) / 1_000
    #expect(abs(route.durationSeconds - usual.durationSeconds - (length / (20 / 3.6) - free)) < 0.05)
  }

  @Test("a reported speed that is over fades into the usual one within a quarter of an hour")
  func fading() throws {
    let map = try town()
    let edge = try map.edge("B", "C")
    let usual = map.network.durationMilliseconds(of: edge, .drive)
    let jam = conditions(
      map, RoadConditionChange(key: "a", update: try update(map, "BC", speed: 5, from: 1_000, until: 2_000_000)))
    let time = { TravelTimes(map.network, mode: .drive, conditions: jam, atMillis: $0).milliseconds(of: edge) }
    let slow = time(1_999_999)
    #expect(slow > usual)
    #expect(time(999) == usual)
    for step in 0..<3 {
      let millis = Int64(2_000_000 + step * 300_000)
      let expected = (slow * UInt32(3 - step) + usual * UInt32(1 + step)) / 4
      #expect(abs(Int(time(millis)) - Int(expected)) <= 1)
      #expect(time(millis) == time(millis + 299_999))
      let key = { MetricKey(mode: .drive, conditions: jam, atMillis: $0) }
      #expect(key(millis) != key(millis - 1))
    }
    #expect(time(2_900_000) == usual)
  }

  @Test("a report that holds counts before one that fades, and the slower of two that hold")
  func severalReports() throws {
    let map = try town()
    let edge = try map.edge("B", "C")
    let both = conditions(
      map, RoadConditionChange(key: "a", update: try update(map, "BC", speed: 5, from: 0, until: 1_000)),
      RoadConditionChange(key: "b", update: try update(map, "BC", speed: 20, from: 0, until: 5_000)))
    let alone = conditions(map, RoadConditionChange(key: "b", update: try update(map, "BC", speed: 20)))
    func time(_ conditions: Conditions, _ millis: Int64) -> UInt32 {
      TravelTimes(map.network, mode: .drive, conditions: conditions, atMillis: millis).milliseconds(of: edge)
    }
    #expect(time(both, 1_000) == time(alone, 1_000))
    #expect(time(both, 999) > time(alone, 999))
  }

  // osrm-backend#6577, #2615
  @Test("a speed below walking pace closes the road", arguments: [0, -0.0, 1e-300, 0.5, 0.999])
  func speedZero(speed: Double) throws {
    let map = try town()
    let stopped = conditions(map, RoadConditionChange(key: "a", update: try update(map, "BC", speed: speed)))
    #expect(stopped.closedEdges(atMillis: 0) == [try map.edge("B", "C")])
    #expect(try map.letters("1", map.waypoint("3")) { $0.conditions = stopped } == "ABDECF")
  }

  // osrm-backend#6577
  @Test(
    "a speed that none can have is reported and changes nothing",
    arguments: [-1, -1e-300, 301, 1e300, .infinity, -.infinity, .nan])
  func speedWithoutEffect(speed: Double) throws {
    let map = try town()
    let change = RoadConditionChange(key: "a", update: try update(map, "BC", speed: speed))
    let (result, report) = Conditions.none.applying([change], version: .none, on: map.network)
    #expect(report.withoutEffect == [0])
    #expect(result.isEmpty)
  }

  // osrm-backend#6577, #2615
  @Test("the slowest speed on the longest road takes long, is the dearest there is, and overflows nothing")
  func slowestOnLongest() throws {
    let map = try RoadMap("A-----------1--------B-2-C", spacing: 100_000, roads: ["AB": [:], "BC": [:]])
    let edge = try map.edge("A", "B")
    #expect(map.network.lengthMeters(of: edge) > 1_900_000)
    let slow = conditions(
      map, RoadConditionChange(key: "a", update: try update(map, "AB", speed: 1)),
      RoadConditionChange(key: "b", update: try update(map, "BC", speed: 300)))
    // 80 days in milliseconds are beyond 32 bits: the duration stays at what they hold.
    let times = TravelTimes(map.network, mode: .drive, conditions: slow)
    #expect(times.milliseconds(of: edge) == .max)
    for objective in SearchOracleTests.objectives {
      let key = MetricKey(mode: .drive, objective: objective, avoid: AvoidSet([.tolls, .ferries]), conditions: slow)
      let metric = Metric(key: key, network: map.network, conditions: slow)
      #expect(metric.edgeWeights.allSatisfy { $0 >= 1 && $0 <= Metric.maximumWeight })
      for router in [DijkstraRouter(map.network), HierarchyRouter(map.network)] as [any Router] {
        var request = RouteRequest(start: .waypoint(try map.waypoint("1")), stops: [try map.waypoint("2")])
        (request.objective, request.conditions) = (objective, slow)
        let route = try router.route(request)
        #expect(map.letters(of: route) == "ABC")
        #expect(route.durationSeconds.isFinite && route.durationSeconds > 86_400)
        #expect(route.cost > 0 && route.cost <= 2 * Int64(Metric.maximumWeight))
      }
    }
  }

  @Test("a polyline closes the edges beside it, in its direction")
  func polyline() throws {
    let map = try town()
    let line = [try map.coordinate("B"), try map.coordinate("C")]
    let change = RoadConditionChange(key: "p", update: RoadConditionUpdate(segment: .polyline(line), isClosed: true))
    #expect(conditions(map, change).closedEdges(atMillis: 0) == [try map.edge("B", "C")])
    let lost = RoadConditionUpdate(segment: .polyline([try map.coordinate("B")]), isClosed: true)
    let (_, report) = Conditions.none.applying(
      [RoadConditionChange(key: "x", update: lost)], version: .none, on: map.network)
    #expect(report.unknownSegments == [0])
  }

  // valhalla#2709, #2733
  @Test("a vehicle on a closed stretch drives out of it, and through no other closure")
  func escaping() throws {
    let map = try RoadMap(
      """
      A-1-B--C--D-3-E
          |     |
          F-----G
      """,
      roads: ["AB": [:], "BC": [:], "CD": [:], "DE": [:], "BF": [:], "FG": [:], "GD": [:]])
    let closed = try map.closing("BC", "B", "C").adding(map.closing("CD", "C", "D"), on: map.network)
    let start = EdgePosition(edge: try map.edge("B", "C"), fraction: 0.5)
    let letters = try map.letters("1", map.waypoint("3")) {
      $0.start = .position(start)
      $0.conditions = closed
    }
    #expect(letters == "BCDE")
    #expect(try map.letters("1", map.waypoint("3")) { $0.conditions = closed } == "ABFGDE")
  }

  @Test("metrics are made once for equal speeds and moments, anew for others")
  func metricKeys() throws {
    let map = try town()
    let timed = conditions(
      map, RoadConditionChange(key: "a", update: try update(map, "BC", speed: 20, from: 1_000, until: 2_000)))
    let key = { MetricKey(mode: .drive, conditions: timed, atMillis: $0) }
    #expect(key(0) == key(999))
    #expect(key(999) != key(1_000))
    #expect(key(1_000) == key(1_999))
    #expect(key(2_000) != key(1_999))
    let closures = try map.closing("BC", "B", "C")
    #expect(MetricKey(mode: .drive, conditions: closures) == MetricKey(mode: .drive))
  }
}
