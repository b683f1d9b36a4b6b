import Messages
import Testing

@Suite("Dead letters")
struct DeadLetterTests {
  let letter = DeadLetter(
    topic: "navigator.location-updates", partition: 3, offset: 258, timestampMillis: 1_777_622_400_000, key: [0xFF],
    value: [0x00, 0x01], headers: [MessageHeader("h", nil), MessageHeader("h", [])],
    failure: DecodeFailure(.validation, .impossibleCoordinate, "location: out of range"))

  private func added(_ convention: DeadLetter.Convention) -> [MessageHeader] {
    Array(
      letter.record(convention: convention, applicationID: "navigator", workerVersion: "1.0.0").headers.dropFirst(2))
  }

  static let own = [
    MessageHeader("navigator.dlt.source-topic", text: "navigator.location-updates"),
    MessageHeader("navigator.dlt.source-partition", text: "3"),
    MessageHeader("navigator.dlt.source-offset", text: "258"),
    MessageHeader("navigator.dlt.source-timestamp", text: "1777622400000"),
    MessageHeader("navigator.dlt.stage", text: "validation"),
    MessageHeader("navigator.dlt.reason", text: "IMPOSSIBLE_COORDINATE"),
    MessageHeader("navigator.dlt.detail", text: "location: out of range"),
    MessageHeader("navigator.dlt.worker-version", text: "1.0.0"),
  ]

  @Test("key, value, headers and timestamp are untouched")
  func untouched() {
    let record = letter.record(convention: .navigator, applicationID: "navigator", workerVersion: "1.0.0")
    #expect(record.role == .deadLetters)
    #expect(record.key == [0xFF])
    #expect(record.value == [0x00, 0x01])
    #expect(record.timestampMillis == 1_777_622_400_000)
    #expect(Array(record.headers.prefix(2)) == letter.headers)
    #expect(added(.navigator) == Self.own)
  }

  @Test("a null key and a null value stay null, an unknown timestamp unknown")
  func nulls() {
    var bare = letter
    bare.key = nil
    bare.value = nil
    bare.timestampMillis = -1
    let record = bare.record(convention: .navigator, applicationID: "navigator", workerVersion: "1.0.0")
    #expect(record.key == nil)
    #expect(record.value == nil)
    #expect(record.timestampMillis == nil)
  }

  @Test("what is too large to be written leaves out value, headers and key, in that order and no more than it must")
  func tooLarge() {
    var large = letter
    func fitted(_ maximumBytes: Int) -> EncodedRecord {
      large.record(
        convention: .navigator, applicationID: "navigator", workerVersion: "1.0.0", maximumBytes: maximumBytes)
    }
    func omitted(_ record: EncodedRecord) -> String? {
      record.headers.last { $0.name == "navigator.dlt.omitted" }?.value.map { String(decoding: $0, as: UTF8.self) }
    }
    large.value = Array(repeating: 7, count: 5_000)
    let whole = fitted(.max).byteCount
    #expect(fitted(whole) == fitted(.max))
    #expect(omitted(fitted(whole)) == nil)
    let short = fitted(whole - 1)
    #expect(short.value == [])
    #expect(short.key == large.key)
    #expect(Array(short.headers.dropFirst(2).prefix(Self.own.count)) == Self.own)
    #expect(omitted(short) == "value")
    large.headers = (0..<500).map { MessageHeader("flood-\($0)", [1, 2, 3]) }
    #expect(omitted(fitted(2_000)) == "value,headers")
    #expect(Array(fitted(2_000).headers.prefix(Self.own.count)) == Self.own)
    large.key = Array(repeating: 1, count: 3_000)
    #expect(omitted(fitted(2_000)) == "value,headers,key")
    #expect(fitted(2_000).byteCount <= 2_000)
    #expect(fitted(2_000).timestampMillis == large.timestampMillis)
  }

  @Test("Connect's names are text")
  func connect() {
    #expect(
      added(.connect) == Self.own + [
        MessageHeader("__connect.errors.topic", text: "navigator.location-updates"),
        MessageHeader("__connect.errors.partition", text: "3"),
        MessageHeader("__connect.errors.offset", text: "258"),
        MessageHeader("__connect.errors.connector.name", text: "navigator"),
        MessageHeader("__connect.errors.task.id", text: "3"),
        MessageHeader("__connect.errors.stage", text: "VALUE_CONVERTER"),
        MessageHeader("__connect.errors.class.name", text: "navigator.Messages"),
        MessageHeader("__connect.errors.exception.class.name", text: "IMPOSSIBLE_COORDINATE"),
        MessageHeader("__connect.errors.exception.message", text: "location: out of range"),
      ])
  }

  @Test("Spring's numbers are big-endian bytes")
  func spring() {
    #expect(
      added(.spring) == Self.own + [
        MessageHeader("kafka_dlt-original-topic", text: "navigator.location-updates"),
        MessageHeader("kafka_dlt-original-partition", [0, 0, 0, 3]),
        MessageHeader("kafka_dlt-original-offset", [0, 0, 0, 0, 0, 0, 1, 2]),
        MessageHeader("kafka_dlt-original-timestamp", [0, 0, 1, 0x9D, 0xE2, 0x8D, 0x3C, 0]),
        MessageHeader("kafka_dlt-original-timestamp-type", text: "CreateTime"),
        MessageHeader("kafka_dlt-original-consumer-group", text: "navigator"),
        MessageHeader("kafka_dlt-exception-fqcn", text: "IMPOSSIBLE_COORDINATE"),
        MessageHeader("kafka_dlt-exception-message", text: "location: out of range"),
      ])
  }

  @Test("the detail is printable, whole characters, and at most 256 bytes")
  func detail() {
    let failure = DecodeFailure(.value, .badJSON, "a\u{0}\n" + String(repeating: "ä", count: 200))
    #expect(failure.detail.utf8.count == 255)
    #expect(failure.detail.hasPrefix("a  ää"))
  }
}
