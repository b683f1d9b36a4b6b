internal import CNavigatorProto

extension JSONWriting {
  mutating func wellKnown(
    _ bytes: UnsafeRawBufferPointer, _ type: WellKnownType, _ descriptor: Descriptor
  ) throws(WireError) {
    switch type {
    case .timestamp:
      // A moment that RFC 3339 cannot say is shown as the nearest one it can.
      let time = try Self.time(bytes)
      let shown = TimeText.timestamp(time) ?? (time.seconds < 0 ? "0001-01-01T00:00:00Z" : "9999-12-31T23:59:59Z")
      withText { $0.string(shown) }
    case .duration:
      let time = try Self.time(bytes)
      let shown = TimeText.duration(time) ?? (time.seconds < 0 ? "-" : "") + "\(TimeText.durationBound)s"
      withText { $0.string(shown) }
    case .wrapper:
      let field = descriptor.field(at: 0)
      let found = Self.last(0, of: try Self.occurrences(in: bytes, descriptor))
      try single(found ?? WireField(number: 1, kind: field.wireKind, bits: 0, bytes: Self.nothing), field)
    case .structure: try structure(bytes, descriptor)
    case .listValue: try list(bytes, descriptor)
    case .value: try anyValue(bytes, descriptor)
    }
  }

  private static var nothing: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }

  private static func time(_ bytes: UnsafeRawBufferPointer) throws(WireError) -> SecondsAndNanos {
    var time = SecondsAndNanos(seconds: 0, nanos: 0)
    var reader = WireReader(bytes)
    while let field = try reader.next() {
      if field.number == 1 { time.seconds = Int64(bitPattern: field.bits) }
      if field.number == 2 { time.nanos = Int32(truncatingIfNeeded: field.bits) }
    }
    return time
  }

  private mutating func structure(_ bytes: UnsafeRawBufferPointer, _ descriptor: Descriptor) throws(WireError) {
    let entries = try Self.occurrences(in: bytes, descriptor)
    guard let entry = descriptor.field(at: 0).message, let value = entry.field(at: 1).message else { return }
    var members: [String: UnsafeRawBufferPointer] = [:]
    for found in entries {
      let parts = try Self.occurrences(in: found.field.bytes, entry)
      let key = Self.last(0, of: parts).map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
      members[key] = Self.last(1, of: parts)?.bytes ?? Self.nothing
    }
    withText { $0.beginObject() }
    for (key, content) in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      withText { $0.name(key) }
      try anyValue(content, value)
    }
    withText { $0.endObject() }
  }

  private mutating func list(_ bytes: UnsafeRawBufferPointer, _ descriptor: Descriptor) throws(WireError) {
    let elements = try Self.occurrences(in: bytes, descriptor)
    guard let value = descriptor.field(at: 0).message else { return }
    withText { $0.beginArray() }
    for element in elements { try anyValue(element.field.bytes, value) }
    withText { $0.endArray() }
  }

  private mutating func anyValue(_ bytes: UnsafeRawBufferPointer, _ descriptor: Descriptor) throws(WireError) {
    var last: WireField?
    var reader = WireReader(bytes)
    while let field = try reader.next() {
      if descriptor.index(ofNumber: field.number) != nil { last = field }
    }
    guard let found = last, found.number != 1, let index = descriptor.index(ofNumber: found.number) else {
      return withText { $0.literal("null") }
    }
    try single(found, descriptor.field(at: index))
  }
}
