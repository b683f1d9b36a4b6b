internal import Geometry
internal import Navigator

/// Reads position reports straight from protobuf bytes: the one message that comes by the million, so nothing is
/// allocated for it. A test holds it equal to what the generated code reads.
struct LocationReading {
  /// The record's key: the vehicle.
  let key: UnsafeRawBufferPointer
  /// Place in a batch.
  var index: Int?

  private var vehicle: UnsafeRawBufferPointer?
  private var hasLocation = false
  private var latitude = 0.0
  private var longitude = 0.0
  private var takenAt: SecondsAndNanos?
  private var accuracy: Double?
  private var bearing: Double?
  private var speed: Double?
  private var sensor: Int32 = 0

  private init(key: UnsafeRawBufferPointer, index: Int? = nil) {
    self.key = key
    self.index = index
  }

  /// One report of the key's vehicle.
  static func update(
    _ bytes: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer
  ) throws(DecodeFailure) -> LocationUpdate {
    var reading = LocationReading(key: key)
    try reading.read(bytes)
    guard let vehicle = reading.vehicle, !vehicle.isEmpty else { throw Unpacking.vehicleMissing }
    return try reading.validated()
  }

  /// A batch, in its order. One bad report makes the whole record a dead letter, because a record has one fate.
  static func batch(
    _ bytes: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, limit: Int
  ) throws(DecodeFailure) -> [LocationUpdate] {
    var vehicle: UnsafeRawBufferPointer?
    var updates: [LocationUpdate] = []
    var reader = WireReader(bytes)
    while let field = try next(&reader) {
      switch field.number {
      case 1:
        guard field.kind == .lengthDelimited else { throw malformed }
        vehicle = field.bytes
      case 2:
        guard field.kind == .lengthDelimited else { throw malformed }
        guard updates.count < limit else {
          throw DecodeFailure(.validation, .tooManyElements, "updates: at most \(limit) are read")
        }
        var reading = LocationReading(key: key, index: updates.count)
        try reading.read(field.bytes)
        updates.append(try reading.validated())
      default: break
      }
    }
    guard let vehicle, !vehicle.isEmpty else { throw Unpacking.vehicleMissing }
    guard vehicle.elementsEqual(key) else { throw Unpacking.vehicleMismatch }
    return updates
  }

  private static var malformed: DecodeFailure {
    DecodeFailure(.value, .badProtobuf, "the value is no protobuf message of its type")
  }

  @inline(__always)
  private static func next(_ reader: inout WireReader) throws(DecodeFailure) -> WireField? {
    do { return try reader.next() } catch { throw malformed }
  }

  private mutating func read(_ bytes: UnsafeRawBufferPointer) throws(DecodeFailure) {
    var reader = WireReader(bytes)
    while let field = try Self.next(&reader) {
      switch (field.number, field.kind) {
      case (1, .lengthDelimited): vehicle = field.bytes
      case (2, .lengthDelimited): try readLocation(field.bytes)
      case (3, .lengthDelimited): try readTime(field.bytes)
      case (4, .fixed64): accuracy = Double(bitPattern: field.bits)
      case (5, .fixed64): bearing = Double(bitPattern: field.bits)
      case (6, .fixed64): speed = Double(bitPattern: field.bits)
      case (7, .varint): sensor = Int32(truncatingIfNeeded: field.bits)
      case (1...7, _): throw Self.malformed
      default: break
      }
    }
  }

  private mutating func readLocation(_ bytes: UnsafeRawBufferPointer) throws(DecodeFailure) {
    hasLocation = true
    var reader = WireReader(bytes)
    while let field = try Self.next(&reader) {
      switch (field.number, field.kind) {
      case (1, .fixed64): latitude = Double(bitPattern: field.bits)
      case (2, .fixed64): longitude = Double(bitPattern: field.bits)
      case (1...2, _): throw Self.malformed
      default: break
      }
    }
  }

  private mutating func readTime(_ bytes: UnsafeRawBufferPointer) throws(DecodeFailure) {
    var time = takenAt ?? SecondsAndNanos(seconds: 0, nanos: 0)
    var reader = WireReader(bytes)
    while let field = try Self.next(&reader) {
      switch (field.number, field.kind) {
      case (1, .varint): time.seconds = Int64(bitPattern: field.bits)
      case (2, .varint): time.nanos = Int32(truncatingIfNeeded: field.bits)
      case (1...2, _): throw Self.malformed
      default: break
      }
    }
    takenAt = time
  }

  private func validated() throws(DecodeFailure) -> LocationUpdate {
    if let vehicle, !vehicle.isEmpty, !vehicle.elementsEqual(key) { throw Unpacking.vehicleMismatch }
    guard hasLocation else { throw DecodeFailure(.validation, .missingField, named("location") + " is missing") }
    return LocationUpdate(
      coordinate: try Validation.coordinate(latitude, longitude) { named("location") },
      takenAtMillis: try Validation.millis(takenAt) { named("taken_at") },
      accuracyMeters: try Validation.measurement(accuracy) { named("accuracy_meters") },
      bearingDegrees: try Validation.bearing(bearing) { named("bearing_degrees") },
      speedMetersPerSecond: try Validation.measurement(speed) { named("speed_mps") },
      sensor: SensorName.name(of: sensor))
  }

  private func named(_ field: String) -> String {
    if let index { return "updates[\(index)].\(field)" }
    return field
  }
}

/// The names of `LocationUpdate.Sensor`.
enum SensorName {
  /// Empty for unspecified, and for numbers that this version has no name for.
  static func name(of number: Int32) -> String {
    switch number {
    case 1: "GNSS"
    case 2: "NETWORK"
    case 3: "FUSED"
    case 4: "DEAD_RECKONING"
    case 5: "SIMULATED"
    default: ""
    }
  }
}
