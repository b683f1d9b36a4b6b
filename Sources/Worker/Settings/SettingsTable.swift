/// The one home of the worker's settings: help, README section, validation and `--check-config` are made from these rows.
public enum SettingsTable {
  /// Every setting, in the order of the README.
  public static let all: [SettingDefinition] =
    identity + files + topics + processing + navigation + messages + memory + operation

  /// Properties handed to the client library unchanged begin with one of these, the narrower first.
  public static let passThroughPrefixes = ["kafka.consumer.", "kafka.producer.", "kafka."]

  static let day: Int64 = 86_400_000

  static let identity: [SettingDefinition] = [
    .init(
      "bootstrap", .identity, .text, required: true, "addresses of the Kafka brokers, host:port, separated by commas"),
    .init(
      "application.id", .identity, .text, default: "navigator",
      "names the consumer group, the transactional ids and ce_source; equal for all workers that share the topics"),
    .init(
      "instance.id", .identity, .text,
      "names this worker, stable over its restarts and unlike every other's; without it the host's name"),
    .init(
      "membership", .identity, .choice(["static", "dynamic"]), default: "static",
      "static: a restart within session.timeout moves no partition; dynamic: a worker that stops hands over at once"),
    .init(
      "worker.threads", .identity, .integer(0...256), default: "0",
      "stream threads; 0 takes one for each processor core"),
    .init(
      "service.threads", .identity, .integer(0...64), default: "1",
      "threads that answer service-requests; 0 answers none"),
    .init(
      "session.timeout", .identity, .duration(1_000...1_800_000), default: "45 s",
      "after this silence the group gives a worker up"),
    .init(
      "max.poll.interval", .identity, .duration(6_000...day), default: "300 s",
      "longest pause between two polls before the group gives a thread up; the worker stays below a third of it"),
  ]

  static let files: [SettingDefinition] = [
    .init("network.file", .files, .path, "the road network, made by navigator network build"),
    .init(
      "speeds.file", .files, .path,
      "the network's speed table, made by navigator network calibrate; without one a general table holds"),
    .init(
      "keys.file", .files, .secretPath, "the key ring that opens route tokens, mode 0600, made by navigator keys new"),
  ]

  static let processing: [SettingDefinition] = [
    .init(
      "processing.guarantee", .processing, .choice(["exactly_once_v2", "at_least_once"]), default: "exactly_once_v2",
      "at_least_once commits without transactions: lower latency, doubles after a crash"),
    .init(
      "commit.interval", .processing, .duration(1...60_000), default: "100 ms",
      "time between two commits of a stream thread"),
    .init(
      "transaction.timeout", .processing, .duration(1_000...900_000), default: "60 s",
      "the broker aborts a transaction that is open for longer"),
    .init(
      "commit.bound", .processing, .duration(100...600_000), default: "30 s",
      "how long a commit of unknown outcome is repeated before the state is dropped and rebuilt from the log"),
    .init(
      "max.task.idle", .processing, .duration(0...3_600_000), default: "0 ms",
      "how long a record waits while another input topic of its task is read to its end: live records of two topics that arrive within it of each other are applied by their timestamps"
    ),
    .init(
      "partition.check", .processing, .choice(["warn", "refuse"]), default: "warn",
      "what to do with a record whose key belongs to another partition (produced without murmur2)"),
    .init(
      "offset.reset", .processing, .choice(["halt", "earliest", "latest"]), default: "halt",
      "what to do when a committed offset is no longer in the log; halt ends the worker and says how many records are missing"
    ),
    .init(
      "pass.records", .processing, .integer(1...1_000_000), default: "2000", "most records applied between two polls"),
    .init(
      "restore.records", .processing, .integer(1...1_000_000), default: "20000",
      "most changelog records restored between two polls"),
    .init(
      "timer.grace", .processing, .duration(0...3_600_000), default: "10 s",
      "how long after its deadline a timer fires that no record of its vehicle fires"),
    .init(
      "heartbeat.interval", .processing, .duration(100...3_600_000), default: "5 s",
      "time between two worker-status events"),
  ]

  static let messages: [SettingDefinition] = [
    .init("output.encoding", .messages, .choice(["protobuf", "json"]), default: "protobuf", "encoding of the events"),
    .init(
      "dead-letters.headers", .messages, .choice(["navigator", "connect", "spring"]), default: "navigator",
      "connect and spring write the headers of those conventions beside our own"),
  ]

  static let memory: [SettingDefinition] = [
    .init(
      "memory.limit", .memory, .bytes(0...(1 << 50)), default: "2 GiB",
      "what buffers, prefetch and sessions may take together; 0 checks nothing. The mapped network is not counted"),
    .init(
      "buffer.bytes", .memory, .bytes((64 << 10)...(1 << 40)), default: "16 MiB", "records waiting in one stream thread"
    ),
    .init(
      "prefetch.bytes", .memory, .bytes((64 << 10)...(2 << 30)), default: "16 MiB",
      "records the client reads ahead for one stream thread"),
    .init(
      "produce.bytes", .memory, .bytes((64 << 10)...(2 << 30)), default: "16 MiB",
      "events waiting in one thread's producer"),
    .init(
      "metrics.bytes", .memory, .bytes((1 << 20)...(1 << 40)), default: "256 MiB",
      "room for the customized metrics of the road network, one for each mode, objective, avoid set and set of speeds; with closures on their ways, a second one with these in it"
    ),
    .init(
      "sessions.bytes", .memory, .bytes((64 << 10)...(1 << 40)), default: "256 MiB",
      "memory that the sessions of the whole process may take, estimated; beyond it new assignments are refused as OVERLOADED and new vehicles are not followed"
    ),
  ]

  static let operation: [SettingDefinition] = [
    .init("http.enabled", .operation, .boolean, default: "true", "serve /livez, /readyz, /startupz and /metrics"),
    .init("http.address", .operation, .text, default: "127.0.0.1", "address to listen on; 0.0.0.0 for all"),
    .init(
      "http.port", .operation, .integer(0...65_535), default: "8080",
      "port to listen on; 0 takes a free one and logs it"),
    .init(
      "liveness.thread.timeout", .operation, .duration(1_000...3_600_000), default: "60 s",
      "/livez fails when a thread completed no pass for this long"),
    .init(
      "liveness.partition.timeout", .operation, .duration(1_000...3_600_000), default: "120 s",
      "/livez fails when a partition has waiting records and none was applied for this long"),
    .init(
      "shutdown.timeout", .operation, .duration(100...3_600_000), default: "20 s",
      "an orderly stop that takes longer is ended by force, status 76"),
    .init(
      "log.level", .operation, .choice(["debug", "info", "warning", "error"]), default: "info",
      "the least level that is logged"),
    .init(
      "log.format", .operation, .choice(["auto", "json", "text"]), default: "auto",
      "auto: text on a terminal, else one JSON object a line"),
  ]
}
