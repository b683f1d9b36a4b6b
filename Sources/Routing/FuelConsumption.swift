/// Fuel by speed: idling, rolling and air resistance of a middle-sized car.
///
/// Liters per 100 km = idle / v + rolling + air · v², v in km/h: 7.5 at 10 km/h, 4.8 at 50, 6.3 at 90
/// and 9.3 at 130 for gasoline. Electric and hybrid cars are converted to an equal volume of fuel,
/// as the Routes API does.
public struct FuelConsumption: Sendable {
  private let idle: Double
  private let rolling: Double
  private let air: Double

  public init(_ emission: EmissionType) {
    switch emission {
    case .gasoline: (idle, rolling, air) = (45, 3.0, 0.000_35)
    case .diesel: (idle, rolling, air) = (35, 2.6, 0.000_31)
    case .hybrid: (idle, rolling, air) = (12, 2.6, 0.000_34)
    case .electric: (idle, rolling, air) = (6, 1.0, 0.000_11)
    }
  }

  /// Over a piece of road driven in a time.
  public func microliters(millimeters: Double, milliseconds: Double) -> Double {
    guard millimeters > 0, milliseconds > 0 else { return 0 }
    let speed = millimeters / milliseconds * 3.6
    // l/100 km is 10 µl/m, 0.01 µl/mm.
    return idle * milliseconds / 3_600 * 10 + (rolling + air * speed * speed) * millimeters * 0.01
  }

  /// Standing, or slowing down and speeding up for a turn.
  public func microliters(idleMilliseconds: Double) -> Double { idle * idleMilliseconds / 3_600 * 10 }
}
