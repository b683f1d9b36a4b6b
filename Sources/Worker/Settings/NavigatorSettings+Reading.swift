import Messages
public import Navigator

extension EffectiveSettings {
  /// The navigator core's settings.
  public var navigatorSettings: NavigatorSettings {
    var settings = NavigatorSettings()
    settings.skewLimitMillis = milliseconds("skew.limit")
    settings.fixMaxAgeMillis = milliseconds("fix.max_age")
    settings.fixTimeoutMillis = milliseconds("fix.timeout")
    settings.snapMaxDistanceMeters = number("snap.max_distance")
    settings.idleKeepIntervalMillis = milliseconds("idle.keep_interval")
    settings.idleKeepDistanceMeters = number("idle.keep_distance")
    settings.defaultAccuracyMeters = number("accuracy.default")
    settings.maximumStops = Int(integer("stops.max"))
    settings.tokenOriginDistanceMeters = number("token.origin_distance")
    settings.tokenTimeToLiveMillis = text("token.ttl").flatMap(SettingValue.milliseconds)
    settings.rebuildConnectorMeters = number("rebuild.connector")
    settings.searchBudget = Int(integer("search.budget"))
    settings.offRouteDistanceMeters = number("offroute.distance")
    settings.offRouteAccuracyFactor = number("offroute.accuracy_factor")
    settings.offRouteFixes = Int(integer("offroute.fixes"))
    settings.offRouteHeadingDegrees = number("offroute.heading")
    settings.movingSpeedMetersPerSecond = number("offroute.min_speed")
    settings.sparseFixMillis = milliseconds("offroute.sparse")
    settings.rerouteMinIntervalMillis = milliseconds("reroute.min_interval")
    settings.rerouteMaxIntervalMillis = milliseconds("reroute.max_interval")
    settings.fasterRouteToleranceSeconds = Int32(clamping: milliseconds("faster.tolerance") / 1_000)
    settings.fasterRouteShare = number("faster.share")
    settings.arrivalDistanceMeters = number("arrival.distance")
    settings.arrivalRadiusMeters = number("arrival.radius")
    settings.arrivalDwellMillis = milliseconds("arrival.dwell")
    settings.arrivalDwellSpeedMetersPerSecond = number("arrival.dwell_speed")
    settings.approachDistanceMeters = number("stop.approach_distance")
    settings.departDistanceMeters = number("stop.depart_distance")
    settings.progressTimeSeconds = number("progress.time")
    settings.progressDistanceMeters = number("progress.distance")
    settings.delayHeavyRatio = number("delay.heavy")
    settings.delayMediumRatio = number("delay.medium")
    settings.sessionKeepMillis = milliseconds("session.keep")
    return settings
  }

  /// Which inputs carry a schema registry's framing.
  public var framings: MessageFramings {
    var framings = MessageFramings()
    for name in SettingsTable.framedRoles where text("topics.\(name).framing") == "confluent" {
      if let role = TopicRole(rawValue: name) { framings.byRole[role] = ConfluentFraming() }
    }
    return framings
  }
}
