/// An ISO 3166-1 alpha-2 country code; `unknown` where none was given.
@frozen
public struct CountryCode: Hashable, Sendable, BitwiseCopyable {
  public let rawValue: UInt16
  @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

  public static let unknown = CountryCode(rawValue: 0)

  /// A code from two letters of any case; nil for anything else.
  public init?(_ text: String) {
    let letters = Array(text.utf8)
    guard letters.count == 2 else { return nil }
    var value: UInt16 = 0
    for letter in letters {
      let upper = letter & ~0x20
      guard upper >= 0x41, upper <= 0x5a else { return nil }
      value = value << 8 | UInt16(upper)
    }
    rawValue = value
  }

  /// Whether traffic keeps to the left there.
  public var drivesOnTheLeft: Bool { Self.leftHandCountries.contains(self) }

  private static let leftHandCountries: Set<CountryCode> = Set(
    """
    AG AI AU BB BD BM BN BS BT BW CC CK CX CY DM FJ FK GB GD GG GY HK ID IE IM IN JE JM JP KE KI KN KY LC LK LS MO MS \
    MT MU MV MW MY MZ NA NF NP NR NU NZ PG PK PN SB SC SG SH SR SZ TC TH TK TL TO TT TV TZ UG VC VG VI WS ZA ZM ZW
    """.split(whereSeparator: { $0.isWhitespace }).compactMap { CountryCode(String($0)) })
}

extension CountryCode: CustomStringConvertible {
  /// The two letters, or an empty text if unknown.
  public var description: String {
    guard self != .unknown else { return "" }
    return String(decoding: [UInt8(rawValue >> 8), UInt8(rawValue & 0xff)], as: UTF8.self)
  }
}
