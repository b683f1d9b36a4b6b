import Foundation
import Geometry
import TestSupport
import Testing

@Suite("Trigonometry against the C library")
struct TrigonometryTests {
  @Test("sine and cosine agree within one unit in the last place", arguments: Seeds.fromEnvironment(count: 3))
  func sineAndCosine(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<20_000 {
      let x = Double.random(in: -100...100, using: &random)
      #expect(abs(Trigonometry.sine(x) - sin(x)) <= max(abs(sin(x)).ulp, 1e-18), "seed \(seed) x \(x)")
      #expect(abs(Trigonometry.cosine(x) - cos(x)) <= max(abs(cos(x)).ulp, 1e-18), "seed \(seed) x \(x)")
    }
  }

  @Test("arc tangent, its quadrants and arc sine agree", arguments: Seeds.fromEnvironment(count: 3))
  func arcs(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<20_000 {
      let x = Double.random(in: -1e3...1e3, using: &random)
      let y = Double.random(in: -1e3...1e3, using: &random)
      #expect(abs(Trigonometry.arcTangent2(y, x) - atan2(y, x)) <= 4 * atan2(y, x).ulp, "seed \(seed) \(y) \(x)")
      let part = Double.random(in: -1...1, using: &random)
      #expect(abs(Trigonometry.arcSine(part) - asin(part)) <= 1e-14, "seed \(seed) \(part)")
    }
  }

  @Test("the axes have exact angles, and the zero vector has angle zero")
  func axes() {
    #expect(Trigonometry.arcTangent2(0, 0) == 0)
    #expect(Trigonometry.arcTangent2(0, 1) == 0)
    #expect(Trigonometry.arcTangent2(1, 0) == Double.pi / 2)
    #expect(Trigonometry.arcTangent2(-1, 0) == -Double.pi / 2)
    #expect(Trigonometry.arcTangent2(0, -1) == Double.pi)
    #expect(Trigonometry.sine(0) == 0)
    #expect(Trigonometry.cosine(0) == 1)
  }

  @Test("not-a-number and infinity give not-a-number, and do not trap")
  func notANumber() {
    #expect(Trigonometry.sine(.nan).isNaN)
    #expect(Trigonometry.cosine(.infinity).isNaN)
    #expect(Trigonometry.arcTangent2(.nan, 1).isNaN)
    #expect(Trigonometry.sine(1e300).isNaN)
  }
}
