public import Navigator
public import RoadNetwork
public import RouteTokens
public import Routing

/// What a worker navigates with: read-only, shared by its threads.
public struct WorkerParts: Sendable {
  public var network: RoadNetwork
  /// What the roads take; nil = the network's free flow.
  public var speeds: SpeedModel?
  public var navigatorSettings: NavigatorSettings
  public var tokens: TokenOpener?
  /// Seals the tokens of the services; nil: none are issued.
  public var sealer: TokenSealer?
  public var framings: MessageFramings
  /// Of the program.
  public var version: String
  /// As the heartbeat names the network.
  public var networkName: String

  public init(
    network: RoadNetwork, speeds: SpeedModel? = nil, navigatorSettings: NavigatorSettings = NavigatorSettings(),
    tokens: TokenOpener?,
    sealer: TokenSealer? = nil, framings: MessageFramings = MessageFramings(), version: String, networkName: String = ""
  ) {
    self.network = network
    self.speeds = speeds
    self.navigatorSettings = navigatorSettings
    self.tokens = tokens
    self.sealer = sealer
    self.framings = framings
    self.version = version
    self.networkName = networkName
  }

  /// The network's fingerprint, 16 hexadecimal digits.
  public var fingerprintText: String {
    let digits = String(network.fingerprint, radix: 16)
    return String(repeating: "0", count: max(0, 16 - digits.count)) + digits
  }
}
