import Geometry
import MapMatching
import RoadNetwork
import Routing

/// Makes a speed table from finished trips and shows how well it foretells others.
struct Calibrator {
  let network: RoadNetwork
  var mode = TravelMode.drive
  /// Every so many trips one is left out of the fit and shown apart; 0 = none.
  var holdOut = 5
  var fit = SpeedFit()
  var utcOffsetMinutes: Int?
  /// Told after each trip how many are done.
  var progress: (Int, Int) -> Void = { _, _ in }

  struct Outcome {
    var table: SpeedTable
    /// Trips that the fit saw and those that it did not.
    var fitted: [TripForecast] = []
    var heldOut: [TripForecast] = []
    var tripCount = 0
    /// Trips too short or with too few fixes.
    var shortCount = 0
    /// Trips that hang together on no road.
    var unmatchedCount = 0
    /// Trips that went a long way round: their time says little of the road.
    var wanderingCount = 0
    /// Trips that the fit was not to see, the short ones among them not counted.
    var heldOutCount = 0

    /// Why trips are not in the fit: with those that are, the numbers make all trips.
    var reasons: String {
      "\(shortCount) too short, \(unmatchedCount) on no road, \(wanderingCount) roundabout, \(heldOutCount) held out"
    }
  }

  func run(_ trips: [FinishedTrip]) -> Outcome {
    var general = fit.general
    general.network = network.fingerprint
    general.utcOffsetMinutes = utcOffsetMinutes
    let before = SpeedModel(general, on: network)
    var outcome = Outcome(table: general, tripCount: trips.count)
    var samples: [SpeedSample] = []
    var matcher = TripMatcher(network: network, mode: mode)
    for (number, trip) in trips.enumerated() {
      progress(number, 2 * trips.count)
      guard trip.isTelling else {
        outcome.shortCount += 1
        continue
      }
      if isHeldOut(number) {
        outcome.heldOutCount += 1
        continue
      }
      guard let match = matcher.match(trip.fixes) else {
        outcome.unmatchedCount += 1
        continue
      }
      let sample = SpeedSample(
        match.path, mode: mode, departureMillis: trip.departureMillis, seconds: trip.seconds, on: before)
      guard isDirect(trip, sample) else {
        outcome.wanderingCount += 1
        continue
      }
      samples.append(sample)
    }
    var fit = fit
    fit.general = general
    outcome.table = fit.table(for: samples)
    let forecaster = TripForecaster(
      network: network, mode: mode, tables: [nil, before, before.replacing(outcome.table)])
    for (number, trip) in trips.enumerated() {
      progress(trips.count + number, 2 * trips.count)
      guard trip.isTelling, let forecast = forecaster.forecast(trip) else { continue }
      if isHeldOut(number) { outcome.heldOut.append(forecast) } else { outcome.fitted.append(forecast) }
    }
    return outcome
  }

  /// The last of every `holdOut` trips.
  private func isHeldOut(_ number: Int) -> Bool { holdOut > 0 && number % holdOut == holdOut - 1 }

  /// The road found is as long as the fixes say, and it leads somewhere.
  private func isDirect(_ trip: FinishedTrip, _ sample: SpeedSample) -> Bool {
    guard let first = trip.fixes.first, let last = trip.fixes.last, sample.meters > 0 else { return false }
    let straight = distanceMeters(first.coordinate, last.coordinate)
    return abs(sample.meters / trip.meters - 1) < 0.2 && sample.meters < 3 * straight
  }
}
