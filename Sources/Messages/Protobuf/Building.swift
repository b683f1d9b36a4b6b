internal import CNavigatorProto
internal import Geometry

/// Builds messages of the generated code in an arena.
struct Building {
  let arena: MessageArena

  /// A message with its defaults.
  ///
  /// - Parameters:
  ///   - initialize: the generated `…__init`.
  ///   - fill: sets what is not default.
  func make<Message>(
    _ initialize: (UnsafeMutablePointer<Message>?) -> Void, _ fill: (inout Message) -> Void
  ) -> UnsafeMutablePointer<Message> {
    let message = arena.take(MemoryLayout<Message>.size).bindMemory(to: Message.self, capacity: 1)
    initialize(message)
    fill(&message.pointee)
    return message
  }

  /// Text as a C string; the navigator's own, so it holds no zero byte that was not cut before.
  func text(_ text: String) -> UnsafeMutablePointer<CChar> {
    let count = text.utf8.count
    let bytes = arena.take(count + 1).bindMemory(to: CChar.self, capacity: count + 1)
    var index = 0
    for byte in text.utf8 {
      bytes[index] = CChar(bitPattern: byte)
      index += 1
    }
    bytes[count] = 0
    return bytes
  }

  /// The pointers of a repeated field; nil when there are none.
  func list<Element>(
    _ elements: [UnsafeMutablePointer<Element>]
  ) -> UnsafeMutablePointer<UnsafeMutablePointer<Element>?>? {
    if elements.isEmpty { return nil }
    let stride = MemoryLayout<UnsafeMutablePointer<Element>?>.stride
    let list = arena.take(stride * elements.count)
      .bindMemory(to: UnsafeMutablePointer<Element>?.self, capacity: elements.count)
    for (index, element) in elements.enumerated() { (list + index).initialize(to: element) }
    return list
  }

  /// The values of a repeated field of numbers; nil when there are none.
  func numbers<Number: BitwiseCopyable>(_ values: [Number]) -> UnsafeMutablePointer<Number>? {
    if values.isEmpty { return nil }
    let list = arena.take(MemoryLayout<Number>.stride * values.count)
      .bindMemory(to: Number.self, capacity: values.count)
    for (index, value) in values.enumerated() { list[index] = value }
    return list
  }

  func timestamp(millis: Int64) -> UnsafeMutablePointer<Google__Protobuf__Timestamp> {
    let time = SecondsAndNanos(millis: millis)
    return make(google__protobuf__timestamp__init) { message in
      message.seconds = time.seconds
      message.nanos = time.nanos
    }
  }

  func duration(seconds: Int64, nanos: Int32 = 0) -> UnsafeMutablePointer<Google__Protobuf__Duration> {
    make(google__protobuf__duration__init) { message in
      message.seconds = seconds
      message.nanos = nanos
    }
  }

  func duration(seconds: Int32) -> UnsafeMutablePointer<Google__Protobuf__Duration> {
    duration(seconds: Int64(seconds))
  }

  func location(_ coordinate: Coordinate) -> UnsafeMutablePointer<Navigator__V1__LatLng> {
    make(navigator__v1__lat_lng__init) { message in
      message.latitude = coordinate.latitude
      message.longitude = coordinate.longitude
    }
  }

  /// The message's protobuf bytes: fields in the order of their numbers, equal messages to equal bytes.
  func pack<Message>(_ message: UnsafeMutablePointer<Message>) -> [UInt8] {
    let base = UnsafeRawPointer(message).assumingMemoryBound(to: ProtobufCMessage.self)
    return [UInt8](unsafeUninitializedCapacity: protobuf_c_message_get_packed_size(base)) { buffer, count in
      count = buffer.baseAddress.map { protobuf_c_message_pack(base, $0) } ?? 0
    }
  }
}
