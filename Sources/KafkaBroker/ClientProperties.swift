import Broker

/// Every librdkafka property that the wrapper sets, and why: the one home of these decisions.
public enum ClientProperties {
  /// A property with the reason it is not left to the library.
  struct Setting: Sendable {
    let name: String
    let value: String
    let reason: String

    init(_ name: String, _ value: String, _ reason: String) {
      self.name = name
      self.value = value
      self.reason = reason
    }
  }

  enum Role { case consumer, producer }

  /// Better defaults, which the pass-through settings may change.
  static func defaults(_ role: Role) -> [Setting] {
    let common = [
      Setting("socket.nagle.disable", "true", "a commit waits for the answer to every small request"),
      Setting("socket.keepalive.enable", "true", "a connection cut by a silent firewall is noticed"),
      Setting("log.connection.close", "false", "brokers close idle connections; that is no news"),
      Setting("reconnect.backoff.max.ms", "2000", "10 s is too long a wait for a broker that is back"),
    ]
    switch role {
    case .consumer:
      return common + [
        Setting(
          "fetch.wait.max.ms", "100", "the end of a partition is told one empty fetch later; 500 ms delay a restore"),
        Setting("fetch.error.backoff.ms", "100", "500 ms of standstill after a leader moved are too long"),
        Setting("queued.max.messages.kbytes", "16384", "64 MB of prefetch a consumer do not fit a small pod"),
        Setting("queued.min.messages", "10000", "100,000 waiting records a partition are more than a pass applies"),
      ]
    case .producer:
      return common + [
        Setting("linger.ms", "5", "batches of a commit interval, and no wait worth noticing"),
        Setting("queue.buffering.max.kbytes", "65536", "1 GB of unsent records does not fit a small pod"),
      ]
    }
  }

  static func groupConsumer(_ options: GroupConsumerOptions) -> [Setting] {
    let session = milliseconds(options.sessionTimeout)
    var owned = consumer(clientID: options.clientID, isolation: options.isolation)
    owned += [
      Setting("group.id", options.groupID, "the group decides who owns a partition"),
      Setting("session.timeout.ms", String(session), "the worker's own setting"),
      Setting("heartbeat.interval.ms", String(max(1, min(3000, session / 3))), "three heartbeats fit a session"),
      Setting("max.poll.interval.ms", String(milliseconds(options.maxPollInterval)), "the worker's own setting"),
      Setting(
        "partition.assignment.strategy", "range",
        "eager: the cooperative assignor hangs and loops in 2.0.2 (#4527, #4783, #4059); range co-partitions the topics"
      ),
    ]
    if let instance = options.groupInstanceID {
      owned.append(Setting("group.instance.id", instance, "static membership: a restart is no rebalance"))
    }
    return owned
  }

  static func logReader(_ options: LogReaderOptions, group: String) -> [Setting] {
    consumer(clientID: options.clientID, isolation: options.isolation)
      + [Setting("group.id", group, "the library asks for one; a log reader never joins or commits")]
  }

  private static func consumer(clientID: String, isolation: IsolationLevel) -> [Setting] {
    [
      Setting("client.id", clientID, "named by the caller"),
      Setting("auto.offset.reset", "error", "an offset out of range must never be silent"),
      Setting("enable.auto.commit", "false", "offsets belong to the transaction"),
      Setting("enable.auto.offset.store", "false", "offsets belong to the transaction"),
      Setting("enable.partition.eof", "true", "moves the position over markers and aborted records at the end"),
      Setting(
        "isolation.level", isolation == .readCommitted ? "read_committed" : "read_uncommitted", "stated, not assumed"),
      Setting("allow.auto.create.topics", "false", "a mistyped topic is an error"),
    ]
  }

  static func transactionalProducer(_ options: TransactionalProducerOptions) -> [Setting] {
    let timeout = milliseconds(options.transactionTimeout)
    return producer(clientID: options.clientID) + [
      Setting("transactional.id", options.transactionalID, "the older producer of an id is fenced"),
      Setting("transaction.timeout.ms", String(timeout), "the worker's own setting"),
      Setting("message.timeout.ms", String(max(1, timeout * 3 / 4)), "a record must not outlive its transaction"),
      Setting("delivery.report.only.error", "true", "the commit answers for what was delivered"),
    ]
  }

  static func plainProducer(_ options: PlainProducerOptions) -> [Setting] { producer(clientID: options.clientID) }

  private static func producer(clientID: String) -> [Setting] {
    [
      Setting("client.id", clientID, "named by the caller"),
      Setting("enable.idempotence", "true", "a repeated request stores a record once, in order"),
      Setting("acks", "all", "an acknowledged record is on every in-sync replica"),
      Setting("partitioner", "murmur2_random", "keys go where Java clients put them; the library's default is CRC32"),
    ]
  }

  static let admin = [Setting("client.id", "navigator-admin", "named by the caller")]

  static func milliseconds(_ duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    let clamped = max(0, min(seconds, Int64(Int32.max / 1000)))
    return min(Int(Int32.max), Int(clamped) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }
}
