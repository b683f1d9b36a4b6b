/// Sine, cosine, arc tangent and arc sine made of + − × ÷ √ alone.
///
/// The C library picks variants by processor, whose last bit differs; these give the same bits on every machine.
/// Polynomials and reduction are those of fdlibm (Sun Microsystems, 1993); the error is below 1 unit in the last
/// place, or 10⁻¹⁸ near the zeros, for arguments up to 10⁵ radians; beyond 10⁹ the answer is not-a-number.
public enum Trigonometry {
  public static let degreesPerRadian = 180.0 / Double.pi
  public static let radiansPerDegree = Double.pi / 180.0

  /// The sine of an angle in radians.
  public static func sine(_ x: Double) -> Double {
    let (quadrant, rest, tail) = reduced(x)
    switch quadrant {
    case 0: return sineKernel(rest, tail)
    case 1: return cosineKernel(rest, tail)
    case 2: return -sineKernel(rest, tail)
    default: return -cosineKernel(rest, tail)
    }
  }

  /// The cosine of an angle in radians.
  public static func cosine(_ x: Double) -> Double {
    let (quadrant, rest, tail) = reduced(x)
    switch quadrant {
    case 0: return cosineKernel(rest, tail)
    case 1: return -sineKernel(rest, tail)
    case 2: return -cosineKernel(rest, tail)
    default: return sineKernel(rest, tail)
    }
  }

  /// The arc sine in radians; arguments beyond ±1 count as ±1.
  public static func arcSine(_ x: Double) -> Double {
    let clamped = min(1, max(-1, x))
    return arcTangent2(clamped, (1 - clamped * clamped).squareRoot())
  }

  /// The angle of the vector (x, y) in radians, −π … π; 0 for the zero vector.
  public static func arcTangent2(_ y: Double, _ x: Double) -> Double {
    if x == 0 {
      if y == 0 { return 0 }
      return y > 0 ? Double.pi / 2 : -Double.pi / 2
    }
    let angle = arcTangent(abs(y / x))
    switch (x > 0, y >= 0) {
    case (true, true): return angle
    case (true, false): return -angle
    case (false, true): return Double.pi - (angle - 1.2246467991473531772e-16)
    case (false, false): return (angle - 1.2246467991473531772e-16) - Double.pi
    }
  }

  /// The arc tangent in radians.
  public static func arcTangent(_ value: Double) -> Double {
    let x = abs(value)
    if x.isNaN { return x }
    if x > 1e17 { return value < 0 ? -Double.pi / 2 : Double.pi / 2 }
    var reduced = x
    var high = 0.0
    var low = 0.0
    if x >= 0.4375 {
      if x < 0.6875 {
        (reduced, high, low) = ((2 * x - 1) / (2 + x), 4.63647609000806093515e-01, 2.26987774529616870924e-17)
      } else if x < 1.1875 {
        (reduced, high, low) = ((x - 1) / (x + 1), 7.85398163397448278999e-01, 3.06161699786838301793e-17)
      } else if x < 2.4375 {
        (reduced, high, low) = ((x - 1.5) / (1 + 1.5 * x), 9.82793723247329054082e-01, 1.39033110312309984516e-17)
      } else {
        (reduced, high, low) = (-1 / x, 1.57079632679489655800e+00, 6.12323399573676603587e-17)
      }
    }
    let series = arcTangentSeries(reduced)
    let result = high == 0 ? reduced - reduced * series : high - ((reduced * series - low) - reduced)
    return value < 0 ? -result : result
  }

  // MARK: Kernels on −π/4 … π/4

  private static func reduced(_ x: Double) -> (quadrant: Int, rest: Double, tail: Double) {
    guard abs(x) <= 1e9 else { return (0, .nan, 0) }
    let turns = (x * 6.36619772367581382433e-01).rounded()
    // π/2 in three parts of 33 bits each, so that the products are exact (Cody and Waite).
    var rest = x - turns * 1.57079632673412561417e+00
    var correction = turns * 6.07710050650619224932e-11
    let before = rest
    rest = before - correction
    correction = turns * 2.02226624879595063154e-21 - ((before - rest) - correction)
    let high = rest - correction
    let tail = (rest - high) - correction
    let quadrant = Int(turns) & 3
    return (quadrant, high, tail)
  }

  private static func sineKernel(_ x: Double, _ y: Double) -> Double {
    let z = x * x
    let v = z * x
    let r =
      8.33333333332248946124e-03 + z
      * (-1.98412698298579493134e-04 + z
        * (2.75573137070700676789e-06 + z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)))
    return x - ((z * (0.5 * y - v * r) - y) - v * -1.66666666666666324348e-01)
  }

  private static func cosineKernel(_ x: Double, _ y: Double) -> Double {
    let z = x * x
    let low = 4.16666666666666019037e-02 + z * (-1.38888888888741095749e-03 + z * 2.48015872894767294178e-05)
    let high = -2.75573143513906633035e-07 + z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11)
    let r = z * (low + z * z * z * high)
    let half = 0.5 * z
    let w = 1 - half
    return w + (((1 - w) - half) + (z * r - x * y))
  }

  private static func arcTangentSeries(_ x: Double) -> Double {
    let z = x * x
    let w = z * z
    var odd = w * 1.62858201153657823623e-02 + 4.97687799461593236017e-02
    odd = w * odd + 6.66107313738753120669e-02
    odd = w * odd + 9.09088713343650656196e-02
    odd = w * odd + 1.42857142725034663711e-01
    odd = z * (w * odd + 3.33333333333329318027e-01)
    var even = w * -3.65315727442169155270e-02 + -5.83357013379057348645e-02
    even = w * even + -7.69187620504482999495e-02
    even = w * even + -1.11111104054623557880e-01
    even = w * (w * even + -1.99999999998764832476e-01)
    return odd + even
  }
}
