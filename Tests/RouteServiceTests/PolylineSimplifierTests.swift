import Geometry
import Testing

@testable import RouteService

@Suite("Overview polylines")
struct PolylineSimplifierTests {
  private func point(_ x: Double, _ y: Double) -> Coordinate {
    LocalPlane(origin: Coordinate(latitudeE7: 600_000_000, longitudeE7: 250_000_000)).coordinate(x: x, y: y)
  }

  @Test("points on a straight line go, corners stay")
  func corners() {
    let line = [point(0, 0), point(50, 0.5), point(100, 0), point(100, 60), point(100, 100)]
    #expect(PolylineSimplifier(toleranceMeters: 2).simplify(line) == [line[0], line[2], line[4]])
  }

  @Test("no point left out is farther away than the tolerance")
  func tolerance() {
    var state: UInt64 = 7
    var line: [Coordinate] = []
    for index in 0..<300 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      line.append(point(Double(index) * 10, Double(state >> 33 % 40)))
    }
    let kept = Polyline(PolylineSimplifier(toleranceMeters: 5).simplify(line))
    #expect(kept.points.count < line.count)
    for point in line { #expect((kept.projection(of: point)?.distanceMeters ?? .infinity) <= 5.01) }
  }

  @Test("short lines stay as they are")
  func short() {
    #expect(PolylineSimplifier(toleranceMeters: 5).simplify([]) == [])
    let two = [point(0, 0), point(0, 0)]
    #expect(PolylineSimplifier(toleranceMeters: 5).simplify(two) == two)
  }
}
