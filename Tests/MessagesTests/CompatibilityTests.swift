import Foundation
import Messages
import Testing

/// `schemas/compatibility/<release>`: messages as other programs wrote them with the schemas of that release.
@Suite("Compatibility")
struct CompatibilityTests {
  struct Frozen: CustomTestStringConvertible, Sendable {
    var file: String
    var type: MessageType
    var testDescription: String { file }
  }

  static let frozen: [Frozen] = {
    let releases = (try? SchemaFiles.names(in: "compatibility")) ?? []
    return releases.flatMap { release in
      ((try? SchemaFiles.names(in: "compatibility/\(release)")) ?? []).compactMap { name in
        let parts = name.split(separator: ".")
        guard parts.count == 3, parts[2] == "json", let type = MessageType(rawValue: String(parts[1])) else {
          return nil
        }
        return Frozen(file: "compatibility/\(release)/\(parts[0]).\(parts[1])", type: type)
      }
    }
  }()

  @Test("every message of a release still means what it meant", arguments: frozen)
  func stillDecodes(message: Frozen) throws {
    let text = try SchemaFiles.text(message.file + ".base64").trimmingCharacters(in: .whitespacesAndNewlines)
    let bytes = [UInt8](try #require(Data(base64Encoded: text)))
    let json = try #require(MessageJSON.json(ofProtobuf: bytes, as: message.type))
    let expected = try JSONParser.parse(SchemaFiles.bytes(message.file + ".json"))
    #expect(try JSONParser.parse(json) == expected)
  }

  @Test("the first release is frozen whole")
  func complete() {
    #expect(Self.frozen.filter { $0.file.hasPrefix("compatibility/1/") }.count >= 27)
  }

  @Test("fields and enumeration numbers of later versions do not fail", arguments: FuzzTests.inputs)
  func unknown(message: TopicMessage) throws {
    let json = try JSONParser.parse(SchemaFiles.bytes(SchemaFiles.example(message.role, message.type)))
    let protobuf = try MessageJSON.protobuf(of: json, as: message.type)
    // Field 20000: a varint, a string, 8 bytes, 4 bytes.
    let later: [UInt8] = [
      0x80, 0xE2, 0x09, 0x05, 0x82, 0xE2, 0x09, 0x01, 0x61, 0x81, 0xE2, 0x09, 1, 2, 3, 4, 5, 6, 7, 8, 0x85, 0xE2,
      0x09, 1, 2, 3, 4,
    ]
    let key = message.role.keyKind == .vehicle ? "taxi-17" : "4249601:25291537:25291565"
    let headers = [
      MessageHeader("ce_type", text: message.type.fullName),
      MessageHeader("content-type", text: "application/x-protobuf"),
    ]
    _ = try MessageDecoder().decode(
      role: message.role, key: Array(key.utf8), value: later + protobuf + later, headers: headers)
    #expect(
      MessageJSON.json(ofProtobuf: later + protobuf, as: message.type)
        == MessageJSON.json(ofProtobuf: protobuf, as: message.type))
  }
}
