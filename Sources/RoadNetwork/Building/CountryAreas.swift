public import Geometry

/// The areas of countries, from the administrative boundaries in a map.
///
/// A ring that crosses the antimeridian is left out.
public struct CountryAreas: Sendable {
  private var countries: [CountryCode] = []
  private var edges: [Edge] = []
  /// The edges of each band of latitude.
  private var bands: [Int32: [Int]] = [:]

  private struct Edge {
    var from: Coordinate
    var to: Coordinate
    var area: Int
  }

  /// The height of a band, about two kilometres.
  private static let bandE7: Int32 = 200_000

  public init() {}

  public var isEmpty: Bool { countries.isEmpty }

  /// Adds a country by its closed rings; what several rings enclose alternates, so that enclaves are left out.
  public mutating func add(_ country: CountryCode, rings: [[Coordinate]]) {
    let usable = rings.filter { ring in
      ring.count > 3 && ring.first == ring.last
        && zip(ring, ring.dropFirst()).allSatisfy { abs(Int64($0.longitudeE7) - Int64($1.longitudeE7)) < 1_800_000_000 }
    }
    guard !usable.isEmpty else { return }
    let area = countries.count
    countries.append(country)
    for ring in usable {
      for (from, to) in zip(ring, ring.dropFirst()) where from.latitudeE7 != to.latitudeE7 {
        let low = min(from.latitudeE7, to.latitudeE7) / Self.bandE7 - 1
        let high = max(from.latitudeE7, to.latitudeE7) / Self.bandE7 + 1
        for band in low...high { bands[band, default: []].append(edges.count) }
        edges.append(Edge(from: from, to: to, area: area))
      }
    }
  }

  /// The country of a place: the last one added whose area holds it; nil if none does.
  public func country(at place: Coordinate) -> CountryCode? {
    guard let near = bands[place.latitudeE7 / Self.bandE7] else { return nil }
    var isInside = [Bool](repeating: false, count: countries.count)
    for index in near {
      let edge = edges[index]
      guard (edge.from.latitudeE7 > place.latitudeE7) != (edge.to.latitudeE7 > place.latitudeE7) else { continue }
      let share =
        (Double(place.latitudeE7) - Double(edge.from.latitudeE7))
        / (Double(edge.to.latitudeE7) - Double(edge.from.latitudeE7))
      let crossing =
        Double(edge.from.longitudeE7) + share * (Double(edge.to.longitudeE7) - Double(edge.from.longitudeE7))
      if crossing > Double(place.longitudeE7) { isInside[edge.area].toggle() }
    }
    return isInside.lastIndex(of: true).map { countries[$0] }
  }
}
