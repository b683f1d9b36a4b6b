/// What drives the vehicle; the fuel model differs by it.
///
/// Raw values are those of `VehicleEmissionType` of the Routes API; unspecified means gasoline there.
public enum EmissionType: UInt8, Hashable, Sendable, CaseIterable {
  case gasoline = 1
  case electric = 2
  case hybrid = 3
  case diesel = 4
}

/// What a route is the best in.
public enum RouteObjective: Hashable, Sendable {
  /// Travel time with turn costs.
  case `default`
  /// Length, with time only to break near-ties; never an illegal maneuver.
  case shorterDistance
  /// Fuel by speed and emission type, weighed with time so that the arrival stays about the same.
  case fuelEfficient(EmissionType)
  /// Money: a price for each minute and each kilometer. Tolls are not in it, whatever is asked: the map has no prices.
  ///
  /// The currency cancels out. Negative and non-finite prices count as zero; with both zero this is `default`.
  case rateCard(perMinute: Double, perKilometer: Double, includeTolls: Bool)
}
