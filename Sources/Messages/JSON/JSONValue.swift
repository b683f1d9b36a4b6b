/// A JSON text, taken apart. Numbers keep their text, so that 64-bit integers survive.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// The number's text, in JSON's grammar.
  case number(String)
  case string(String)
  case array([JSONValue])
  /// Members in their order; names are unique.
  case object([JSONMember])

  /// The member of that name, or nil.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// What the value is, for messages to people.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a truth value"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// One name and value of a JSON object.
public struct JSONMember: Hashable, Sendable {
  public var name: String
  public var value: JSONValue

  public init(_ name: String, _ value: JSONValue) {
    self.name = name
    self.value = value
  }
}

/// A text that is not JSON as RFC 8259 has it.
public struct JSONSyntaxError: Error, Hashable, Sendable {
  /// Byte position in the text.
  public var offset: Int
  public var text: String
}
