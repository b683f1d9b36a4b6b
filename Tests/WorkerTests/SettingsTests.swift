import Testing

@testable import Worker

@Suite("Settings") struct SettingsTests {
  let reader = SettingsReader()
  let least = ["NAVIGATOR_BOOTSTRAP": "host:9092"]

  @Test("a flag wins over the environment, the environment over the file, the file over the default")
  func precedence() throws {
    let file = "bootstrap = a:1\ncommit.interval = 200 ms\n"
    func interval(_ flags: [(String, String)], _ environment: [String: String], _ file: String?) throws -> String? {
      try reader.read(flags: flags, environment: environment, file: file, requireAll: false).text("commit.interval")
    }
    #expect(try interval([("commit-interval", "400 ms")], ["NAVIGATOR_COMMIT_INTERVAL": "300 ms"], file) == "400 ms")
    #expect(try interval([], ["NAVIGATOR_COMMIT_INTERVAL": "300 ms"], file) == "300 ms")
    #expect(try interval([], [:], file) == "200 ms")
    #expect(try interval([], [:], nil) == "100 ms")
  }

  @Test("an unknown key is an error that names the nearest known one, wherever it stands")
  func unknownKeys() {
    #expect(throws: SettingsFailure("unknown setting comit.interval (file line 1) (did you mean commit.interval?)")) {
      try reader.read(environment: least, file: "comit.interval = 1 s")
    }
    #expect(throws: SettingsFailure("unknown option --http-prt (did you mean --http-port?)")) {
      try reader.read(flags: [("http-prt", "1")], environment: least)
    }
    #expect(
      throws: SettingsFailure("unknown environment variable NAVIGATOR_HTTP_PRT (did you mean NAVIGATOR_HTTP_PORT?)")
    ) {
      try reader.read(environment: ["NAVIGATOR_HTTP_PRT": "1"], requireAll: false)
    }
  }

  @Test(
    "a value that does not fit its shape is refused and the text says what would",
    arguments: [
      ("commit.interval", "soon"), ("commit.interval", "0 ms"), ("commit.interval", "99999999999999999999 s"),
      ("http.port", "70000"), ("http.enabled", "maybe"), ("partition.check", "ignore"), ("memory.limit", "-1"),
      ("arrival.distance", "nan"), ("memory.limit", "9223372036854775807 GiB"),
    ])
  func shapes(key: String, value: String) {
    #expect(throws: SettingsFailure.self) { try reader.read(environment: least, file: "\(key) = \(value)") }
  }

  @Test("every default fits its own shape, and every key, flag and variable is unlike all others")
  func tableIsSound() {
    for row in SettingsTable.all {
      if let text = row.defaultText { #expect(SettingValue.complaint(text, row.shape) == nil, "\(row.key)") }
      #expect(!row.summary.isEmpty)
    }
    #expect(Set(SettingsTable.all.map(\.key)).count == SettingsTable.all.count)
    #expect(Set(SettingsTable.all.map(\.flagName)).count == SettingsTable.all.count)
    #expect(Set(SettingsTable.all.map(\.environmentName)).count == SettingsTable.all.count)
  }

  @Test("the addresses that Kubernetes puts into a pod's environment are no unknown settings")
  func serviceLinks() throws {
    let links = [
      "NAVIGATOR_SERVICE_HOST": "10.0.0.1", "NAVIGATOR_SERVICE_PORT_HTTP": "80", "NAVIGATOR_PORT": "tcp://10.0.0.1:80",
      "NAVIGATOR_PORT_80_TCP_ADDR": "10.0.0.1",
    ]
    let effective = try reader.read(
      environment: links.merging(["NAVIGATOR_SERVICE_THREADS": "3"]) { a, _ in a }, requireAll: false)
    #expect(effective.text("service.threads") == "3")
  }

  @Test("a missing required setting is an error that says how to give it")
  func required() {
    #expect(
      throws: SettingsFailure("bootstrap is missing (set it in the file, by --bootstrap or by NAVIGATOR_BOOTSTRAP)")
    ) { try reader.read() }
  }

  @Test("client properties pass through by prefix, and the check of the broker's side may refuse one")
  func passThrough() throws {
    let checked = SettingsReader { property, _ in property == "transactional.id" ? "is owned by the worker" : nil }
    let effective = try checked.read(
      environment: ["NAVIGATOR_BOOTSTRAP": "a:1", "NAVIGATOR_KAFKA_SECURITY_PROTOCOL": "SSL"],
      file: "kafka.consumer.fetch.min.bytes = 10\nkafka.producer.linger.ms = 5\nkafka.sasl.password = hush")
    let properties = effective.clientProperties
    #expect(properties.common.map(\.0) == ["sasl.password", "security.protocol"])
    #expect(properties.consumer.map(\.0) == ["fetch.min.bytes"])
    #expect(properties.producer.map(\.1) == ["5"])
    #expect(throws: SettingsFailure("kafka.producer.transactional.id is owned by the worker")) {
      try checked.read(environment: least, file: "kafka.producer.transactional.id = x")
    }
  }

  @Test("a secret is refused outside the file and hidden in the listing")
  func secrets() throws {
    #expect(throws: SettingsFailure.self) { try reader.read(flags: [("kafka.sasl.password", "hush")]) }
    let listing = try reader.read(environment: least, file: "kafka.sasl.password = hush").listing().joined()
    #expect(!listing.contains("hush"))
    #expect(listing.contains("kafka.sasl.password = (hidden)"))
  }

  @Test("buffers, prefetch and sessions that together exceed memory.limit are refused at the start")
  func memorySum() throws {
    let fits = try reader.read(environment: least, file: "memory.limit = 1 GiB\nworker.threads = 2")
    #expect(throws: Never.self) { try WorkerSettings(fits, hostName: "w-0", processorCount: 2) }
    let tooMany = try reader.read(environment: least, file: "memory.limit = 1 GiB\nworker.threads = 64")
    #expect(throws: SettingsFailure.self) { try WorkerSettings(tooMany, hostName: "w-0", processorCount: 2) }
  }

  @Test("a record may not be made to wait so long that its partition looks stuck")
  func idleBelowLiveness() throws {
    let fits = try reader.read(environment: least, file: "max.task.idle = 60 s")
    #expect(try WorkerSettings(fits, hostName: "w-0", processorCount: 1).maxTaskIdleMillis == 60_000)
    let tooLong = try reader.read(environment: least, file: "max.task.idle = 61 s")
    #expect(throws: SettingsFailure.self) { try WorkerSettings(tooLong, hostName: "w-0", processorCount: 1) }
  }

  @Test("two topics of one name are refused at the start")
  func sameTopic() throws {
    let same = try reader.read(environment: least, file: "topics.arrivals = a\ntopics.route-status = a")
    #expect(throws: SettingsFailure.self) { try WorkerSettings(same, hostName: "w-0", processorCount: 1) }
    let prefixed = try reader.read(environment: least, file: "topics.arrivals = navigator.route-status")
    #expect(WorkerSettings.problems(prefixed, hostName: "w-0", processorCount: 1).count == 1)
  }

  @Test("the producers' message.max.bytes is the largest record that is written")
  func recordBytes() throws {
    let plain = try WorkerSettings(reader.read(environment: least), hostName: "w-0", processorCount: 1)
    #expect(plain.maxRecordBytes == 1_000_000)
    let raised = try reader.read(
      environment: least, file: "kafka.message.max.bytes = 3000000\nkafka.producer.message.max.bytes = 2000000")
    #expect(try WorkerSettings(raised, hostName: "w-0", processorCount: 1).maxRecordBytes == 2_000_000)
  }

  @Test(
    "a time or an amount without unit is refused, and the text says what to write; 0 needs none",
    arguments: [
      ("commit.interval", "100", "commit.interval = 100 has no unit (write 100 ms, 100 s or another) (file line 1)"),
      ("memory.limit", "512", "memory.limit = 512 has no unit (write 512 B, 512 MiB or another) (file line 1)"),
    ])
  func units(key: String, value: String, text: String) throws {
    #expect(throws: SettingsFailure(text)) { try reader.read(environment: least, file: "\(key) = \(value)") }
    let zero = try reader.read(environment: least, file: "max.task.idle = 0\nmemory.limit = 0")
    #expect(try WorkerSettings(zero, hostName: "w-0", processorCount: 1).maxTaskIdleMillis == 0)
    #expect(zero.bytesValue("memory.limit") == 0)
  }

  @Test("everything that is wrong is found at once; a start tells the first and how many more there are")
  func allProblems() throws {
    let file = "comit.interval = 1 s\nnonsense\nhttp.port = 70000\nfix.timeout = 60"
    let found = reader.examine(file: file).problems.map(\.description)
    #expect(found.count == 5)
    for word in ["comit.interval", "line 2", "http.port", "fix.timeout", "bootstrap is missing"] {
      #expect(found.contains { $0.contains(word) }, "\(word)")
    }
    let failure = #expect(throws: SettingsFailure.self) { try reader.read(file: file) }
    #expect(
      failure?.description.hasSuffix("; 4 more mistakes: navigator worker --check-config names all") == true)
    let together = try reader.read(
      environment: least, file: "commit.interval = 60 s\nmax.task.idle = 1 h\nmemory.limit = 1 MiB")
    #expect(WorkerSettings.problems(together, hostName: "", processorCount: 1).count == 4)
  }

  @Test("spans of time are read with their unit")
  func durations() {
    #expect(SettingValue.milliseconds("250 ms") == 250)
    #expect(SettingValue.milliseconds("30 s") == 30_000)
    #expect(SettingValue.milliseconds("30s") == 30_000)
    #expect(SettingValue.milliseconds("5 min") == 300_000)
    #expect(SettingValue.milliseconds("24 h") == 86_400_000)
    #expect(SettingValue.milliseconds("-5 s") == nil)
    #expect(SettingValue.milliseconds("5 fortnights") == nil)
  }

  @Test("the same key twice in a file, and a line without a separator, are errors with their line")
  func fileErrors() {
    #expect(throws: SettingsFailure("bootstrap is set twice, on lines 1 and 2 of the settings file")) {
      try reader.read(file: "bootstrap = a\nbootstrap = b")
    }
    #expect(throws: SettingsFailure("line 2 of the settings file is not key = value")) {
      try reader.read(environment: least, file: "# x\nhello")
    }
  }

  @Test("help and the README's section name every setting")
  func texts() {
    for row in SettingsTable.all {
      #expect(SettingsText.help().contains("--" + row.flagName))
      #expect(SettingsText.markdown().contains("| `\(row.key)` |"))
    }
  }

  @Test(
    "swapped, missing and extra letters are near; other words are not",
    arguments: [
      ("ntework", "network"), ("networ", "network"), ("netwoork", "network"), ("watsh", "watch"),
    ])
  func near(_ word: String, _ name: String) {
    #expect(NearestName.of(word, in: ["network", "watch", "worker"]) == name)
    #expect(NearestName.of("zzzzzz", in: ["network", "watch", "worker"]) == nil)
  }
}
