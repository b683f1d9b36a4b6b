public import RoadNetwork

/// How real traffic differs from a network's free flow: small, made by `navigator network calibrate`, kept beside the
/// network that it was made for.
///
/// Time over a road = free-flow time × factor of class and surroundings × factor of the hour; time at a turn = time of
/// its angle and rank × factor, and what signals, junctions and turning cost beside. All values are whole thousandths
/// or tenths of a second, so that equal tables give equal times everywhere.
public struct SpeedTable: Hashable, Sendable {
  /// Fingerprint of the network it was made for; nil fits every network.
  public var network: UInt64?
  /// Local time of the hours, minutes east of UTC all year; nil = the network's clock.
  public var utcOffsetMinutes: Int?
  /// How many trips it was made from.
  public var tripCount: Int
  /// Time factors in thousandths by class, then surroundings: see `permille(_:_:)`.
  public private(set) var factors: [UInt16]
  /// By day and kind of road: see `hours(_:_:)`.
  public private(set) var hourProfiles: [HourProfile]
  /// Factor of the time that a turn's angle and rank take, in thousandths.
  public var turnPermille: UInt16
  /// Waiting at a traffic signal.
  public var signalDeciseconds: UInt16
  /// Passing any junction.
  public var junctionDeciseconds: UInt16
  /// Turning by more than 45°, beside what the angle takes.
  public var turningDeciseconds: UInt16
  /// Setting off at the start of a leg and coming to rest at its end.
  public var startDeciseconds: UInt16

  /// Free flow: every factor 1, and a signal as the network has it.
  public init() {
    tripCount = 0
    factors = Array(repeating: 1_000, count: RoadClass.allCases.count * Surroundings.allCases.count)
    hourProfiles = Array(repeating: .flat, count: DayKind.allCases.count * TrafficKind.allCases.count)
    turnPermille = 1_000
    signalDeciseconds = UInt16(TurnCostModel().trafficSignalSeconds * 10)
    junctionDeciseconds = 0
    turningDeciseconds = 0
    startDeciseconds = 0
  }

  public func permille(_ roadClass: RoadClass, _ surroundings: Surroundings) -> UInt16 {
    factors[Self.place(roadClass, surroundings)]
  }

  public mutating func setPermille(_ value: UInt16, _ roadClass: RoadClass, _ surroundings: Surroundings) {
    factors[Self.place(roadClass, surroundings)] = min(max(value, Limits.factor.lowerBound), Limits.factor.upperBound)
  }

  public func hours(_ day: DayKind, _ kind: TrafficKind) -> HourProfile {
    hourProfiles[day.rawValue * TrafficKind.allCases.count + kind.rawValue]
  }

  public mutating func setHours(_ profile: HourProfile, _ day: DayKind, _ kind: TrafficKind) {
    let clipped = profile.permille.map { min(max($0, Limits.factor.lowerBound), Limits.factor.upperBound) }
    hourProfiles[day.rawValue * TrafficKind.allCases.count + kind.rawValue] = HourProfile(permille: clipped)
  }

  /// The same without hours: what a road takes on the whole.
  public var timeless: SpeedTable {
    var table = self
    table.hourProfiles = Array(repeating: .flat, count: hourProfiles.count)
    return table
  }

  /// Names the values: equal digests mean equal times. Never 0.
  public var digest: UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    // FNV-1a
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    return max(1, hash)
  }

  static func place(_ roadClass: RoadClass, _ surroundings: Surroundings) -> Int {
    Int(roadClass.rawValue) * Surroundings.allCases.count + Int(surroundings.rawValue)
  }

  /// What a value can sensibly be; anything else is a mistake of who made the table.
  public enum Limits {
    public static let factor: ClosedRange<UInt16> = 300...5_000
    public static let turn: ClosedRange<UInt16> = 0...4_000
    public static let signal: ClosedRange<UInt16> = 0...600
    public static let junction: ClosedRange<UInt16> = 0...100
    public static let turning: ClosedRange<UInt16> = 0...300
    public static let start: ClosedRange<UInt16> = 0...6_000
    public static let utcOffsetMinutes = -840...840
  }
}
