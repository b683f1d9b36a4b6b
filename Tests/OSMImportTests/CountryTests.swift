import Geometry
import RoadNetwork
import TestSupport
import Testing

@testable import OSMImport

@Suite("Countries and local time")
struct CountryTests {
  /// Two countries side by side: X drives on the right, Y on the left; the road A-B-C-D runs through both.
  private func border(_ roads: [(String, [String: String])], relations: [DrawnRelation]) throws -> RoadMap {
    try RoadMap(
      """
      P-------Q-------R
      |       |       |
      A---B---C---D---E
      |       |       |
      S-------T-------U
      """,
      roadList: [
        ("QRUT", ["boundary": "administrative", "admin_level": "2"]),
        ("TSPQ", ["boundary": "administrative", "admin_level": "2"]),
        ("QT", ["boundary": "administrative", "admin_level": "2"]),
      ] + roads, relations: relations)
  }

  private let both: [DrawnRelation] = [
    "TSPQ,QT type=boundary boundary=administrative admin_level=2 ISO3166-1:alpha2=FR",
    "QRUT,QT type=boundary boundary=administrative admin_level=2 ISO3166-1=gb",
  ]

  @Test("a road lies in the country whose boundary encloses it, and is driven on that country's side")
  func twoCountries() throws {
    let map = try border([("ABC", [:]), ("CDE", [:])], relations: both)
    let network = map.network
    let west = try map.edge("A", "C")
    let east = try map.edge("C", "E")
    #expect(network.country(of: west).description == "FR" && network.country(of: east).description == "GB")
    #expect(!network.flags(of: west).contains(.leftHandTraffic) && network.flags(of: east).contains(.leftHandTraffic))
    #expect(network.metadata.count(.waysPlacedInCountries) == 2)
  }

  @Test("a driving side on the road itself overrides the country's")
  func ownSide() throws {
    let map = try border([("ABC", ["driving_side": "left"]), ("CDE", ["driving_side": "right"])], relations: both)
    #expect(map.network.flags(of: try map.edge("A", "C")).contains(.leftHandTraffic))
    #expect(!map.network.flags(of: try map.edge("C", "E")).contains(.leftHandTraffic))
  }

  @Test("a boundary that the extract cuts open names no country, and is counted")
  func openBoundary() throws {
    let map = try border(
      [("ABC", [:])],
      relations: ["TSPQ type=boundary boundary=administrative admin_level=2 ISO3166-1:alpha2=FR"])
    #expect(map.network.country(of: try map.edge("A", "C")) == .unknown)
    #expect(map.network.metadata.count(.boundariesOpen) == 1)
  }

  @Test("boundaries of provinces and without a code are none of countries")
  func otherBoundaries() throws {
    let map = try border(
      [("ABC", [:])],
      relations: [
        "TSPQ,QT type=boundary boundary=administrative admin_level=4 ISO3166-1:alpha2=FR",
        "TSPQ,QT type=boundary boundary=administrative admin_level=2",
      ])
    #expect(map.network.country(of: try map.edge("A", "C")) == .unknown)
  }

  @Test("an enclave belongs to its own country")
  func enclave() {
    func ring(_ half: Int32) -> [Coordinate] {
      [(-half, -half), (-half, half), (half, half), (half, -half), (-half, -half)].map {
        Coordinate(latitudeE7: 420_000_000 + $0.0, longitudeE7: 15_000_000 + $0.1)
      }
    }
    var areas = CountryAreas()
    let outer = CountryCode("IT") ?? .unknown
    let inner = CountryCode("SM") ?? .unknown
    areas.add(outer, rings: [ring(3_000_000), ring(1_000_000)])
    areas.add(inner, rings: [ring(1_000_000)])
    let place = { (offset: Int32) in Coordinate(latitudeE7: 420_000_000 + offset, longitudeE7: 15_000_000 + offset) }
    #expect(areas.country(at: place(1_000)) == inner)
    #expect(areas.country(at: place(2_000_000)) == outer)
    #expect(areas.country(at: place(4_000_000)) == nil)
    #expect(areas.country(at: Coordinate(latitudeE7: -420_000_000, longitudeE7: 15_000_000)) == nil)
  }

  @Test("vignettes are avoided in the country where the motorway lies")
  func vignettes() throws {
    let map = try border(
      [("ABC", ["highway": "motorway"]), ("CDE", ["highway": "motorway"])], relations: both)
    #expect(map.network.country(of: try map.edge("A", "C")).description == "FR")
    #expect(map.network.flags(of: try map.edge("A", "C")).contains(.motorway))
  }

  @Test("the clock is the one named, else the country's, else that of the longitude")
  func clocks() throws {
    let source = try RoadMap("A-B", roads: ["AB": [:]]).source
    func clock(_ country: String, _ named: String?) throws -> String {
      let options = BuildOptions(country: CountryCode(country) ?? .unknown, clock: named.flatMap { LocalClock($0) })
      return try RoadNetwork(MemoryStorage(NetworkImport.build(source, options: options))).metadata.clock.description
    }
    #expect(try clock("", nil) == "+01:00")
    #expect(try clock("FI", nil) == "+02:00/EU")
    #expect(try clock("US", nil) == "+01:00/US")
    #expect(try clock("FI", "-03:30") == "-03:30")
    #expect(try border([("ABC", [:])], relations: both).network.metadata.clock.description == "+01:00/EU")
  }

  @Test("Andorra is told by its own boundary; that of Monaco is cut open at sea, so the country must be named")
  func realBoundaries() throws {
    guard let andorra = try network(of: "osm/andorra-2026.osm.pbf"),
      let monaco = try network(of: "osm/monaco-2021.osm.pbf")
    else { return }
    let edges = (0..<UInt32(andorra.canonicalEdgeCount)).map(EdgeID.init)
    let inside = edges.filter { andorra.country(of: $0).description == "AD" }
    #expect(inside.count * 10 > edges.count * 5, "\(inside.count) of \(edges.count)")
    #expect(andorra.metadata.clock.description == "+01:00/EU")
    #expect(monaco.metadata.count(.boundariesOpen) == 2)
    #expect(monaco.country(of: EdgeID(0)) == .unknown)
  }
}
