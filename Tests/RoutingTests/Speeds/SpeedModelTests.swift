import RoadNetwork
import TestSupport
import Testing

@testable import Routing

struct SpeedModelTests {
  private static let monday8 = Int64(1_372_636_800_000) + 8 * 3_600_000 + 1_800_000

  /// 3 km of open road with a signal at B.
  private func road() throws -> RoadMap {
    try RoadMap(
      """
      A-1-----B-----2-C
              |
              D
      """,
      spacing: 200, roads: ["ABC": ["highway": "primary"], "BD": [:]], nodes: ["B": ["highway": "traffic_signals"]])
  }

  private func table(_ change: (inout SpeedTable) -> Void) -> SpeedTable {
    var table = SpeedTable()
    change(&table)
    return table
  }

  private func route(_ map: RoadMap, _ table: SpeedTable?, atMillis: Int64 = 0) throws -> Route {
    try map.route("1", [map.waypoint("2")]) {
      $0.conditions = Conditions(speeds: table.map { SpeedModel($0, on: map.network) })
      $0.atMillis = atMillis
    }
  }

  @Test("a table of free flow changes no time")
  func free() throws {
    let map = try road()
    #expect(try route(map, SpeedTable()) == route(map, nil))
  }

  @Test("factors, signals, junctions and setting off take the time that the table says")
  func parts() throws {
    let map = try road()
    let free = try route(map, nil)
    let turn = try #require(map.network.turn(from: map.edge("A", "B"), to: map.edge("B", "C")))
    let wait = Double(map.network.durationDeciseconds(of: turn)) / 10
    let table = table {
      $0.setPermille(1_500, .primary, .open)
      $0.turnPermille = 500
      $0.signalDeciseconds = 120
      $0.junctionDeciseconds = 10
      $0.startDeciseconds = 300
    }
    let slow = try route(map, table)
    let expected = (free.durationSeconds - wait) * 1.5 + (wait - 2) * 0.5 + 12 + 1 + 30
    #expect(abs(slow.durationSeconds - expected) < 0.1)
    #expect(slow.staticDurationSeconds == slow.durationSeconds)
  }

  @Test("hours change the duration and not the static one, and only where there is a moment")
  func hours() throws {
    let map = try road()
    var rush = [UInt16](repeating: 1_000, count: 24)
    rush[8] = 2_000
    let table = table {
      $0.setHours(HourProfile(permille: rush), .weekday, .other)
      $0.utcOffsetMinutes = 0
    }
    let free = try route(map, nil)
    let atEight = try route(map, table, atMillis: Self.monday8)
    #expect(atEight.durationSeconds > free.durationSeconds * 1.7)
    #expect(atEight.staticDurationSeconds == free.durationSeconds)
    #expect(try route(map, table) == free)
    #expect(try route(map, table, atMillis: Self.monday8 + 43_200_000) == free)
    #expect(try route(map, table, atMillis: Self.monday8 + 5 * 86_400_000) == free)
    // In another local time it is evening.
    var shifted = table
    shifted.utcOffsetMinutes = 720
    #expect(try route(map, shifted, atMillis: Self.monday8) == free)
  }

