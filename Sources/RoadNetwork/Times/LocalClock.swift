/// The local time of a network: its offset from UTC and when it is put forward in summer.
///
/// Conditions by time in tags mean local time. A network has one clock: regions in several time zones are judged by
/// the one named at the build.
public struct LocalClock: Hashable, Sendable {
  /// When clocks stand an hour ahead.
  public enum SummerTime: String, CaseIterable, Sendable {
    case none = ""
    /// From the last Sunday of March to the last Sunday of October, 01:00 UTC (the EU and its neighbours).
    case european = "EU"
    /// From the second Sunday of March to the first Sunday of November, 02:00 local time (US, CA, BM).
    case northAmerican = "US"
    /// From the first Sunday of October to the first Sunday of April, 02:00 standard time (AU).
    case australian = "AU"
    /// From the last Sunday of September to the first Sunday of April, 02:00 standard time (NZ).
    case newZealand = "NZ"
  }

  /// Standard time minus UTC in minutes.
  public var offsetMinutes: Int
  public var summerTime: SummerTime

  public init(offsetMinutes: Int, summerTime: SummerTime = .none) {
    self.offsetMinutes = min(14 * 60, max(-14 * 60, offsetMinutes))
    self.summerTime = summerTime
  }

  public static let utc = LocalClock(offsetMinutes: 0)

  /// Solar time to the hour, for places whose clock nobody named and for countries of several time zones.
  public init(longitude: Double, country: CountryCode = .unknown) {
    let summerTime: SummerTime
    switch country.description {
    case "US", "CA": summerTime = .northAmerican
    case "AU": summerTime = .australian
    default: summerTime = .none
    }
    self.init(offsetMinutes: longitude.isFinite ? Int((longitude / 15).rounded()) * 60 : 0, summerTime: summerTime)
  }

  /// What the clock shows at a moment, milliseconds since 1970.
  public func moment(atMillis millis: Int64) -> LocalMoment {
    // Event times lie far inside of this range; beyond it the answer only must not trap.
    let bounded = min(1 << 60, max(-(1 << 60), millis))
    let standard = bounded + Int64(offsetMinutes) * 60_000
    return LocalMoment(localMillis: standard + (isSummer(standardMillis: standard) ? 3_600_000 : 0))
  }

  private func isSummer(standardMillis: Int64) -> Bool {
    let moment = LocalMoment(localMillis: standardMillis)
    let year = CalendarDay(day: moment.day).year
    func start(_ month: Int, sunday: Int, minute: Int) -> Int64 {
      Int64(Self.sunday(sunday, ofMonth: month, year: year)) * 1_440 + Int64(minute)
    }
    let now = standardMillis.flooredQuotient(60_000)
    switch summerTime {
    case .none: return false
    case .european:
      let change = 60 + offsetMinutes
      return start(3, sunday: -1, minute: change) <= now && now < start(10, sunday: -1, minute: change)
    case .northAmerican: return start(3, sunday: 2, minute: 120) <= now && now < start(11, sunday: 1, minute: 60)
    case .australian: return !(start(4, sunday: 1, minute: 120) <= now && now < start(10, sunday: 1, minute: 120))
    case .newZealand: return !(start(4, sunday: 1, minute: 120) <= now && now < start(9, sunday: -1, minute: 120))
    }
  }

  /// The day of a month's n-th Sunday; −1 is the last.
  private static func sunday(_ number: Int, ofMonth month: Int, year: Int) -> Int {
    if number < 0 {
      let last = CalendarDay(day: CalendarDay.day(year: year, month: month, dayOfMonth: month == 9 ? 30 : 31))
      return last.day - (last.weekday + 1) % 7
    }
    let first = CalendarDay(day: CalendarDay.day(year: year, month: month, dayOfMonth: 1))
    return first.day + (6 - first.weekday) + (number - 1) * 7
  }
}

extension LocalClock: CustomStringConvertible {
  /// `+01:00`, with the summer time's name behind it: `+01:00/EU`.
  public var description: String {
    let minutes = abs(offsetMinutes)
    let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    let name = summerTime == .none ? "" : "/\(summerTime.rawValue)"
    return "\(offsetMinutes < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))\(name)"
  }

  /// Reads `+01:00`, `-3`, `+05:30`, `+01:00/EU`; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let sign = parts.first?.first, sign == "+" || sign == "-" else { return nil }
    let numbers = parts[0].dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard (1...2).contains(numbers.count), let hours = Self.digits(numbers[0]), hours <= 14 else { return nil }
    var minutes = 0
    if numbers.count == 2 {
      guard numbers[1].count == 2, let value = Self.digits(numbers[1]), value < 60 else { return nil }
      minutes = value
    }
    var summer = SummerTime.none
    if parts.count == 2 {
      guard !parts[1].isEmpty, let named = SummerTime(rawValue: String(parts[1])) else { return nil }
      summer = named
    }
    self.init(offsetMinutes: (sign == "-" ? -1 : 1) * (hours * 60 + minutes), summerTime: summer)
  }

  private static func digits(_ text: Substring) -> Int? {
    guard (1...2).contains(text.count), text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return Int(text)
  }
}

extension LocalClock {
  /// The clock of a country with one time zone; nil for others and for those not listed.
  public init?(country: CountryCode) {
    guard let clock = Self.byCountry[country.description] else { return nil }
    self = clock
  }

  private static let byCountry: [String: LocalClock] = {
    var clocks: [String: LocalClock] = [:]
    func add(_ clock: String, _ countries: String) {
      for country in countries.split(separator: " ") { clocks[String(country)] = LocalClock(clock) }
    }
    add("+00:00/EU", "FO GB GG IE IM JE")
    add("+00:00", "BF CI GH GM GN IS LR ML MR SH SL SN TG")
    // Mainland Portugal and Spain; their islands in the Atlantic stand an hour behind.
    add("+00:00/EU", "PT")
    add(
      "+01:00/EU",
      "AD AL AT BA BE CH CZ DE DK ES FR GI HR HU IT LI LU MC ME MK MT NL NO PL RS SE SI SJ SK SM VA XK")
    add("+01:00", "AO BJ CF CG CM DZ GA GQ MA NE NG TD TN")
    add("+02:00/EU", "AX BG CY EE FI GR LT LV MD RO UA")
    add("+02:00", "BI BW LS LY MW MZ NA RW SD SZ ZA ZM ZW")
    add("+03:00", "BH BY DJ ER ET IQ JO KE KM KW MG QA SA SO SY TR TZ UG YE")
    add("+03:30", "IR")
    add("+04:00", "AE AM AZ GE MU OM RE SC")
    add("+04:30", "AF")
    add("+05:00", "MV PK TJ TM UZ")
    add("+05:30", "IN LK")
    add("+05:45", "NP")
    add("+06:00", "BD BT KG")
    add("+06:30", "MM")
    add("+07:00", "KH LA TH VN")
    add("+08:00", "BN CN HK MO MY PH SG TW")
    add("+09:00", "JP KP KR TL")
    add("+11:00", "NC SB VU")
    add("+12:00/NZ", "NZ")
    add("+12:00", "FJ NR TV")
    add("-03:00", "AR SR UY")
    add("-04:00", "BB BO DO GY PR PY TT VE")
    add("-04:00/US", "BM")
    add("-05:00", "CO JM KY PA PE")
    add("-05:00/US", "BS HT")
    add("-06:00", "BZ CR GT HN NI SV")
    return clocks
  }()
}
