import RoadNetwork
import Routing

/// The words of `--mode`, `--objective` and `--avoid`.
enum RouteOptions {
  static let objectives: [String: RouteObjective] = [
    "DEFAULT": .default, "SHORTER_DISTANCE": .shorterDistance, "FUEL_EFFICIENT": .fuelEfficient(.gasoline),
    "FUEL_EFFICIENT_DIESEL": .fuelEfficient(.diesel), "FUEL_EFFICIENT_HYBRID": .fuelEfficient(.hybrid),
    "FUEL_EFFICIENT_ELECTRIC": .fuelEfficient(.electric),
  ]
  static let avoidable: [String: AvoidSet.Features] = [
    "tolls": .tolls, "highways": .highways, "ferries": .ferries, "tunnels": .tunnels,
  ]

  static func mode(_ invocation: Invocation) throws(CommandFailure) -> TravelMode {
    try invocation.choice("mode", of: ["DRIVE", "TWO_WHEELER"]) == "TWO_WHEELER" ? .twoWheeler : .drive
  }

  static func objective(_ invocation: Invocation) throws(CommandFailure) -> RouteObjective {
    let name = try invocation.choice("objective", of: objectives.keys.sorted())
    return name.flatMap { objectives[$0] } ?? .default
  }

  /// Comma-separated names; `vignettes:CC` for a country's vignettes.
  static func avoid(_ invocation: Invocation) throws(CommandFailure) -> AvoidSet {
    var features: AvoidSet.Features = []
    var countries: [CountryCode] = []
    for word in (invocation.value("avoid") ?? "").split(separator: ",") {
      if let feature = avoidable[String(word)] {
        features.insert(feature)
      } else if word.hasPrefix("vignettes:") {
        let text = String(word.dropFirst(10))
        guard let country = CountryCode(text), country.isAssigned else {
          throw .usage(
            "vignettes: takes the two letters of a country (ISO 3166-1), not \"\(text)\"", command: "route")
        }
        countries.append(country)
      } else {
        let known = (avoidable.keys.sorted() + ["vignettes:CC"]).joined(separator: ", ")
        throw .usage("--avoid takes \(known), not \"\(word)\"", command: "route")
      }
    }
    return AvoidSet(features, vignetteCountries: countries)
  }
}
