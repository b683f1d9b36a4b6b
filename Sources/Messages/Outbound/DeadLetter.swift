/// A record that could not be read, as it goes to the dead letters: key, value, headers and timestamp untouched, with
/// headers that say where it came from and what is wrong.
public struct DeadLetter: Hashable, Sendable {
  /// Whose header names are written.
  public enum Convention: String, CaseIterable, Hashable, Sendable {
    /// `navigator.dlt.*` alone.
    case navigator
    /// Those of Kafka Connect as well.
    case connect
    /// Those of Spring Kafka as well.
    case spring
  }

  /// The topic's name on the cluster.
  public var topic: String
  public var partition: Int32
  public var offset: Int64
  /// Milliseconds since 1970; −1 when the log does not know it.
  public var timestampMillis: Int64
  /// Whether the broker set the timestamp.
  public var isLogAppendTime: Bool
  public var key: [UInt8]?
  public var value: [UInt8]?
  public var headers: [MessageHeader]
  public var failure: DecodeFailure

  public init(
    topic: String, partition: Int32, offset: Int64, timestampMillis: Int64, isLogAppendTime: Bool = false,
    key: [UInt8]?, value: [UInt8]?, headers: [MessageHeader], failure: DecodeFailure
  ) {
    self.topic = topic
    self.partition = partition
    self.offset = offset
    self.timestampMillis = timestampMillis
    self.isLogAppendTime = isLogAppendTime
    self.key = key
    self.value = value
    self.headers = headers
    self.failure = failure
  }

  /// The record to produce, in the transaction that passes over the original.
  ///
  /// - Parameters:
  ///   - applicationID: the consumer group.
  ///   - workerVersion: of the program.
  ///   - maximumBytes: the largest record that can be written. What does not fit beside the headers that name its place in the source
  ///     topic is left out, the value first, and `navigator.dlt.omitted` says what: else it would stand in the way of all behind it.
  public func record(
    convention: Convention, applicationID: String, workerVersion: String, maximumBytes: Int = .max
  ) -> EncodedRecord {
    var letter = record(convention, applicationID, workerVersion)
    var omitted: [String] = []
    func omit(_ part: String, _ change: (inout EncodedRecord) -> Void) {
      guard letter.byteCount > maximumBytes else { return }
      change(&letter)
      omitted.append(part)
      letter.headers.removeAll { $0.name == Self.omittedHeader }
      letter.headers.append(MessageHeader(Self.omittedHeader, text: omitted.joined(separator: ",")))
    }
    omit("value") { $0.value = [] }
    omit("headers") { $0.headers.removeFirst(headers.count) }
    omit("key") { $0.key = nil }
    return letter
  }

  static let omittedHeader = "navigator.dlt.omitted"

  private func record(_ convention: Convention, _ applicationID: String, _ workerVersion: String) -> EncodedRecord {
    let added =
      switch convention {
      case .navigator: navigatorHeaders(workerVersion)
      case .connect: navigatorHeaders(workerVersion) + connectHeaders(applicationID)
      case .spring: navigatorHeaders(workerVersion) + springHeaders(applicationID)
      }
    return EncodedRecord(
      role: .deadLetters, key: key, value: value, headers: headers + added,
      timestampMillis: timestampMillis >= 0 ? timestampMillis : nil)
  }

  private func navigatorHeaders(_ workerVersion: String) -> [MessageHeader] {
    [
      MessageHeader("navigator.dlt.source-topic", text: topic),
      MessageHeader("navigator.dlt.source-partition", text: String(partition)),
      MessageHeader("navigator.dlt.source-offset", text: String(offset)),
      MessageHeader("navigator.dlt.source-timestamp", text: String(timestampMillis)),
      MessageHeader("navigator.dlt.stage", text: failure.stage.rawValue),
      MessageHeader("navigator.dlt.reason", text: failure.reason.rawValue),
      MessageHeader("navigator.dlt.detail", text: failure.detail),
      MessageHeader("navigator.dlt.worker-version", text: workerVersion),
    ]
  }

  /// Connect's `DeadLetterQueueReporter`: all text.
  private func connectHeaders(_ applicationID: String) -> [MessageHeader] {
    [
      MessageHeader("__connect.errors.topic", text: topic),
      MessageHeader("__connect.errors.partition", text: String(partition)),
      MessageHeader("__connect.errors.offset", text: String(offset)),
      MessageHeader("__connect.errors.connector.name", text: applicationID),
      MessageHeader("__connect.errors.task.id", text: String(partition)),
      MessageHeader("__connect.errors.stage", text: failure.stage == .key ? "KEY_CONVERTER" : "VALUE_CONVERTER"),
      MessageHeader("__connect.errors.class.name", text: "navigator.Messages"),
      MessageHeader("__connect.errors.exception.class.name", text: failure.reason.rawValue),
      MessageHeader("__connect.errors.exception.message", text: failure.detail),
    ]
  }

  /// Spring's `DeadLetterPublishingRecoverer`: numbers as big-endian bytes.
  private func springHeaders(_ applicationID: String) -> [MessageHeader] {
    [
      MessageHeader("kafka_dlt-original-topic", text: topic),
      MessageHeader("kafka_dlt-original-partition", partition.bigEndianBytes),
      MessageHeader("kafka_dlt-original-offset", offset.bigEndianBytes),
      MessageHeader("kafka_dlt-original-timestamp", timestampMillis.bigEndianBytes),
      MessageHeader("kafka_dlt-original-timestamp-type", text: isLogAppendTime ? "LogAppendTime" : "CreateTime"),
      MessageHeader("kafka_dlt-original-consumer-group", text: applicationID),
      MessageHeader("kafka_dlt-exception-fqcn", text: failure.reason.rawValue),
      MessageHeader("kafka_dlt-exception-message", text: failure.detail),
    ]
  }
}

extension FixedWidthInteger {
  fileprivate var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
