/// What a build needs to know beyond the map.
public struct BuildOptions: Sendable {
  /// The name of the source, kept in the file.
  public var source: String
  /// The country, where the map does not say it.
  public var country: CountryCode
  /// The local time of the region; nil = the country's, or solar time where that has several time zones or is unknown.
  public var clock: LocalClock?
  public var turnCosts: TurnCostModel

  public init(
    source: String = "", country: CountryCode = .unknown, clock: LocalClock? = nil,
    turnCosts: TurnCostModel = TurnCostModel()
  ) {
    self.source = source
    self.country = country
    self.clock = clock
    self.turnCosts = turnCosts
  }
}

/// What turns cost. Times are part of durations; penalties only steer the choice of route.
///
/// The values lie between those of OSRM's car profile and Valhalla's auto costing (angle sigmoid as in OSRM).
public struct TurnCostModel: Sendable {
  /// The most a turn's angle can cost, in seconds.
  public var angleSeconds = 7.5
  /// How much dearer it is to turn across the oncoming side.
  public var crossingBias = 1.075
  /// Turning round, in seconds.
  public var uTurnSeconds = 20.0
  /// Dislike of turning round where it is not a dead end, in seconds of penalty.
  public var uTurnPenaltySeconds = 300.0
  public var trafficSignalSeconds = 2.0
  /// Giving way to a road of higher class, in seconds a class; at most three classes.
  public var giveWaySeconds = 0.5
  public var gateSeconds = 30.0
  /// Dislike of gates, in seconds of penalty.
  public var gatePenaltySeconds = 30.0
  public var tollBoothSeconds = 8.0
  public var ferryBoardingSeconds = 300.0
  /// Dislike of cutting through a service road, in seconds of penalty at its entry.
  public var servicePenaltySeconds = 15.0
  /// Dislike of tracks and paths, in seconds of penalty at their entry.
  public var trackPenaltySeconds = 300.0

  public init() {}
}
