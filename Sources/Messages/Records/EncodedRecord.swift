/// A record ready to be produced, but for the name of its topic.
public struct EncodedRecord: Hashable, Sendable {
  public var role: TopicRole
  public var key: [UInt8]?
  public var value: [UInt8]?
  public var headers: [MessageHeader]
  /// Event time in milliseconds since 1970; nil leaves it to the client.
  public var timestampMillis: Int64?

  public init(
    role: TopicRole, key: [UInt8]?, value: [UInt8]?, headers: [MessageHeader], timestampMillis: Int64? = nil
  ) {
    self.role = role
    self.key = key
    self.value = value
    self.headers = headers
    self.timestampMillis = timestampMillis
  }

  /// At least what it takes in a log: keys, values, headers, and room for their lengths.
  public var byteCount: Int {
    headers.reduce(64 + (key?.count ?? 0) + (value?.count ?? 0)) {
      $0 + 10 + $1.name.utf8.count + ($1.value?.count ?? 0)
    }
  }
}
