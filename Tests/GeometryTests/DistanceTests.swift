import Foundation
import Geometry
import TestSupport
import Testing

func point(_ latitude: Double, _ longitude: Double) -> Coordinate {
  Coordinate(latitude: latitude, longitude: longitude) ?? Coordinate(latitudeE7: 0, longitudeE7: 0)
}

@Suite("Coordinates, distances and bearings")
struct DistanceTests {
  @Test(
    "coordinates outside the earth are refused",
    arguments: [
      (Double.nan, 0.0), (0, .nan), (.infinity, 0), (0, -.infinity), (90.1, 0), (-90.1, 0), (0, 180.1), (0, -180.1),
    ])
  func refused(latitude: Double, longitude: Double) {
    #expect(Coordinate(latitude: latitude, longitude: longitude) == nil)
  }

  @Test("the corners of the earth are accepted and rounded to ten-millionths of a degree")
  func accepted() {
    #expect(
      Coordinate(latitude: 90, longitude: -180) == Coordinate(latitudeE7: 900_000_000, longitudeE7: -1_800_000_000))
    #expect(Coordinate(latitude: 0.123_456_78, longitude: 0) == Coordinate(latitudeE7: 1_234_568, longitudeE7: 0))
  }

  @Test("a degree has the lengths of the WGS 84 ellipsoid")
  func degrees() {
    #expect(abs(distanceMeters(point(0, 0), point(0, 1)) - 111_319.49) < 1)
    #expect(abs(distanceMeters(point(-0.5, 0), point(0.5, 0)) - 110_574.3) < 1)
    #expect(abs(distanceMeters(point(59.5, 0), point(60.5, 0)) - 111_412.3) < 1)
  }

  @Test("short distances agree with Vincenty's solution to 0.01 %", arguments: Seeds.fromEnvironment(count: 3))
  func vincentyAgreement(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<500 {
      let a = point(Double.random(in: -70...70, using: &random), Double.random(in: -180...180, using: &random))
      let b = point(
        a.latitude + Double.random(in: -0.3...0.3, using: &random),
        min(180, max(-180, a.longitude + Double.random(in: -0.3...0.3, using: &random))))
      let expected = vincenty(a, b)
      #expect(abs(distanceMeters(a, b) - expected) <= expected * 1e-4 + 0.01, "seed \(seed) \(a) \(b)")
    }
  }

  @Test("long distances are those of the mean sphere")
  func longDistance() {
    let parisToTokyo = distanceMeters(point(48.8566, 2.3522), point(35.6762, 139.6503))
    #expect(abs(parisToTokyo - 9_712_000) < 20_000)
  }

  @Test("across the antimeridian the short way counts")
  func antimeridian() {
    let a = point(-16.8, 179.999)
    let b = point(-16.8, -179.999)
    #expect(abs(distanceMeters(a, b) - distanceMeters(point(-16.8, 0), point(-16.8, 0.002))) < 0.01)
    #expect(abs(bearingDegrees(from: a, to: b) - 90) < 0.01)
    #expect(interpolated(from: a, to: b, fraction: 0.5).longitudeE7 == -1_800_000_000)
  }

  @Test("bearings run clockwise from north")
  func bearings() {
    let middle = point(48, 11)
    #expect(bearingDegrees(from: middle, to: point(48.01, 11)) == 0)
    #expect(abs(bearingDegrees(from: middle, to: point(48, 11.01)) - 90) < 1e-9)
    #expect(abs(bearingDegrees(from: middle, to: point(47.99, 11)) - 180) < 1e-9)
    #expect(abs(bearingDegrees(from: middle, to: point(48, 10.99)) - 270) < 1e-9)
    #expect(bearingDegrees(from: middle, to: middle) == 0)
  }

  @Test("turns to the right are positive, to the left negative")
  func turns() {
    #expect(turnAngleDegrees(from: 350, to: 80) == 90)
    #expect(turnAngleDegrees(from: 10, to: 280) == -90)
    #expect(turnAngleDegrees(from: 0, to: 180) == 180)
    #expect(angleDifferenceDegrees(350, 10) == 20)
    #expect(normalizedDegrees(-90) == 270)
    #expect(normalizedDegrees(.nan) == 0)
  }
}

/// The distance on the ellipsoid by iteration (Vincenty 1975): the oracle for the fast formula.
private func vincenty(_ p: Coordinate, _ q: Coordinate) -> Double {
  let a = 6_378_137.0
  let f = 1 / 298.257223563
  let b = a * (1 - f)
  let l = (q.longitude - p.longitude) * .pi / 180
  let u1 = atan((1 - f) * tan(p.latitude * .pi / 180))
  let u2 = atan((1 - f) * tan(q.latitude * .pi / 180))
  var lambda = l
  for _ in 0..<200 {
    let x = cos(u2) * sin(lambda)
    let y = cos(u1) * sin(u2) - sin(u1) * cos(u2) * cos(lambda)
    let sinSigma = (x * x + y * y).squareRoot()
    if sinSigma == 0 { return 0 }
    let cosSigma = sin(u1) * sin(u2) + cos(u1) * cos(u2) * cos(lambda)
    let sigma = atan2(sinSigma, cosSigma)
    let sinAlpha = cos(u1) * cos(u2) * sin(lambda) / sinSigma
    let cosSqAlpha = 1 - sinAlpha * sinAlpha
    let cos2SigmaM = cosSqAlpha == 0 ? 0 : cosSigma - 2 * sin(u1) * sin(u2) / cosSqAlpha
    let c = f / 16 * cosSqAlpha * (4 + f * (4 - 3 * cosSqAlpha))
    let squared = 2 * cos2SigmaM * cos2SigmaM
    let next =
      l + (1 - c) * f * sinAlpha * (sigma + c * sinSigma * (cos2SigmaM + c * cosSigma * (squared - 1)))
    let isSettled = abs(next - lambda) < 1e-12
    lambda = next
    guard isSettled else { continue }
    let uSq = cosSqAlpha * (a * a - b * b) / (b * b)
    let bigA = 1 + uSq / 16_384 * (4_096 + uSq * (-768 + uSq * (320 - 175 * uSq)))
    let bigB = uSq / 1_024 * (256 + uSq * (-128 + uSq * (74 - 47 * uSq)))
    let inner = cosSigma * (squared - 1)
    return b * bigA * (sigma - bigB * sinSigma * (cos2SigmaM + bigB / 4 * inner))
  }
  return .nan
}
