import Foundation
import Testing

@testable import NavigatorCommand

@Suite("Places outside of the network") struct PlaceCheckTests {
  private func trace(_ place: (Int) -> (Double, Double), count: Int = 20, heading: String = "") -> String {
    heading
      + (0..<count).map { number in
        let (longitude, latitude) = place(number)
        return "t,\(1_795_996_800 + 5 * number),\(longitude),\(latitude)\n"
      }.joined()
  }

  private static func onTheStreet(_ number: Int) -> (Double, Double) { (24.9405 + Double(number) * 0.0003, 60.17) }

  @Test("pairs with latitude and longitude swapped are asked about once, by pairs and by paths")
  func swappedPairs() throws {
    let probe = try SmallTown.probe()
    probe.write("swapped.csv", "a,60.17,24.9405,60.17,24.9475\nb,60.17,24.9475,60.17,24.9405\n")
    for form in [[], ["--path"]] {
      let answer = try probe.run(
        words: ["route", "--network", probe.path("town.nav"), "--pairs", probe.path("swapped.csv")] + form)
      #expect(answer.status == .success)
      let lines = answer.warnings.split(separator: "\n").filter { $0.hasPrefix("navigator: ") }
      #expect(lines.count == 1)
      #expect(lines.first?.contains("4 of 4 places lie outside of the network") == true)
      #expect(lines.first?.contains("latitude and longitude swapped? each line is id,lon1,lat1,lon2,lat2") == true)
    }
  }

  @Test("places of another city are told with what the network reaches; one stranger among many is not told")
  func otherCity() throws {
    let probe = try SmallTown.probe()
    let pairs = ["route", "--network", probe.path("town.nav"), "--pairs"]
    probe.write("paris.csv", "a,2.35,48.85,2.36,48.86\n")
    let paris = try probe.run(words: pairs + [probe.path("paris.csv")])
    #expect(paris.warnings.contains("2 of 2 places lie outside of the network (it reaches from latitude 60.17"))
    #expect(!paris.warnings.contains("swapped"))
    let good = "a,24.9405,60.17,24.9475,60.17\n"
    probe.write("mixed.csv", String(repeating: good, count: 9) + "b,2.35,48.85,2.36,48.86\n")
    #expect(try !probe.run(words: pairs + [probe.path("mixed.csv")]).warnings.contains("outside"))
  }

  @Test("traces with swapped columns are asked about, and refused where the heading says so")
  func swappedTraces() throws {
    let probe = try SmallTown.probe()
    probe.write("good.csv", trace(Self.onTheStreet))
    probe.write("swapped.csv", trace { (60.17, Self.onTheStreet($0).0) })
    probe.write("told.csv", trace({ (60.17, Self.onTheStreet($0).0) }, heading: "id,timestamp,lat,lon\n"))
    let match = ["network", "match", "--json", "--network", probe.path("town.nav")]
    #expect(try probe.run(words: match + [probe.path("good.csv")]).warnings.isEmpty)
    let swapped = try probe.run(words: match + [probe.path("swapped.csv")])
    #expect(swapped.status == .success)
    #expect(swapped.warnings.contains("20 of 20 places") && swapped.warnings.contains("swapped?"))
    let told = try probe.run(words: match + [probe.path("told.csv")])
    #expect(told.status == .badData)
    #expect(told.failure?.what.hasSuffix("has other columns than id,timestamp,lon,lat") == true)
  }

  @Test("a calibration that fits nothing says where its trips lie, with numbers that make all trips")
  func calibration() throws {
    let probe = try SmallTown.probe()
    // Eleven trips of 2 km elsewhere, one of them too short.
    let trips = (0..<11).map { trip in
      (0..<(trip == 0 ? 2 : 20)).map { "t\(trip),\(1_795_996_800 + 15 * $0),60.17,\(24.94 + Double($0) * 0.001)\n" }
        .joined()
    }
    probe.write("trips.csv", trips.joined())
    let answer = try probe.run(
      "network", "calibrate", "--network", probe.path("town.nav"), "--out", probe.path("town.speeds"),
      probe.path("trips.csv"))
    let failure = try #require(answer.failure)
    #expect(failure.status == .badData)
    #expect(
      failure.what
        == "none of 11 trips can be fitted: 1 too short, 8 on no road, 0 roundabout, 2 held out")
    #expect(failure.whatToDo.contains("202 of 202 places lie outside") && failure.whatToDo.contains("swapped?"))
  }

  @Test("a request whose waypoint is on the map with its numbers swapped is asked about it")
  func request() throws {
    let probe = try SmallTown.probe()
    func warnings(_ from: (Double, Double), _ to: (Double, Double)) throws -> String {
      try probe.run("route", "--network", probe.path("town.nav"), input: SmallTown.request(from, to)).warnings
    }
    let swapped = (SmallTown.east.1, SmallTown.east.0)
    #expect(
      try warnings(SmallTown.west, swapped).contains(
        "waypoint 1 lies outside the network; are its latitude and longitude swapped?"))
    #expect(try warnings(swapped, SmallTown.west).contains("the origin lies outside the network; are its"))
    let paris = try warnings(SmallTown.west, (2.35, 48.85))
    #expect(paris.contains("waypoint 1 lies outside the network (") && !paris.contains("swapped"))
  }
}
