import Worker

/// `navigator worker`: the streaming worker.
struct WorkerCommand: Command {
  let name = "worker"
  let summary = "Run the streaming worker: Kafka in, Kafka out, exactly once."
  let example = "navigator worker --config worker.properties --worker-threads 2"
  var options: [CommandOption] {
    [
      SettingsSource.option,
      .flag(
        "check-config",
        "print the settings in force with their origin, secrets hidden; name all that is wrong with them and their files; leave"
      ),
      .flag("print-settings", "print every setting as the README lists it, and leave"),
    ]
      + SettingsTable.all.map { row in
        .value(row.flagName, "VALUE", row.summary + (row.defaultText.map { " [\($0)]" } ?? ""))
      }
  }
  let notes = """
    Every setting can stand in the file (KEY = VALUE), in the environment (NAVIGATOR_KEY, dots and hyphens as underscores) and as a flag;
    the flag wins over the environment, the environment over the file. kafka., kafka.consumer. and kafka.producer. pass properties to
    librdkafka, in the file or the environment. SIGTERM and SIGINT stop in order; a second one stops at once with status 76.
    """

  func run(_ invocation: Invocation) throws(CommandFailure) {
    if invocation.flag("print-settings") {
      let output = StandardOutput()
      output.write(SettingsText.markdown())
      return try output.flush()
    }
    let flags = SettingsTable.all.compactMap { row in
      invocation.value(row.flagName).map { (name: row.flagName, value: $0) }
    }
    if invocation.flag("check-config") {
      let (effective, problems) = try SettingsSource.examine(invocation, flags: flags, requireAll: true)
      return try ConfigurationCheck(effective, problems).run()
    }
    let effective = try SettingsSource.read(invocation, flags: flags, requireAll: true)
    let settings = try SettingsSource.workerSettings(effective)
    let end = try WorkerProgram(effective: effective, settings: settings).run()
    guard end.exit == .drained else { throw WorkerProgram.failure(end) }
  }
}
