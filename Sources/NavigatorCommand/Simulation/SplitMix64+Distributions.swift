import Foundation
import Geometry

extension SplitMix64 {
  /// A number in 0 ..< 1.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number of the standard normal distribution (Box and Muller).
  mutating func gaussian() -> Double {
    let radius = (-2 * log(1 - unit())).squareRoot()
    return radius * cos(2 * .pi * unit())
  }
}
