/// What is special about a road piece, in both directions alike.
@frozen
public struct RoadFlags: OptionSet, Hashable, Sendable, BitwiseCopyable {
  public let rawValue: UInt32
  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Cars pay here.
  public static let tollDrive = RoadFlags(rawValue: 1 << 0)
  /// Motorcycles pay here.
  public static let tollTwoWheeler = RoadFlags(rawValue: 1 << 1)
  /// A motorway or motor road: crossing-free, no stopping.
  public static let motorway = RoadFlags(rawValue: 1 << 2)
  public static let ferry = RoadFlags(rawValue: 1 << 3)
  public static let tunnel = RoadFlags(rawValue: 1 << 4)
  public static let bridge = RoadFlags(rawValue: 1 << 5)
  public static let roundabout = RoadFlags(rawValue: 1 << 6)
  /// A ramp or slip road (`*_link`).
  public static let link = RoadFlags(rawValue: 1 << 7)
  public static let unpaved = RoadFlags(rawValue: 1 << 8)
  /// Traffic keeps to the left.
  public static let leftHandTraffic = RoadFlags(rawValue: 1 << 9)
  /// A driveway, parking aisle, alley or the like: a service road that leads nowhere.
  public static let minorService = RoadFlags(rawValue: 1 << 10)
  /// A shuttle train that carries vehicles (with `ferry`).
  public static let shuttleTrain = RoadFlags(rawValue: 1 << 11)

  /// The toll flag of a mode.
  @inlinable
  public static func toll(_ mode: TravelMode) -> RoadFlags { RoadFlags(rawValue: 1 << UInt32(mode.rawValue)) }
}

/// What is special about a turn.
@frozen
public struct TurnFlags: OptionSet, Hashable, Sendable, BitwiseCopyable {
  public let rawValue: UInt16
  @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

  public static let drive = TurnFlags(rawValue: 1 << 0)
  public static let twoWheeler = TurnFlags(rawValue: 1 << 1)
  /// Back along the same piece of road.
  public static let uTurn = TurnFlags(rawValue: 1 << 2)
  /// Into a private or destination-only road from one that is not.
  public static let entersRestrictedDrive = TurnFlags(rawValue: 1 << 3)
  public static let entersRestrictedTwoWheeler = TurnFlags(rawValue: 1 << 4)
  /// Through a traffic signal.
  public static let trafficSignal = TurnFlags(rawValue: 1 << 5)
  /// Through a toll booth where the mode pays.
  public static let tollDrive = TurnFlags(rawValue: 1 << 6)
  public static let tollTwoWheeler = TurnFlags(rawValue: 1 << 7)
  /// Through a gate or another barrier that opens.
  public static let gate = TurnFlags(rawValue: 1 << 8)
  /// Onto a ferry: boarding time is in the turn's duration.
  public static let boardsFerry = TurnFlags(rawValue: 1 << 9)
  /// Forbidden at times: see `RoadNetwork.conditionalTurns`.
  public static let conditional = TurnFlags(rawValue: 1 << 10)
}
