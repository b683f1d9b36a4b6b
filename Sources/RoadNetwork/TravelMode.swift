/// What drives: the access rules, tolls and components of the network are kept for each mode.
@frozen
public enum TravelMode: UInt8, CaseIterable, Hashable, Sendable, BitwiseCopyable {
  /// A car.
  case drive = 0
  /// A motorcycle.
  case twoWheeler = 1

  @inlinable public var set: ModeSet { ModeSet(rawValue: 1 << rawValue) }
}

/// A set of travel modes.
@frozen
public struct ModeSet: OptionSet, Hashable, Sendable, BitwiseCopyable {
  public let rawValue: UInt8
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let drive = ModeSet(rawValue: 1)
  public static let twoWheeler = ModeSet(rawValue: 2)
  public static let all: ModeSet = [.drive, .twoWheeler]

  @inlinable public func contains(_ mode: TravelMode) -> Bool { rawValue & (1 << mode.rawValue) != 0 }
}
