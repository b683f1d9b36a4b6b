import RoadNetwork

/// `maxspeed` in all its spellings.
enum MaxSpeed {
  /// The limit of a way in one direction in kilometres an hour; nil if unknown, or none.
  static func limit(
    _ tags: Tags, _ mode: TravelMode, forward: Bool, country: CountryCode, roadClass: RoadClass
  ) -> Double? {
    let own: [TagKey] = mode == .twoWheeler ? [.maxspeedMotorcycle] : []
    let numbers = own + [forward ? .maxspeedForward : .maxspeedBackward, .maxspeed]
    let zones: [TagKey] = [.maxspeedType, .zoneMaxspeed, .sourceMaxspeed, .zoneTraffic]
    for key in numbers + zones {
      guard let value = tags[key] else { continue }
      if let limit = kilometersPerHour(value, country, roadClass) { return limit }
      if value == "none" { return roadClass == .motorway ? 140 : nil }
    }
    return nil
  }

  /// A limit from a text: `50`, `50 km/h`, `30 mph`, `walk`, `DE:urban`, `DE:zone30`, `50;30` (the lowest counts).
  static func kilometersPerHour(_ text: String, _ country: CountryCode, _ roadClass: RoadClass) -> Double? {
    var lowest: Double?
    for part in text.split(whereSeparator: { $0 == ";" || $0 == "|" }) {
      guard let limit = single(part.trimmed, country, roadClass) else { continue }
      lowest = min(limit, lowest ?? limit)
    }
    return lowest
  }

  private static func single(_ text: Substring, _ country: CountryCode, _ roadClass: RoadClass) -> Double? {
    if text == "walk" || text.hasSuffix(":walk") || text.hasSuffix(":living_street") { return 10 }
    if let first = text.first, first.isASCII, first.isNumber { return number(text) }
    let parts = text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    let zone = parts[1].lowercased()
    let place = CountryCode(String(parts[0])) ?? country
    if zone.hasPrefix("zone") { return number(zone.dropFirst(4).drop { $0 == ":" || $0 == " " }) }
    if parts[0] == "zone" { return number(Substring(zone)) }
    if zone.hasPrefix("bicycle_road") || zone.hasPrefix("cyclestreet") { return 30 }
    return LegalDefaults.limit(zone: zone, in: place, roadClass)
  }

  /// `50`, `50 km/h`, `50kmh`, `30 mph`, `5 knots`; nil for 0, for what is no number, and beyond 200.
  private static func number(_ text: Substring) -> Double? {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let value = Double(digits), value > 0 else { return nil }
    let unit = text.dropFirst(digits.count).trimmed
    let factor: Double
    switch unit {
    case "", "km/h", "kmh", "kph", "kmph": factor = 1
    case "mph": factor = 1.609344
    case "knots": factor = 1.852
    default: return nil
    }
    let limit = value * factor
    return limit <= 200 ? limit : nil
  }
}

/// Limits that follow from the country and the kind of place (wiki page "Default speed limits").
enum LegalDefaults {
  static func limit(zone: String, in country: CountryCode, _ roadClass: RoadClass) -> Double? {
    let limits = byCountry[country.description] ?? (urban: 50, rural: 90, trunk: 100, motorway: 120)
    switch zone {
    case "urban", "nsl_restricted", "built_up", "city": return limits.urban
    case "rural", "nsl_single", "national": return limits.rural
    case "trunk", "nsl_dual", "dual_carriageway", "expressway", "express": return limits.trunk
    // Without a limit, the speed that is advised.
    case "motorway": return limits.motorway ?? 130
    default: return nil
    }
  }

  private typealias Limits = (urban: Double, rural: Double, trunk: Double, motorway: Double?)
  private static let byCountry: [String: Limits] = [
    "AT": (50, 100, 100, 130), "AU": (50, 100, 100, 110), "BE": (50, 70, 120, 120), "BG": (50, 90, 120, 140),
    "CH": (50, 80, 100, 120), "CY": (50, 80, 80, 100), "CZ": (50, 90, 110, 130), "DE": (50, 100, 130, nil),
    "DK": (50, 80, 80, 130), "EE": (50, 90, 90, 90), "ES": (50, 90, 90, 120), "FI": (50, 80, 100, 120),
    "FR": (50, 80, 110, 130), "GB": (48.28, 96.56, 112.65, 112.65), "GR": (50, 90, 110, 130), "HR": (50, 90, 110, 130),
    "HU": (50, 90, 110, 130), "IE": (50, 80, 100, 120), "IT": (50, 90, 110, 130), "LT": (50, 90, 120, 130),
    "LU": (50, 90, 90, 130), "LV": (50, 90, 90, 100), "MT": (50, 80, 80, 80), "NL": (50, 80, 100, 100),
    "NO": (50, 80, 80, 110), "PL": (50, 90, 120, 140), "PT": (50, 90, 100, 120), "RO": (50, 90, 100, 130),
    "RS": (50, 80, 100, 130), "RU": (60, 90, 110, 110), "SE": (50, 70, 100, 110), "SI": (50, 90, 110, 130),
    "SK": (50, 90, 130, 130), "TR": (50, 90, 110, 120), "UA": (50, 90, 110, 130), "US": (40, 88, 105, 105),
  ]
}
