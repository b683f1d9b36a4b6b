import CRdKafka

extension ClientProperties {
  /// Properties that a setting must not pass through, and why.
  static let owned: [(name: String, reason: String)] = [
    ("bootstrap.servers", "is the setting of its own"),
    ("metadata.broker.list", "is another name of bootstrap.servers"),
    ("client.id", "is named by the worker"), ("group.id", "is the application id"),
    ("group.instance.id", "is the instance id"), ("group.protocol.type", "is always consumer"),
    ("partition.assignment.strategy", "is range: the co-operative assignor is not safe in librdkafka 2.0.2"),
    ("session.timeout.ms", "has a setting of its own"), ("heartbeat.interval.ms", "follows the session timeout"),
    ("max.poll.interval.ms", "has a setting of its own"),
    ("enable.auto.commit", "would commit work that is not done"),
    ("auto.commit.enable", "would commit work that is not done"),
    ("auto.commit.interval.ms", "belongs to automatic commits"),
    ("enable.auto.offset.store", "would store offsets of work that is not done"),
    ("offset.store.method", "offsets belong to the transaction"),
    ("offset.store.path", "offsets belong to the transaction"),
    ("offset.store.sync.interval.ms", "offsets belong to the transaction"),
    ("auto.offset.reset", "is decided by offset.reset, which is never silent"),
    ("enable.partition.eof", "the worker needs the ends of partitions"),
    ("isolation.level", "is read_committed: exactly once depends on it"),
    ("allow.auto.create.topics", "a mistyped topic is an error"),
    ("transactional.id", "is made of application, instance and thread"),
    ("transaction.timeout.ms", "has a setting of its own"),
    ("message.timeout.ms", "follows the transaction timeout"),
    ("delivery.timeout.ms", "follows the transaction timeout"),
    ("enable.idempotence", "exactly once depends on it"), ("enable.gapless.guarantee", "exactly once does not need it"),
    ("acks", "exactly once depends on all"), ("request.required.acks", "exactly once depends on all"),
    ("max.in.flight", "order depends on it"), ("max.in.flight.requests.per.connection", "order depends on it"),
    ("message.send.max.retries", "exactly once depends on it"), ("retries", "exactly once depends on it"),
    ("partitioner", "is murmur2_random: co-partitioning depends on it"),
    ("delivery.report.only.error", "the worker counts deliveries"),
    ("statistics.interval.ms", "is set with the metrics"), ("log.queue", "the log has its own way"),
    ("test.mock.num.brokers", "would make a broker inside each client"),
    ("test.mock.broker.rtt", "would make a broker inside each client"),
  ]

  /// Why `property` cannot be passed through with `value`, or nil: it is owned, unknown to the library, or refused by it.
  ///
  /// The text follows the property's name in a sentence. The value is not repeated: it may be a secret.
  public static func complaint(property: String, value: String) -> String? {
    if let owned = owned.first(where: { $0.name == property }) { return "cannot be set: it \(owned.reason)" }
    guard let scratch = rd_kafka_conf_new() else { return nil }
    defer { rd_kafka_conf_destroy(scratch) }
    switch rd_kafka_conf_set(scratch, property, value, nil, 0) {
    case RD_KAFKA_CONF_OK: return nil
    case RD_KAFKA_CONF_INVALID: return "has a value that librdkafka \(KafkaBroker.libraryVersion) refuses"
    default:
      let near = nearest(to: property).map { ", did you mean \($0)?" } ?? ""
      return "is not a property of librdkafka \(KafkaBroker.libraryVersion)\(near)"
    }
  }

  /// The library's property names.
  static var libraryNames: [String] {
    guard let scratch = rd_kafka_conf_new() else { return [] }
    defer { rd_kafka_conf_destroy(scratch) }
    var count = 0
    guard let pairs = rd_kafka_conf_dump(scratch, &count) else { return [] }
    defer { rd_kafka_conf_dump_free(pairs, count) }
    return stride(from: 0, to: count, by: 2).compactMap { pairs[$0].map { String(cString: $0) } }
  }

  /// The library's name that shares most of its beginning and end with `property`.
  private static func nearest(to property: String) -> String? {
    let wanted = Array(property.utf8)
    func likeness(_ name: String) -> Int {
      let other = Array(name.utf8)
      let front = zip(wanted, other).prefix { $0 == $1 }.count
      let back = zip(wanted.reversed(), other.reversed()).prefix { $0 == $1 }.count
      return min(front + back, other.count) - abs(wanted.count - other.count)
    }
    let best = libraryNames.filter { name in !owned.contains { $0.name == name } }.max { likeness($0) < likeness($1) }
    guard let best, likeness(best) * 2 > wanted.count else { return nil }
    return best
  }
}
