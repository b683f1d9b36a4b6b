import Testing

@testable import RouteService

@Suite("Texts for people")
struct LocalizedTextTests {
  @Test(
    "a distance is told in the units of the request",
    arguments: [
      (7.4, "7 m"), (853, "850 m"), (996, "1 km"), (1_234, "1.2 km"), (9_960, "10 km"), (13_700, "14 km"),
    ])
  func metric(meters: Double, text: String) {
    #expect(LocalizedText(units: .unspecified).distance(meters: meters) == text)
  }

  @Test("miles and feet on request", arguments: [(100.0, "328 ft"), (1_609.344, "1 mi"), (20_000, "12 mi")])
  func imperial(meters: Double, text: String) {
    #expect(LocalizedText(units: .imperial).distance(meters: meters) == text)
  }

  @Test(
    "a duration is told in minutes, hours and days",
    arguments: [
      (4.0, "1 min"), (100, "2 mins"), (3_600, "1 hour"), (3_900, "1 hour 5 mins"), (7_260, "2 hours 1 min"),
      (97_200, "1 day 3 hours"),
    ])
  func durations(seconds: Double, text: String) {
    #expect(LocalizedText(units: .metric).duration(seconds: seconds) == text)
  }

  @Test("a value that is no number does not crash")
  func notANumber() {
    #expect(LocalizedText(units: .metric).duration(seconds: -5) == "1 min")
    #expect(LocalizedText(units: .metric).distance(meters: .infinity) == "1000000000000 km")
  }
}
