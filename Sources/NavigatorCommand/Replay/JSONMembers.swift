import Foundation

/// The members of one JSON object with the bytes of each value as they stand: what a decoder gets must not pass through another's numbers.
struct JSONMembers {
  private var members: [(name: String, raw: ArraySlice<UInt8>)] = []

  /// nil unless the bytes are one JSON object and nothing else.
  init?(_ bytes: [UInt8]) {
    guard let first = bytes.first(where: { !Self.isBlank($0) }), first == UInt8(ascii: "{"),
      (try? JSONSerialization.jsonObject(with: Data(bytes))) is [String: Any]
    else { return nil }
    // Sound from here on: only the places have to be found.
    var at = bytes.firstIndex(of: UInt8(ascii: "{")).map { $0 + 1 } ?? 0
    while let start = Self.next(bytes, at), bytes[start] != UInt8(ascii: "}") {
      let nameStart = bytes[start] == UInt8(ascii: ",") ? Self.next(bytes, start + 1) ?? start : start
      let nameEnd = Self.end(bytes, nameStart)
      guard let name = Self.string(bytes[nameStart..<nameEnd]), let colon = Self.next(bytes, nameEnd),
        let valueStart = Self.next(bytes, colon + 1)
      else { return nil }
      let valueEnd = Self.end(bytes, valueStart)
      members.append((name, bytes[valueStart..<valueEnd]))
      at = valueEnd
    }
  }

  var names: [String] { members.map(\.name) }
  func has(_ name: String) -> Bool { slice(name) != nil }
  func isNull(_ name: String) -> Bool { slice(name).map { $0.elementsEqual("null".utf8) } ?? true }
  func raw(_ name: String) -> [UInt8]? { slice(name).map(Array.init) }
  func text(_ name: String) -> String? { slice(name).flatMap(Self.string) }
  func integer(_ name: String) -> Int64? { slice(name).flatMap { Int64(String(decoding: $0, as: UTF8.self)) } }

  private func slice(_ name: String) -> ArraySlice<UInt8>? { members.last { $0.name == name }?.raw }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

  private static func next(_ bytes: [UInt8], _ start: Int) -> Int? {
    guard start <= bytes.count else { return nil }
    return bytes[start...].firstIndex { !isBlank($0) }
  }

  private static func string(_ raw: ArraySlice<UInt8>) -> String? {
    (try? JSONSerialization.jsonObject(with: Data(raw), options: .fragmentsAllowed)) as? String
  }

  /// Behind the value that begins at `start`.
  private static func end(_ bytes: [UInt8], _ start: Int) -> Int {
    var depth = 0
    var at = start
    var isText = false
    while at < bytes.count {
      let byte = bytes[at]
      if isText {
        if byte == UInt8(ascii: "\\") {
          at += 1
        } else if byte == UInt8(ascii: "\"") {
          isText = false
          if depth == 0 { return at + 1 }
        }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isText = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          if depth == 0 { return at }
          depth -= 1
          if depth == 0 { return at + 1 }
        case UInt8(ascii: ","), UInt8(ascii: ":"):
          if depth == 0 { return at }
        default:
          if depth == 0, isBlank(byte) { return at }
        }
      }
      at += 1
    }
    return bytes.count
  }
}
