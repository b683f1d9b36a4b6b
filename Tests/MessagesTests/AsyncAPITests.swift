import Messages
import Testing

@Suite("asyncapi.yaml")
struct AsyncAPITests {
  /// What stands in the file for people who cannot read protobuf: dead letters keep their bytes, sessions are ours.
  static let opaque: [TopicRole: [String]] = [.deadLetters: ["DeadLetter"], .sessionsChangelog: ["SessionState"]]

  /// The names that stand directly below a path of names, by indentation; enough YAML for this file.
  static func names(below path: [String], in text: String) -> [String] {
    var trail: [(indent: Int, name: String)] = []
    var found: [String] = []
    for line in text.split(separator: "\n") {
      let indent = line.prefix { $0 == " " }.count
      let content = line.dropFirst(indent)
      guard !content.hasPrefix("#"), let colon = content.firstIndex(of: ":") else { continue }
      trail.removeAll { $0.indent >= indent }
      if trail.map(\.name) == path { found.append(String(content[..<colon])) }
      trail.append((indent, String(content[..<colon])))
    }
    return found
  }

  static func value(at path: [String], in text: String) -> String? {
    var trail: [(indent: Int, name: String)] = []
    for line in text.split(separator: "\n") {
      let indent = line.prefix { $0 == " " }.count
      let content = line.dropFirst(indent)
      guard !content.hasPrefix("#"), let colon = content.firstIndex(of: ":") else { continue }
      trail.removeAll { $0.indent >= indent }
      trail.append((indent, String(content[..<colon])))
      if trail.map(\.name) == path {
        return content[content.index(after: colon)...].drop { $0 == " " }.description
      }
    }
    return nil
  }

  /// `route-status` to `routeStatus`.
  static func channel(_ role: TopicRole) -> String {
    let parts = role.rawValue.split(separator: "-")
    return parts[0] + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  static func messages(_ role: TopicRole) -> [String] { role.messages.map(\.rawValue) + (opaque[role] ?? []) }

  @Test("it lists the topics of the code and no others")
  func topics() throws {
    let text = try SchemaFiles.text("asyncapi.yaml")
    #expect(Self.names(below: ["channels"], in: text) == TopicRole.allCases.map(Self.channel))
  }

  @Test("a channel has its topic's name, messages and cleanup", arguments: TopicRole.allCases)
  func channel(role: TopicRole) throws {
    let text = try SchemaFiles.text("asyncapi.yaml")
    let path = ["channels", Self.channel(role)]
    #expect(Self.value(at: path + ["address"], in: text) == TopicCatalogue().name(of: role))
    #expect(Self.names(below: path + ["messages"], in: text) == Self.messages(role))
    let cleanup = Self.value(at: path + ["bindings", "kafka", "topicConfiguration", "cleanup.policy"], in: text)
    #expect(cleanup?.filter { $0 != " " } == "[\(role.cleanup.rawValue)]")
  }

  @Test("it describes the messages of the code and no others")
  func messages() throws {
    let text = try SchemaFiles.text("asyncapi.yaml")
    #expect(Self.names(below: ["components", "messages"], in: text) == TopicRole.allCases.flatMap(Self.messages))
  }

  @Test("the worker sends what is output and receives what is input")
  func operations() throws {
    let text = try SchemaFiles.text("asyncapi.yaml")
    for role in TopicRole.allCases {
      let name = Self.channel(role).prefix(1).uppercased() + Self.channel(role).dropFirst()
      let sends = Self.value(at: ["operations", "send" + name, "action"], in: text)
      let receives = Self.value(at: ["operations", "receive" + name, "action"], in: text)
      #expect((sends == "send") == (role.direction != .input))
      #expect((receives == "receive") == (role.direction != .output))
    }
  }

  @Test("its headers are the code's")
  func headers() throws {
    let text = try SchemaFiles.text("asyncapi.yaml")
    #expect(
      Self.names(below: ["components", "schemas", "CloudEventHeaders", "properties"], in: text) == [
        HeaderName.contentType, HeaderName.specVersion, HeaderName.eventType, HeaderName.eventSource,
        HeaderName.eventID, HeaderName.eventTime, HeaderName.eventSubject, HeaderName.traceParent,
        HeaderName.traceState,
      ])
    let letter = DeadLetter(
      topic: "t", partition: 0, offset: 0, timestampMillis: 0, key: nil, value: nil, headers: [],
      failure: DecodeFailure(.value, .badJSON, ""))
    #expect(
      Self.names(below: ["components", "schemas", "DeadLetterHeaders", "properties"], in: text)
        == letter.record(convention: .navigator, applicationID: "a", workerVersion: "1", maximumBytes: 0).headers.map(
          \.name))
  }
}
