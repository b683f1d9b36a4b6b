public import RoadNetwork

/// What a route should keep away from. Every member is a bias, never a cut: where there is no other
/// way, or the vehicle stands on such a road, the route uses it.
public struct AvoidSet: Hashable, Sendable {
  /// Kinds of road.
  public struct Features: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let tolls = Features(rawValue: 1)
    public static let highways = Features(rawValue: 2)
    public static let ferries = Features(rawValue: 4)
    public static let tunnels = Features(rawValue: 8)
  }

  public var features: Features
  /// Countries whose vignette roads are avoided; in ascending order, without repeats.
  public private(set) var vignetteCountries: [CountryCode]

  public init(_ features: Features = [], vignetteCountries: [CountryCode] = []) {
    self.features = features
    self.vignetteCountries = Array(Set(vignetteCountries)).sorted { $0.rawValue < $1.rawValue }
  }

  public static let none = AvoidSet()

  public var tolls: Bool { features.contains(.tolls) }
  public var highways: Bool { features.contains(.highways) }
  public var ferries: Bool { features.contains(.ferries) }
  public var tunnels: Bool { features.contains(.tunnels) }
  public var isEmpty: Bool { features.isEmpty && vignetteCountries.isEmpty }
}
