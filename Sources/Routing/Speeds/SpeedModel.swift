public import RoadNetwork

/// A speed table on its network: what each road and turn takes, at an hour and on the whole.
///
/// Immutable, shared by all threads; a byte a segment and a node.
public final class SpeedModel: Sendable {
  public let table: SpeedTable
  public let network: RoadNetwork
  /// Names the table: part of the key of every metric that it guides.
  public let digest: UInt64
  /// Whether roads are chosen by it; by the general table they are not.
  let guidesSearch: Bool
  /// By segment: the factor's place in the table, times 2, + 1 for slow roads.
  private let kind: [UInt8]
  private static let ferryPlace = SpeedTable.place(.ferry, .open)
  private let isJunction: [Bool]
  private let clock: LocalClock
  /// The same without hours; nil in that one itself.
  private let timelessTwin: SpeedModel?

  /// Linear in the network's size.
  public convenience init(_ table: SpeedTable, on network: RoadNetwork) {
    let pattern = StreetPattern(network)
    let kind = (0..<UInt32(network.segmentCount)).map { raw in
      let roadClass = network.roadClass(of: SegmentID(raw))
      let place = SpeedTable.place(roadClass, pattern.surroundings[Int(raw)])
      return UInt8(place * 2 + (roadClass <= .trunk ? TrafficKind.fast : .other).rawValue)
    }
    self.init(table, network, kind: kind, isJunction: pattern.isJunction)
  }

  private convenience init(_ table: SpeedTable, _ network: RoadNetwork, kind: [UInt8], isJunction: [Bool]) {
    let guides = !table.isGeneral
    let timeless = SpeedModel(
      table.timeless, network, kind: kind, isJunction: isJunction, guidesSearch: guides, twin: nil)
    self.init(table, network, kind: kind, isJunction: isJunction, guidesSearch: guides, twin: timeless)
  }

  private init(
    _ table: SpeedTable, _ network: RoadNetwork, kind: [UInt8], isJunction: [Bool], guidesSearch: Bool,
    twin: SpeedModel?
  ) {
    self.table = table
    self.guidesSearch = guidesSearch
    self.network = network
    self.kind = kind
    self.isJunction = isJunction
    timelessTwin = twin
    digest = table.digest
    clock = table.utcOffsetMinutes.map { LocalClock(offsetMinutes: $0) } ?? network.metadata.clock
  }

  /// The same with another table; does not look at the network again.
  public func replacing(_ table: SpeedTable) -> SpeedModel {
    SpeedModel(table, network, kind: kind, isJunction: isJunction)
  }

  /// The same without hours.
  public var timeless: SpeedModel { timelessTwin ?? self }

  /// By the table's local time, or else the network's clock with its summer time.
  public func quarter(atMillis millis: Int64) -> DayQuarter { DayQuarter(clock.moment(atMillis: millis)) }

  /// How traffic is at a moment; 0 and before is no moment and has no hour.
  func traffic(atMillis millis: Int64) -> Traffic {
    guard millis > 0 else { return .usual }
    let moment = quarter(atMillis: millis)
    return Traffic(
      fast: table.hours(moment.day, .fast).permille(quarter: moment.quarter),
      other: table.hours(moment.day, .other).permille(quarter: moment.quarter))
  }

  /// The place of an edge's factor in the table, and the kind of its hours.
  public func kind(of edge: EdgeID) -> (place: Int, traffic: TrafficKind) {
    let value = kind[network.segment(of: edge).index]
    return (Int(value >> 1), value & 1 == 0 ? .fast : .other)
  }

  public func surroundings(of edge: EdgeID) -> Surroundings {
    Surroundings(rawValue: UInt8(kind(of: edge).place % Surroundings.allCases.count)) ?? .open
  }

  func milliseconds(of edge: EdgeID, free: UInt32, _ traffic: Traffic) -> UInt32 {
    let value = kind[network.segment(of: edge).index]
    let place = Int(value >> 1)
    // Timetables know no traffic.
    let hour = UInt64(place >= Self.ferryPlace ? 1_000 : value & 1 == 0 ? traffic.fast : traffic.other)
    let factor = UInt64(table.factors[place])
    return UInt32(clamping: max(1, (UInt64(free) * factor * hour + 500_000) / 1_000_000))
  }

  func milliseconds(of turn: TurnID) -> UInt32 {
    let parts = TurnParts(of: turn, on: network, isJunction: isJunction[network.node(of: turn).index])
    var milliseconds = (parts.deciseconds * UInt32(table.turnPermille) + 5) / 10
    if parts.isSignal { milliseconds += UInt32(table.signalDeciseconds) * 100 }
    if parts.isJunction { milliseconds += UInt32(table.junctionDeciseconds) * 100 }
    if parts.isTurning { milliseconds += UInt32(table.turningDeciseconds) * 100 }
    return milliseconds + parts.fixedDeciseconds * 100
  }

  /// What a turn's time is made of.
  public func parts(of turn: TurnID) -> TurnParts {
    TurnParts(of: turn, on: network, isJunction: isJunction[network.node(of: turn).index])
  }
}

/// How much longer than usual driving takes now, in thousandths.
struct Traffic: Hashable {
  var fast: UInt32
  var other: UInt32

  static let usual = Traffic(fast: 1_000, other: 1_000)

  /// In steps of an eighth: a day has few of them, and a metric is made for each.
  var pattern: Traffic {
    func step(_ value: UInt32) -> UInt32 { (value + 62) / 125 * 125 }
    return Traffic(fast: step(fast), other: step(other))
  }
}

/// What a turn's time is made of, as far as a speed table tells it apart.
public struct TurnParts: Hashable, Sendable {
  /// By angle and rank of the roads, as the network has it.
  public var deciseconds: UInt32
  /// Gates, toll booths, boarding a ferry: as the network has it, whatever the table.
  public var fixedDeciseconds: UInt32
  public var isSignal: Bool
  public var isJunction: Bool
  /// By more than 45°, not round.
  public var isTurning: Bool

  private static let signalDeciseconds = UInt32(TurnCostModel().trafficSignalSeconds * 10)
  /// No angle and rank take longer than this; what is beyond is a booth, a gate or a ferry.
  private static let angleLimit = UInt32(
    (TurnCostModel().angleSeconds + 3 * TurnCostModel().giveWaySeconds) * 10)

  init(of turn: TurnID, on network: RoadNetwork, isJunction: Bool) {
    let flags = network.flags(of: turn)
    isSignal = flags.contains(.trafficSignal)
    let whole = network.durationDeciseconds(of: turn)
    let own = isSignal ? whole - min(whole, Self.signalDeciseconds) : whole
    let isRound = flags.contains(.uTurn)
    deciseconds = isRound ? own : min(own, Self.angleLimit)
    fixedDeciseconds = own - deciseconds
    self.isJunction = isJunction && !isRound
    isTurning = !isRound && abs(network.angleDegrees(of: turn)) > 45
  }
}
