// The Routes API's enumerations with its numbers. Raw values are the wire's.

/// How the traveller moves.
public enum RouteTravelMode: Int32, Hashable, Sendable, CaseIterable {
  /// DRIVE.
  case unspecified = 0
  case drive = 1
  case bicycle = 2
  case walk = 3
  case twoWheeler = 4
  case taxi = 5
  case transit = 7
}

/// How far traffic decides.
public enum RoutingPreference: Int32, Hashable, Sendable, CaseIterable {
  /// TRAFFIC_UNAWARE in computeRoutes, TRAFFIC_AWARE in computeCustomRoutes.
  case unspecified = 0
  /// Static speeds; may lead over roads closed for a time.
  case trafficUnaware = 1
  case trafficAware = 2
  case trafficAwareOptimal = 3
}

/// How many points a polyline keeps.
public enum PolylineQuality: Int32, Hashable, Sendable, CaseIterable {
  /// OVERVIEW.
  case unspecified = 0
  case highQuality = 1
  case overview = 2
}

/// In which form a polyline is written.
public enum PolylineEncoding: Int32, Hashable, Sendable, CaseIterable {
  /// ENCODED_POLYLINE.
  case unspecified = 0
  case encodedPolyline = 1
  case geoJSONLinestring = 2
}

/// Units of the displayed texts; numbers stay in meters and seconds.
public enum Units: Int32, Hashable, Sendable, CaseIterable {
  case unspecified = 0
  case metric = 1
  case imperial = 2
}

/// A route asked for beside the default one.
public enum ReferenceRoute: Int32, Hashable, Sendable, CaseIterable {
  /// Refused.
  case unspecified = 0
  case fuelEfficient = 1
  case shorterDistance = 2
}

/// What the answer should hold beyond the route.
public enum ExtraComputation: Int32, Hashable, Sendable, CaseIterable {
  /// Refused.
  case unspecified = 0
  case tolls = 1
  case fuelConsumption = 2
  case trafficOnPolyline = 3
  case htmlFormattedNavigationInstructions = 4
  case flyoverInfoOnPolyline = 7
  case narrowRoadInfoOnPolyline = 8
}

/// Which traffic is assumed.
public enum TrafficModel: Int32, Hashable, Sendable, CaseIterable {
  /// BEST_GUESS.
  case unspecified = 0
  case bestGuess = 1
  case pessimistic = 2
  case optimistic = 3
}
