import Messages
import TestSupport
import Testing

@Suite("Any bytes")
struct FuzzTests {
  static let seed: UInt64 = 20_260_501
  static let inputs = TopicMessage.all.filter { $0.role.direction == .input }

  private func samples(_ message: TopicMessage) throws -> (json: [UInt8], protobuf: [UInt8]) {
    let json = try SchemaFiles.bytes(SchemaFiles.example(message.role, message.type))
    return (json, try MessageJSON.protobuf(of: JSONParser.parse(json), as: message.type))
  }

  /// One to four of: a bit flipped, a byte set, bytes taken out, bytes doubled, the end cut off.
  private func mutated(_ bytes: [UInt8], _ generator: inout SeededRandom) -> [UInt8] {
    var result = bytes
    for _ in 0..<Int.random(in: 1...4, using: &generator) where !result.isEmpty {
      let place = Int.random(in: 0..<result.count, using: &generator)
      let end = min(result.count, place + Int.random(in: 1...8, using: &generator))
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: result[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 1: result[place] = UInt8.random(in: 0...255, using: &generator)
      case 2: result.removeSubrange(place..<end)
      case 3: result.insert(contentsOf: Array(result[place..<end]), at: place)
      default: result.removeSubrange(place...)
      }
    }
    return result
  }

  @Test("mutated examples are read or refused, and never crash", arguments: inputs)
  func mutations(message: TopicMessage) throws {
    var generator = SeededRandom(seed: Self.seed)
    let (json, protobuf) = try samples(message)
    let decoder = MessageDecoder(framings: [.serviceRequests: ConfluentFraming()])
    let headers = [MessageHeader("ce_type", text: message.type.fullName)]
    var refused = 0
    for round in 0..<3_000 {
      let value = mutated(round % 2 == 0 ? json : protobuf, &generator)
      let key = round % 7 == 0 ? mutated(Array("taxi-17".utf8), &generator) : Array("taxi-17".utf8)
      do {
        _ = try decoder.decode(role: message.role, key: key, value: value, headers: round % 5 == 0 ? [] : headers)
      } catch {
        refused += 1
        #expect(error.detail.utf8.count <= DecodeFailure.maximumDetailBytes)
      }
    }
    #expect(refused > 0, "seed \(Self.seed)")
  }

  @Test("random bytes are refused or read under every content type", arguments: inputs)
  func garbage(message: TopicMessage) {
    var generator = SeededRandom(seed: Self.seed &+ 1)
    let decoder = MessageDecoder()
    for round in 0..<2_000 {
      let value = (0..<Int.random(in: 0..<200, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      let contentType = ["application/json", "application/x-protobuf", "application/cloudevents+json"][round % 3]
      let headers = [
        MessageHeader("ce_type", text: message.type.fullName), MessageHeader("content-type", text: contentType),
      ]
      _ = try? decoder.decode(role: message.role, key: Array("v".utf8), value: value, headers: headers)
    }
  }

  @Test(
    "mutated protobuf of every message is written as JSON or refused, and the JSON reads back",
    arguments: TopicMessage.all)
  func writing(message: TopicMessage) throws {
    var generator = SeededRandom(seed: Self.seed &+ 2)
    let (_, protobuf) = try samples(message)
    for _ in 0..<500 {
      guard let json = MessageJSON.json(ofProtobuf: mutated(protobuf, &generator), as: message.type) else { continue }
      let value = try JSONParser.parse(json)
      // A number out of a duration's or time's range is shown as the nearest that JSON can say, so bytes may differ;
      // what is written once is written the same again.
      guard let again = try? MessageJSON.protobuf(of: value, as: message.type) else { continue }
      #expect(MessageJSON.json(ofProtobuf: again, as: message.type) == json, "seed \(Self.seed &+ 2)")
    }
  }

  @Test("deep nesting is refused, however it is packed")
  func depth() {
    // A Struct within a Struct within a Struct …
    var bytes: [UInt8] = []
    for _ in 0..<4_000 {
      bytes = Self.field(1, Self.field(2, Self.field(5, bytes)))
      if bytes.count > 500_000 { break }
    }
    let value = Self.field(1, Self.field(4, bytes))
    #expect(MessageJSON.json(ofProtobuf: value, as: .serviceError) == nil)
  }

  private static func field(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
    var length: [UInt8] = []
    var rest = content.count
    while rest >= 0x80 {
      length.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    length.append(UInt8(rest))
    return [number << 3 | 2] + length + content
  }
}
