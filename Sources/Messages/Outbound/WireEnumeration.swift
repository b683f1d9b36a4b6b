internal import CNavigatorProto
internal import Navigator

/// The navigator's enumerations in the schemas' numbers, which are the same but for those whose zero means something.
enum WireEnumeration {
  static func status(_ value: RouteStatus) -> Navigator__V1__RouteStatus__Status {
    value == .internalError
      ? NAVIGATOR__V1__ROUTE_STATUS__STATUS__INTERNAL_ERROR : .init(rawValue: UInt32(value.rawValue))
  }

  static func cause(_ value: RouteStatusCause) -> Navigator__V1__RouteStatus__Cause {
    .init(rawValue: UInt32(value.rawValue))
  }

  static func errorCode(_ value: RouteErrorCode) -> Navigator__V1__RouteStatus__Error__Code {
    .init(rawValue: UInt32(value.rawValue))
  }

  static func travelMode(_ value: AppTravelMode) -> Navigator__V1__NavigationTravelMode__Value {
    value == .driving
      ? NAVIGATOR__V1__NAVIGATION_TRAVEL_MODE__VALUE__DRIVING : .init(rawValue: UInt32(value.rawValue))
  }

  static func refusalReason(_ value: RefusalReason) -> Navigator__V1__Refusal__Reason {
    .init(rawValue: UInt32(value.rawValue))
  }

  static func tripEnd(_ value: TripEnd) -> Navigator__V1__TripSummary__End { .init(rawValue: UInt32(value.rawValue)) }

  static func tokenStatus(
    _ value: TokenExecutionStatus
  ) -> Navigator__V1__RouteTokenExecutionDetails__TokenExecutionStatus {
    .init(rawValue: UInt32(value.rawValue))
  }

  static func tokenReason(_ value: TokenExecutionReason) -> Navigator__V1__RouteTokenExecutionDetails__Reason {
    .init(rawValue: UInt32(value.rawValue))
  }

  static func rerouteStrategy(
    _ value: TokenRerouteStrategy
  ) -> Navigator__V1__RouteTokenExecutionDetails__RerouteStrategy {
    .init(rawValue: UInt32(value.rawValue))
  }

  static func objectiveFallback(
    _ value: ObjectiveFallback
  ) -> Navigator__V1__RouteTokenExecutionDetails__FallbackRouteObjective {
    .init(rawValue: UInt32(value.rawValue))
  }

  static func stopEventKind(_ value: StopEventKind) -> Navigator__V1__StopEvent__Kind {
    .init(rawValue: UInt32(value.rawValue))
  }

  static func tripState(_ value: TripState) -> Navigator__V1__TripProgress__TripState {
    .init(rawValue: UInt32(value.rawValue))
  }

  static func navigationStatus(_ value: NavigationStatus) -> Navigator__V1__TripProgress__NavigationStatus {
    .init(rawValue: UInt32(value.rawValue))
  }

  static func delayCategory(_ value: DelayCategory) -> Navigator__V1__TripProgress__DelayCategory {
    .init(rawValue: UInt32(value.rawValue))
  }

  static func speedSeverity(_ value: SpeedAlertSeverity) -> Navigator__V1__TripProgress__SpeedAlertSeverity {
    switch value {
    case .unknown: NAVIGATOR__V1__TRIP_PROGRESS__SPEED_ALERT_SEVERITY__SPEED_ALERT_SEVERITY_UNSPECIFIED
    case .notSpeeding: NAVIGATOR__V1__TRIP_PROGRESS__SPEED_ALERT_SEVERITY__NOT_SPEEDING
    case .minor: NAVIGATOR__V1__TRIP_PROGRESS__SPEED_ALERT_SEVERITY__MINOR
    case .major: NAVIGATOR__V1__TRIP_PROGRESS__SPEED_ALERT_SEVERITY__MAJOR
    }
  }
}
