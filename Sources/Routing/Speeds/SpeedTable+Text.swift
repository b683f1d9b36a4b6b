import RoadNetwork

/// Why a text is no speed table.
public enum SpeedTableError: Error, Hashable, Sendable {
  /// The first line does not name the format.
  case foreign
  /// A line, counted from 1, that says nothing known, says it twice, or has a value out of range.
  case badLine(Int)
  /// Something that every table says is not there.
  case missing(String)
}

/// The file: one statement a line, its name first; `#` begins a comment. Factors have three digits after the point,
/// seconds one.
///
/// ```
/// navigator-speeds 1
/// network 6436c0802105e2bc
/// utc-offset 60
/// trips 492
/// start 60.0
/// signal 6.0
/// junction 0.6
/// turning 3.0
/// turn-factor 0.800
/// factor motorway 1.100 1.200 1.400          (open, built-up, dense; one line a class)
/// hours weekday fast 0.900 … (24 values)     (weekday or weekend, fast or other)
/// ```
/// `network`, `utc-offset` and `trips` may be absent; so may a class or a profile, which is then 1.
extension SpeedTable {
  private static let magic = "navigator-speeds 1"

  public var text: String {
    var lines = [Self.magic]
    if let network { lines.append("network \(Self.hexadecimal(network))") }
    if let utcOffsetMinutes { lines.append("utc-offset \(utcOffsetMinutes)") }
    if tripCount > 0 { lines.append("trips \(tripCount)") }
    lines.append("start \(Self.seconds(startDeciseconds))")
    lines.append("signal \(Self.seconds(signalDeciseconds))")
    lines.append("junction \(Self.seconds(junctionDeciseconds))")
    lines.append("turning \(Self.seconds(turningDeciseconds))")
    lines.append("turn-factor \(Self.factor(turnPermille))")
    for roadClass in RoadClass.allCases {
      let values = Surroundings.allCases.map { Self.factor(permille(roadClass, $0)) }
      lines.append("factor \(roadClass) \(values.joined(separator: " "))")
    }
    for day in DayKind.allCases {
      for kind in TrafficKind.allCases {
        lines.append("hours \(day) \(kind) \(hours(day, kind).permille.map(Self.factor).joined(separator: " "))")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  public init(text: String) throws(SpeedTableError) {
    self.init()
    var said: Set<String> = []
    var isFirst = true
    for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      var words = line.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" }.map(String.init)
      if isFirst {
        guard words.joined(separator: " ") == Self.magic else { throw .foreign }
        isFirst = false
        continue
      }
      if words.isEmpty { continue }
      let subject = Self.subject(of: words)
      words.removeFirst(subject.count)
      guard said.insert(subject.joined(separator: " ")).inserted, read(subject, words) else {
        throw .badLine(number + 1)
      }
    }
    if isFirst { throw .foreign }
    for name in ["start", "signal", "junction", "turning", "turn-factor"] where !said.contains(name) {
      throw .missing(name)
    }
  }

  /// The words before the values.
  private static func subject(of words: [String]) -> [String] {
    switch words[0] {
    case "factor": Array(words.prefix(2))
    case "hours": Array(words.prefix(3))
    default: [words[0]]
    }
  }

  private mutating func read(_ subject: [String], _ values: [String]) -> Bool {
    switch subject[0] {
    case "factor":
      guard let roadClass = RoadClass.allCases.first(where: { "\($0)" == subject.last }),
        let numbers = Self.numbers(values, scale: 1_000, Limits.factor), numbers.count == Surroundings.allCases.count
      else { return false }
      for (surroundings, number) in zip(Surroundings.allCases, numbers) { setPermille(number, roadClass, surroundings) }
      return true
    case "hours":
      guard subject.count == 3, let day = DayKind.allCases.first(where: { "\($0)" == subject[1] }),
        let kind = TrafficKind.allCases.first(where: { "\($0)" == subject[2] }),
        let numbers = Self.numbers(values, scale: 1_000, Limits.factor), numbers.count == 24
      else { return false }
      setHours(HourProfile(permille: numbers), day, kind)
      return true
    default:
      guard values.count == 1 else { return false }
      return read(subject[0], values[0])
    }
  }

  private mutating func read(_ name: String, _ value: String) -> Bool {
    func set(_ path: WritableKeyPath<SpeedTable, UInt16>, _ scale: Double, _ range: ClosedRange<UInt16>) -> Bool {
      guard let number = Self.numbers([value], scale: scale, range)?.first else { return false }
      self[keyPath: path] = number
      return true
    }
    switch name {
    case "network":
      guard value.utf8.count == 16, let number = UInt64(value, radix: 16) else { return false }
      network = number
    case "utc-offset":
      guard let minutes = Int(value), Limits.utcOffsetMinutes.contains(minutes) else { return false }
      utcOffsetMinutes = minutes
    case "trips":
      guard let count = Int(value), count >= 0 else { return false }
      tripCount = count
    case "start": return set(\.startDeciseconds, 10, Limits.start)
    case "signal": return set(\.signalDeciseconds, 10, Limits.signal)
    case "junction": return set(\.junctionDeciseconds, 10, Limits.junction)
    case "turning": return set(\.turningDeciseconds, 10, Limits.turning)
    case "turn-factor": return set(\.turnPermille, 1_000, Limits.turn)
    default: return false
    }
    return true
  }

  private static func numbers(_ values: [String], scale: Double, _ range: ClosedRange<UInt16>) -> [UInt16]? {
    var numbers: [UInt16] = []
    for value in values {
      guard let number = Double(value), number.isFinite, abs(number) < 60_000,
        let whole = UInt16(exactly: (number * scale).rounded()), range.contains(whole)
      else { return nil }
      numbers.append(whole)
    }
    return numbers
  }

  private static func factor(_ permille: UInt16) -> String {
    "\(permille / 1_000).\(String(1_000 + permille % 1_000).dropFirst())"
  }

  private static func seconds(_ deciseconds: UInt16) -> String { "\(deciseconds / 10).\(deciseconds % 10)" }

  private static func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
