internal import CNavigatorProto

extension JSONReading {
  func string(_ value: JSONValue) throws(DecodeFailure) -> String {
    guard case .string(let text) = value else { throw failure(.wrongKind, "a string expected, not \(value.kind)") }
    if text.utf8.contains(0) { throw failure(.wrongKind, "a string with U+0000") }
    return text
  }

  /// A whole number, as a number or as text; `1.0` and `1e3` are whole.
  func integer<Number: FixedWidthInteger>(_ value: JSONValue) throws(DecodeFailure) -> Number {
    guard let text = Self.numberText(value) else {
      throw failure(.wrongKind, "a whole number expected, not \(value.kind)")
    }
    if let exact = Number(text) { return exact }
    // Beyond 2^53 a double no longer says which whole number was meant.
    guard let wide = Double(text), wide == wide.rounded(), wide.magnitude <= 9_007_199_254_740_992,
      let exact = Number(exactly: wide)
    else { throw failure(.outOfRange, "a whole number of \(Number.bitWidth) bits expected") }
    return exact
  }

  func double(_ value: JSONValue) throws(DecodeFailure) -> Double {
    switch value {
    case .string("NaN"): return .nan
    case .string("Infinity"): return .infinity
    case .string("-Infinity"): return -.infinity
    default: break
    }
    guard let text = Self.numberText(value), let number = Double(text) else {
      throw failure(.wrongKind, "a number expected, not \(value.kind)")
    }
    guard number.isFinite else { throw failure(.outOfRange, "too large a number") }
    return number
  }

  /// The text of a number, or of a string that is one; nil for all else.
  private static func numberText(_ value: JSONValue) -> String? {
    switch value {
    case .number(let text): text
    case .string(let text): isNumber(text) ? text : nil
    default: nil
    }
  }

  /// A name of the enumeration, or any number.
  func enumeration(_ value: JSONValue, _ field: FieldDescriptor) throws(DecodeFailure) -> Int32 {
    guard case .string(let name) = value else { return try integer(value) }
    if let descriptor = field.enumeration,
      let found = protobuf_c_enum_descriptor_get_value_by_name(descriptor, name)
    {
      return found.pointee.value
    }
    // Some write numbers as text.
    if let number = Int32(name), Self.isNumber(name) { return number }
    throw failure(.wrongEnum, "no such name in the enumeration")
  }

  /// JSON's grammar of numbers, which is narrower than what Swift reads (`+1`, `0x1p3`, `nan`).
  private static func isNumber(_ text: String) -> Bool {
    var copy = text
    return copy.withUTF8 { raw in
      do throws(JSONSyntaxError) {
        guard case .number(let read) = try JSONParser.parse(UnsafeRawBufferPointer(raw)) else { return false }
        return read.utf8.count == raw.count
      } catch { return false }
    }
  }
}
