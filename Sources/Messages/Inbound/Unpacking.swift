internal import CNavigatorProto
internal import Geometry
internal import Navigator

/// Turns checked protobuf bytes into the navigator's own values, by way of the generated code.
struct Unpacking {
  let arena: MessageArena
  let bytes: UnsafeRawBufferPointer
  /// The record's key: the vehicle, on the topics of vehicles.
  let key: UnsafeRawBufferPointer
  let limits: DecodingLimits

  static var vehicleMissing: DecodeFailure { DecodeFailure(.validation, .missingField, "vehicle_id is missing") }
  static var vehicleMismatch: DecodeFailure {
    DecodeFailure(.validation, .keyMismatch, "vehicle_id is not the record's key")
  }

  /// The message, which lives as long as the arena is not reset.
  func unpack<Message>(
    _ type: MessageType, as message: Message.Type
  ) throws(DecodeFailure) -> UnsafePointer<Message> {
    guard let found = arena.unpack(message, type.descriptor, bytes) else {
      throw DecodeFailure(.value, .tooLarge, "reading the value takes more than \(limits.workingBytes) bytes")
    }
    return found
  }

  /// The vehicle must be named, and must be the one that the record is keyed by: else its inputs could be on two
  /// partitions, out of order.
  func checkVehicle(_ vehicle: UnsafeMutablePointer<CChar>?) throws(DecodeFailure) {
    guard let vehicle, vehicle.pointee != 0 else { throw Self.vehicleMissing }
    var index = 0
    while index < key.count {
      guard UInt8(bitPattern: vehicle[index]) == key[index] else { throw Self.vehicleMismatch }
      index += 1
    }
    guard vehicle[index] == 0 else { throw Self.vehicleMismatch }
  }

  static func text(_ pointer: UnsafeMutablePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }

  /// A name that the caller gave to something and that every event about it repeats: no longer than a key.
  func identifier(_ pointer: UnsafeMutablePointer<CChar>?, _ name: String) throws(DecodeFailure) -> String {
    let text = Self.text(pointer)
    guard text.utf8.count <= limits.keyBytes else {
      throw DecodeFailure(
        .validation, .tooLarge, "\(name): \(text.utf8.count) bytes; at most \(limits.keyBytes) are read")
    }
    return text
  }

  /// nil when empty.
  func optionalIdentifier(_ pointer: UnsafeMutablePointer<CChar>?, _ name: String) throws(DecodeFailure) -> String? {
    let text = try identifier(pointer, name)
    return text.isEmpty ? nil : text
  }

  static func millis(
    _ time: UnsafeMutablePointer<Google__Protobuf__Timestamp>?, _ name: String
  ) throws(DecodeFailure) -> Int64? {
    guard let time else { return nil }
    return try Validation.millis(SecondsAndNanos(seconds: time.pointee.seconds, nanos: time.pointee.nanos)) { name }
  }

  static func texts(
    _ pointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, count: Int
  ) -> [String] {
    guard let pointer else { return [] }
    return (0..<count).map { text(pointer[$0]) }
  }
}
