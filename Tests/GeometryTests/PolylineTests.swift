import Geometry
import TestSupport
import Testing

@Suite("Polylines, projections and boxes")
struct PolylineTests {
  @Test("the format's own example encodes and decodes")
  func example() throws {
    let points = [point(38.5, -120.2), point(40.7, -120.95), point(43.252, -126.453)]
    #expect(PolylineCodec.encode(points) == "_p~iF~ps|U_ulLnnqC_mqNvxq`@")
    #expect(try PolylineCodec.decode("_p~iF~ps|U_ulLnnqC_mqNvxq`@") == points)
    #expect(try PolylineCodec.decode("") == [])
  }

  @Test("random lines come back rounded to five digits", arguments: Seeds.fromEnvironment(count: 5))
  func roundTrip(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let points = (0..<200).map { _ in
      Coordinate(
        latitudeE7: Int32(random.number(in: -9_000_000...9_000_000)) * 100,
        longitudeE7: Int32(random.number(in: -18_000_000...18_000_000)) * 100)
    }
    #expect(try PolylineCodec.decode(PolylineCodec.encode(points)) == points, "seed \(seed)")
  }

  @Test("damaged text is a typed error, whatever it is", arguments: Seeds.fromEnvironment(count: 5))
  func damaged(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<2_000 {
      let bytes = (0..<random.number(in: 0...30)).map { _ in UInt8(random.number(in: 0...255)) }
      _ = try? PolylineCodec.decode(String(decoding: bytes, as: UTF8.self), limit: 10)
    }
    #expect(throws: PolylineError.truncated) { try PolylineCodec.decode("_p~iF~ps|") }
    #expect(throws: PolylineError.invalidCharacter(offset: 1)) { try PolylineCodec.decode("_ ~iF") }
    #expect(throws: PolylineError.tooManyPoints(limit: 2)) {
      try PolylineCodec.decode("_p~iF~ps|U_ulLnnqC_mqNvxq`@", limit: 2)
    }
    #expect(throws: PolylineError.outOfRange(pointIndex: 0)) { try PolylineCodec.decode("~~~~~~@~~~~~~@") }
  }

  @Test("a point beside a straight piece projects onto it, one behind its end onto the end")
  func projection() {
    let plane = LocalPlane(origin: point(48, 11))
    let start = plane.coordinate(x: 0, y: 0)
    let end = plane.coordinate(x: 100, y: 0)
    let beside = SegmentProjection(of: plane.coordinate(x: 25, y: 10), ontoSegmentFrom: start, to: end)
    #expect(abs(beside.fraction - 0.25) < 1e-3)
    #expect(abs(beside.distanceMeters - 10) < 0.02)
    let behind = SegmentProjection(of: plane.coordinate(x: 130, y: 40), ontoSegmentFrom: start, to: end)
    #expect(behind.fraction == 1)
    #expect(abs(behind.distanceMeters - 50) < 0.05)
    let dot = SegmentProjection(of: plane.coordinate(x: 3, y: 4), ontoSegmentFrom: start, to: start)
    #expect(abs(dot.distanceMeters - 5) < 0.02)
  }

  @Test("on a line that comes back to itself, the window decides which pass is meant")
  func window() throws {
    let plane = LocalPlane(origin: point(48, 11))
    let line = Polyline([(0, 0), (100, 0), (100, 50), (50, 50), (50, -50)].map { plane.coordinate(x: $0.0, y: $0.1) })
    let crossing = plane.coordinate(x: 50, y: 0)
    let first = try #require(line.projection(of: crossing))
    #expect(abs(first.alongMeters - 50) < 0.5)
    let second = try #require(line.projection(of: crossing, fromMeters: 120))
    #expect(abs(second.alongMeters - 250) < 0.5)
    #expect(abs(try #require(line.bearingDegrees(atMeters: 250)) - 180) < 0.1)
    let middle = try #require(line.point(atMeters: 75))
    #expect(distanceMeters(middle, plane.coordinate(x: 75, y: 0)) < 0.1)
    #expect(line.point(atMeters: .nan) == line.points.first)
    #expect(line.point(atMeters: 1e9) == line.points.last)
    #expect(Polyline([]).projection(of: crossing) == nil)
    #expect(abs(try #require(Polyline([crossing]).projection(of: plane.origin)).distanceMeters - 50) < 0.1)
  }

  @Test("a plane gives back the point it was asked for", arguments: Seeds.fromEnvironment(count: 3))
  func plane(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<1_000 {
      let origin = point(Double.random(in: -89...89, using: &random), Double.random(in: -180...180, using: &random))
      let plane = LocalPlane(origin: origin)
      let (x, y) = (Double.random(in: -500...500, using: &random), Double.random(in: -500...500, using: &random))
      let back = plane.position(of: plane.coordinate(x: x, y: y))
      #expect(abs(back.x - x) < 0.02 && abs(back.y - y) < 0.02, "seed \(seed)")
    }
    #expect(LocalPlane(origin: point(90, 0)).coordinate(x: .nan, y: 1e300).isValid)
  }

  @Test("a box around points on both sides of the antimeridian is the small one")
  func antimeridianBox() throws {
    let box = try #require(BoundingBox([point(-17, 179.5), point(-16, -179.5)]))
    #expect(box.crossesAntimeridian)
    #expect(box.contains(point(-16.5, 180)) && box.contains(point(-16.5, -179.9)))
    #expect(!box.contains(point(-16.5, 0)) && !box.contains(point(-15, 180)))
    let wider = box.expanded(byMeters: 1_000)
    #expect(wider.contains(point(-16.5, 179.495)) && !wider.contains(point(-16.5, 179.4)))
    #expect(BoundingBox([]) == nil)
    #expect(box.expanded(byMeters: 1e9).contains(point(0, 0)))
  }
}
