/// How one direction of a road may be driven, and how fast.
public struct DirectionRules: Hashable, Sendable {
  /// The modes that may drive.
  public var access: ModeSet
  /// Of these, the modes for which it is private or for destinations only.
  public var restricted: ModeSet
  /// Free-flow speed of cars in kilometres an hour.
  public var driveSpeed: Double
  /// Free-flow speed of motorcycles in kilometres an hour.
  public var twoWheelerSpeed: Double
  /// The legal limit in kilometres an hour; nil if unknown or none.
  public var speedLimit: Int?

  public init(
    access: ModeSet = [], restricted: ModeSet = [], driveSpeed: Double = 30, twoWheelerSpeed: Double = 30,
    speedLimit: Int? = nil
  ) {
    self.access = access
    self.restricted = restricted
    self.driveSpeed = driveSpeed
    self.twoWheelerSpeed = twoWheelerSpeed
    self.speedLimit = speedLimit
  }
}

/// A time at which a road is closed, or for destinations only.
public struct RoadCondition: Hashable, Sendable {
  public var modes: ModeSet
  public var forward: Bool
  public var backward: Bool
  /// Not closed then, but usable at the ends of a route alone.
  public var isForDestinations: Bool
  /// Opening-hours syntax, local time.
  public var condition: String

  public init(
    modes: ModeSet, forward: Bool = true, backward: Bool = true, isForDestinations: Bool = false, condition: String
  ) {
    self.modes = modes
    self.isForDestinations = isForDestinations
    self.forward = forward
    self.backward = backward
    self.condition = condition
  }
}

/// What a way is, apart from its points.
public struct RoadAttributes: Hashable, Sendable {
  public var roadClass: RoadClass
  public var flags: RoadFlags
  /// Lanes in both directions together; 0 if unknown.
  public var lanes: Int
  public var name: String
  public var ref: String
  public var country: CountryCode
  /// The driving side is tagged, and not that of the country.
  public var hasOwnDrivingSide = false
  public var forward: DirectionRules
  public var backward: DirectionRules
  /// The time over the whole way in seconds where it is known as such (ferries): it replaces the speeds.
  public var wholeWaySeconds: Double?
  public var conditions: [RoadCondition]

  public init(
    roadClass: RoadClass, flags: RoadFlags = [], lanes: Int = 0, name: String = "", ref: String = "",
    country: CountryCode = .unknown, forward: DirectionRules, backward: DirectionRules,
    wholeWaySeconds: Double? = nil, conditions: [RoadCondition] = []
  ) {
    self.roadClass = roadClass
    self.flags = flags
    self.lanes = lanes
    self.name = name
    self.ref = ref
    self.country = country
    self.forward = forward
    self.backward = backward
    self.wholeWaySeconds = wholeWaySeconds
    self.conditions = conditions
  }
}

/// What stands on the road at a node.
@frozen
public struct NodeAttributes: OptionSet, Hashable, Sendable, BitwiseCopyable {
  public let rawValue: UInt16
  @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// A barrier that cars cannot pass.
  public static let blocksDrive = NodeAttributes(rawValue: 1 << 0)
  /// A barrier that motorcycles cannot pass.
  public static let blocksTwoWheeler = NodeAttributes(rawValue: 1 << 1)
  /// A private gate for cars: passing it is entering a restricted road.
  public static let restrictsDrive = NodeAttributes(rawValue: 1 << 2)
  public static let restrictsTwoWheeler = NodeAttributes(rawValue: 1 << 3)
  /// A gate or the like that must be opened.
  public static let gate = NodeAttributes(rawValue: 1 << 4)
  /// A traffic signal for the drawing direction of the way.
  public static let signalForward = NodeAttributes(rawValue: 1 << 5)
  /// A traffic signal against the drawing direction of the way.
  public static let signalBackward = NodeAttributes(rawValue: 1 << 6)
  /// A toll booth: all vehicles slow down.
  public static let tollBooth = NodeAttributes(rawValue: 1 << 7)
  /// Cars pay at the booth or gantry.
  public static let tollDrive = NodeAttributes(rawValue: 1 << 8)
  public static let tollTwoWheeler = NodeAttributes(rawValue: 1 << 9)

  public static func blocks(_ modes: ModeSet) -> NodeAttributes { NodeAttributes(rawValue: UInt16(modes.rawValue)) }
  public static func restricts(_ modes: ModeSet) -> NodeAttributes {
    NodeAttributes(rawValue: UInt16(modes.rawValue) << 2)
  }
  public static func toll(_ modes: ModeSet) -> NodeAttributes { NodeAttributes(rawValue: UInt16(modes.rawValue) << 8) }

  var blockedModes: ModeSet { ModeSet(rawValue: UInt8(rawValue & 3)) }
  var restrictedModes: ModeSet { ModeSet(rawValue: UInt8(rawValue >> 2 & 3)) }
}
