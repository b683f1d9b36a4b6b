import Foundation
internal import Geometry

/// The product's seeded generator with what tests draw from it.
public struct SeededRandom: RandomNumberGenerator, Sendable {
  private var generator: SplitMix64

  public init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  public mutating func next() -> UInt64 { generator.next() }

  /// A number in the range.
  public mutating func number(in range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  /// True once in `count` times.
  public mutating func oneIn(_ count: Int) -> Bool { number(in: 1...count) == 1 }

  /// One element; `nil` of an empty collection.
  public mutating func pick<Values: Collection>(_ values: Values) -> Values.Element? {
    values.randomElement(using: &self)
  }
}

/// Seeds of random tests. `SEED=n` in the environment runs that one alone, `SEEDS=n` sets how many.
public enum Seeds {
  public static func fromEnvironment(count: Int) -> [UInt64] {
    let environment = ProcessInfo.processInfo.environment
    if let text = environment["SEED"], let seed = UInt64(text) { return [seed] }
    let wanted = environment["SEEDS"].flatMap { Int($0) } ?? count
    return (0..<max(1, wanted)).map { UInt64($0) + 1 }
  }
}