  @Test("without a local time of its own a table goes by the network's clock, in summer and in winter")
  func clock() throws {
    let map = try RoadMap("A---B", country: try #require(CountryCode("DE")), roads: ["AB": [:]])
    let winter = Self.monday8 + 26 * 7 * 86_400_000
    let own = SpeedModel(SpeedTable(), on: map.network)
    #expect(own.quarter(atMillis: Self.monday8) == DayQuarter(day: .weekday, quarter: 10 * 4 + 2))
    #expect(own.quarter(atMillis: winter) == DayQuarter(day: .weekday, quarter: 9 * 4 + 2))
    let fixed = own.replacing(table { $0.utcOffsetMinutes = -60 })
    #expect(fixed.quarter(atMillis: Self.monday8) == DayQuarter(day: .weekday, quarter: 7 * 4 + 2))
    #expect(fixed.quarter(atMillis: winter) == fixed.quarter(atMillis: Self.monday8))
  }

  @Test("a way that becomes slow is driven around")
  func choice() throws {
    let map = try RoadMap(
      """
      A-1-B---------C-2-D
          |         |
          E---------F
      """,
      spacing: 50, roads: ["ABCD": ["highway": "primary"], "BEFC": ["highway": "tertiary"]])
    let slow = table {
      for surroundings in Surroundings.allCases { $0.setPermille(5_000, .primary, surroundings) }
    }
    let straight = try map.route("1", [map.waypoint("2")])
    let around = try map.route("1", [map.waypoint("2")]) {
      $0.conditions = Conditions(speeds: SpeedModel(slow, on: map.network))
    }
    #expect(abs(around.distanceMeters - straight.distanceMeters - 200) < 3)
  }

  @Test("the steps of a leg take as long as the leg by its table")
  func steps() throws {
    let map = try RoadMap(
      """
      A-1-B---C---F
              |
              D-2-E
      """, spacing: 100, roads: ["ABCF": [:], "CDE": [:]])
    let conditions = Conditions(speeds: SpeedModel(.fittedLike, on: map.network))
    let leg = try map.route("1", [map.waypoint("2")]) { $0.conditions = conditions }.legs[0]
    let steps = leg.steps(on: map.network, mode: .drive, conditions: conditions)
    #expect(steps.count > 1)
    let sum = steps.reduce(0) { $0 + $1.staticDurationSeconds }
    #expect(abs(sum - leg.staticDurationSeconds) < 0.01)
    let free = leg.steps(on: map.network, mode: .drive).reduce(0) { $0 + $1.staticDurationSeconds }
    #expect(sum > 1.1 * free + 20)
  }

  @Test("the general table says when a vehicle arrives and not which way it goes")
  func generalTable() throws {
    let map = try RoadMap(
      """
      A-1-B---------C-2-D
          |         |
          E---------F
      """,
      spacing: 50, roads: ["ABCD": ["highway": "primary"], "BEFC": ["highway": "tertiary"]])
    var renamed = SpeedTable.general
    (renamed.network, renamed.utcOffsetMinutes) = (map.network.fingerprint, 60)
    for table in [SpeedTable.general, renamed] {
      let model = SpeedModel(table, on: map.network)
      for conditions in [Conditions(speeds: model), Conditions(speeds: model).withoutTraffic] {
        #expect(
          MetricKey(mode: .drive, conditions: conditions, atMillis: Self.monday8)
            == MetricKey(mode: .drive, atMillis: Self.monday8))
        let metric = Metric(
          key: MetricKey(mode: .drive), network: map.network, conditions: conditions, atMillis: Self.monday8)
        #expect(metric.edgeWeights == Metric(key: MetricKey(mode: .drive), network: map.network).edgeWeights)
        #expect(metric.turnWeights == Metric(key: MetricKey(mode: .drive), network: map.network).turnWeights)
      }
      let told = try map.route("1", [map.waypoint("2")]) { $0.conditions = Conditions(speeds: model) }
      let free = try map.route("1", [map.waypoint("2")])
      #expect(told.durationSeconds > 1.1 * free.durationSeconds)
      #expect(told.legs.map(\.path) == free.legs.map(\.path))
    }
  }

  @Test("a metric is one table's, and serves the hours that are nearly alike")
  func metricKeys() throws {
    let map = try road()
    let fitted = Conditions(speeds: SpeedModel(.fittedLike, on: map.network))
    let key = { MetricKey(mode: .drive, conditions: fitted, atMillis: $0) }
    #expect(key(Self.monday8) != MetricKey(mode: .drive))
    #expect(key(Self.monday8) == key(Self.monday8 + 60_000))
    #expect(key(Self.monday8) != key(Self.monday8 + 18 * 3_600_000))
    var keys = Set<MetricKey>()
    for quarter in 0..<96 { keys.insert(key(Self.monday8 + Int64(quarter) * 900_000)) }
    #expect(keys.count <= 6)
    #expect(key(0) == MetricKey(mode: .drive, conditions: fitted, atMillis: -5))
  }

  @Test("planning without traffic goes by the table and not by hours and reports")
  func withoutTraffic() throws {
    let map = try road()
    let general = Conditions(speeds: SpeedModel(.general, on: map.network))
    let calm = try map.route("1", [map.waypoint("2")]) {
      $0.conditions = general.withoutTraffic
      $0.atMillis = Self.monday8
    }
    #expect(calm.durationSeconds == calm.staticDurationSeconds)
    let usual = try route(map, .general)
    #expect(calm.durationSeconds == usual.durationSeconds)
  }

  @Test("a vehicle under way does not set off again")
  func underWay() throws {
    let map = try road()
    let table = table { $0.startDeciseconds = 300 }
    let conditions = Conditions(speeds: SpeedModel(table, on: map.network))
    let start = EdgePosition(edge: try map.edge("A", "B"), fraction: 0.25)
    let moving = try map.route("1", [map.waypoint("2")]) {
      $0.start = .position(start)
      $0.conditions = conditions
    }
    let free = try map.route("1", [map.waypoint("2")]) { $0.start = .position(start) }
    #expect(moving.durationSeconds == free.durationSeconds)
  }

  @Test("inner cities, towns and open country are told apart by their junctions")
  func surroundings() throws {
    let open = try road()
    #expect(SpeedModel(.general, on: open.network).surroundings(of: try open.edge("A", "B")) == .open)
    #expect(Surroundings(junctionsPerSquareKilometer: 29) == .open)
    #expect(Surroundings(junctionsPerSquareKilometer: 30) == .builtUp)
    #expect(Surroundings(junctionsPerSquareKilometer: 90) == .dense)
  }
}
