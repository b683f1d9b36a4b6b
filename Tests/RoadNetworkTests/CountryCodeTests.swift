import RoadNetwork
import Testing

struct CountryCodeTests {
  @Test("two letters are a country's only where one has them, in either case")
  func assigned() throws {
    for code in ["FI", "fi", "US", "BR", "CH", "GB", "XK", "AX"] {
      #expect(try #require(CountryCode(code)).isAssigned, "\(code)")
    }
    for code in ["ZZ", "XX", "UK", "EU", "AA", "QQ"] { #expect(try !#require(CountryCode(code)).isAssigned, "\(code)") }
    let letters = UnicodeScalar("A").value...UnicodeScalar("Z").value
    let all = letters.flatMap { first in
      letters.compactMap { second in
        UnicodeScalar(first).flatMap { a in UnicodeScalar(second).map { "\(a)\($0)" } }
      }
    }
    // ISO 3166-1 has 249, and XK is beside them.
    #expect(all.compactMap { CountryCode($0) }.count { $0.isAssigned } == 250)
  }

  @Test("every country with a clock of its own, and every one that drives on the left, is a country")
  func agrees() {
    for first in UInt16(0x41)...0x5A {
      for second in UInt16(0x41)...0x5A {
        let code = CountryCode(rawValue: first << 8 | second)
        if LocalClock(country: code) != nil || code.drivesOnTheLeft { #expect(code.isAssigned, "\(code)") }
      }
    }
  }
}
