import RoadNetwork

/// What a road's tags say of its greatest speed, in kilometres an hour.
struct SaidSpeed: Hashable {
  var kilometersPerHour: Double
  /// Whether it is a limit by law. Where the law knows none, or the tags name a kind of place whose limit is not known
  /// here, it is only how fast such a road is driven.
  var isLaw: Bool
}

/// `maxspeed` in all its spellings.
enum MaxSpeed {
  /// What is said of a way in one direction; nil if nothing is, or that there is no limit on a road that is no motorway.
  static func said(
    _ tags: Tags, _ mode: TravelMode, forward: Bool, country: CountryCode, roadClass: RoadClass
  ) -> SaidSpeed? {
    let own: [TagKey] = mode == .twoWheeler ? [.maxspeedMotorcycle] : []
    let numbers = own + [forward ? .maxspeedForward : .maxspeedBackward, .maxspeed]
    let zones: [TagKey] = [.maxspeedType, .zoneMaxspeed, .sourceMaxspeed, .zoneTraffic]
    for key in numbers + zones {
      guard let value = tags[key] else { continue }
      if let said = said(value, country) { return said }
      if value == "none" { return roadClass == .motorway ? SaidSpeed(kilometersPerHour: 140, isLaw: false) : nil }
    }
    return nil
  }

  /// What a text says: `50`, `50 km/h`, `30 mph`, `walk`, `DE:urban`, `DE:zone30`, `50;30` (the lowest counts).
  static func said(_ text: String, _ country: CountryCode) -> SaidSpeed? {
    var lowest: SaidSpeed?
    for part in text.split(whereSeparator: { $0 == ";" || $0 == "|" }) {
      guard let said = single(part.trimmed, country) else { continue }
      if said.kilometersPerHour < lowest?.kilometersPerHour ?? .infinity { lowest = said }
    }
    return lowest
  }

  private static func single(_ text: Substring, _ country: CountryCode) -> SaidSpeed? {
    if text == "walk" || text.hasSuffix(":walk") || text.hasSuffix(":living_street") { return law(10) }
    if let first = text.first, first.isASCII, first.isNumber { return law(number(text)) }
    let parts = text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    let zone = parts[1].lowercased()
    let place = CountryCode(String(parts[0])) ?? country
    if zone.hasPrefix("zone") { return law(number(zone.dropFirst(4).drop { $0 == ":" || $0 == " " })) }
    if let first = zone.first, first.isASCII, first.isNumber { return law(number(Substring(zone))) }
    if zone.hasPrefix("bicycle_road") || zone.hasPrefix("cyclestreet") { return law(30) }
    return LegalDefaults.said(zone: zone, in: place)
  }

  private static func law(_ limit: Double?) -> SaidSpeed? {
    limit.map { SaidSpeed(kilometersPerHour: $0, isLaw: true) }
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
  static func said(zone: String, in country: CountryCode) -> SaidSpeed? {
    let known = byCountry[country.description]
    let limits = known ?? (urban: 50, rural: 90, trunk: 100, motorway: 120)
    let limit: Double?
    switch zone {
    case "urban", "nsl_restricted", "built_up", "city": limit = limits.urban
    case "rural", "nsl_single", "national": limit = limits.rural
    case "trunk", "nsl_dual", "dual_carriageway", "expressway", "express": limit = limits.trunk
    case "motorway": limit = limits.motorway
    default: return nil
    }
    return SaidSpeed(kilometersPerHour: limit ?? advised, isLaw: limit != nil && known != nil)
  }

  /// Where the law sets no limit (Germany's Autobahn-Richtgeschwindigkeits-Verordnung, section 1: motorways, and roads
  /// with separate carriageways or two lanes a direction).
  private static let advised = 130.0

  private typealias Limits = (urban: Double, rural: Double, trunk: Double?, motorway: Double?)
  private static let byCountry: [String: Limits] = [
    "AT": (50, 100, 100, 130), "AU": (50, 100, 100, 110), "BE": (50, 70, 120, 120), "BG": (50, 90, 120, 140),
    "CH": (50, 80, 100, 120), "CY": (50, 80, 80, 100), "CZ": (50, 90, 110, 130), "DE": (50, 100, nil, nil),
    "DK": (50, 80, 80, 130), "EE": (50, 90, 90, 90), "ES": (50, 90, 90, 120), "FI": (50, 80, 100, 120),
    "FR": (50, 80, 110, 130), "GB": (48.28, 96.56, 112.65, 112.65), "GR": (50, 90, 110, 130), "HR": (50, 90, 110, 130),
    "HU": (50, 90, 110, 130), "IE": (50, 80, 100, 120), "IT": (50, 90, 110, 130), "LT": (50, 90, 120, 130),
    "LU": (50, 90, 90, 130), "LV": (50, 90, 90, 100), "MT": (50, 80, 80, 80), "NL": (50, 80, 100, 100),
    "NO": (50, 80, 80, 110), "PL": (50, 90, 120, 140), "PT": (50, 90, 100, 120), "RO": (50, 90, 100, 130),
    "RS": (50, 80, 100, 130), "RU": (60, 90, 110, 110), "SE": (50, 70, 100, 110), "SI": (50, 90, 110, 130),
    "SK": (50, 90, 130, 130), "TR": (50, 90, 110, 120), "UA": (50, 90, 110, 130), "US": (40, 88, 105, 105),
  ]
}
