/// The direction from one point to another in degrees clockwise from north, 0 ..< 360; 0 for equal points.
///
/// The initial direction on the ellipsoid's local plane; for the distances between road points it is the bearing.
public func bearingDegrees(from: Coordinate, to: Coordinate) -> Double {
  let (x, y) = LocalPlane(origin: from).position(of: to)
  return normalizedDegrees(Trigonometry.arcTangent2(x, y) * Trigonometry.degreesPerRadian)
}

/// An angle brought into 0 ..< 360 degrees; NaN and infinite angles give 0.
public func normalizedDegrees(_ degrees: Double) -> Double {
  // Nearly all angles are at most one turn away.
  if degrees >= 0, degrees < 360 { return degrees }
  if degrees < 0, degrees > -360 { return degrees + 360 >= 360 ? 0 : degrees + 360 }
  guard degrees.isFinite else { return 0 }
  let rest = degrees.truncatingRemainder(dividingBy: 360)
  let positive = rest < 0 ? rest + 360 : rest
  return positive >= 360 ? 0 : positive
}

/// How far two directions lie apart, 0 … 180 degrees.
public func angleDifferenceDegrees(_ a: Double, _ b: Double) -> Double {
  abs(turnAngleDegrees(from: a, to: b))
}

/// The turn from one direction into another in degrees: right positive, left negative, −180 < angle ≤ 180.
public func turnAngleDegrees(from: Double, to: Double) -> Double {
  let turn = normalizedDegrees(to - from)
  return turn > 180 ? turn - 360 : turn
}
