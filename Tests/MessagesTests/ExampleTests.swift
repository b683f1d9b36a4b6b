import Messages
import Testing

@Suite("Examples")
struct ExampleTests {
  @Test("each message of each topic has one example, and there are no others")
  func complete() throws {
    let expected = TopicMessage.all.map { "\($0.role.rawValue).\($0.type.rawValue).json" }.sorted()
    #expect(try SchemaFiles.names(in: "examples") == expected)
  }

  @Test("every message of the schemas belongs to exactly one topic")
  func everyMessageHasItsTopic() {
    for type in MessageType.allCases {
      #expect(TopicRole.allCases.filter { $0.messages.contains(type) }.count == 1, "\(type.rawValue)")
    }
  }

  @Test("an example comes back from protobuf as it was, member for member", arguments: TopicMessage.all)
  func roundTrip(message: TopicMessage) throws {
    let example = try JSONParser.parse(SchemaFiles.bytes(SchemaFiles.example(message.role, message.type)))
    let protobuf = try MessageJSON.protobuf(of: example, as: message.type)
    let json = try #require(MessageJSON.json(ofProtobuf: protobuf, as: message.type))
    #expect(try JSONParser.parse(json) == example, "\(String(decoding: json, as: UTF8.self))")
  }
}
