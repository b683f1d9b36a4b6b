import Broker
import KafkaBroker
import Messages
import Worker

/// `navigator watch`.
struct WatchCommand: Command {
  let name = "watch"
  let summary = "Follow the events that workers publish, committed ones only."
  let options: [CommandOption] = [
    SettingsSource.option,
    .value("bootstrap", "HOST:PORT", "addresses of the brokers, instead of the setting"),
    .value("vehicle", "ID", "only events of this vehicle (repeatable)"),
    .value("topic", "NAME", "only this topic, by its short name or its name on the cluster (repeatable)"),
    .flag("json", "one JSON object a line, with headers and value"),
    .flag("from-beginning", "all that the topics hold, not only what comes from now on"),
    .value("count", "N", "end after N events"),
  ]
  let example = "navigator watch --config worker.properties --vehicle taxi-17 --topic arrivals"
  private static let limit = Duration.seconds(15)

  func run(_ invocation: Invocation) throws(CommandFailure) {
    let flags = invocation.value("bootstrap").map { [(name: "bootstrap", value: $0)] } ?? []
    let settings = try SettingsSource.read(invocation, flags: flags)
    let catalogue = settings.catalogue
    let filter = try EventFilter(
      topics: invocation.allValues("topic"), vehicles: invocation.allValues("vehicle"), catalogue: catalogue)
    let count = try invocation.integer("count", in: 1...Int.max) ?? Int.max
    let broker = KafkaBroker(settings.kafkaSettings(bootstrap: try SettingsSource.required("bootstrap", settings)))
    let partitions = try partitions(of: filter.roles, catalogue, broker)
    do {
      let reader = try broker.logReader(LogReaderOptions(clientID: "navigator-watch"))
      var starts: [PartitionOffset] = []
      for partition in partitions {
        let marks = try reader.watermarks(of: partition, timeout: Self.limit)
        starts.append(PartitionOffset(partition, invocation.flag("from-beginning") ? marks.low : marks.lastStable))
      }
      try reader.assign(starts)
      try follow(reader, filter, catalogue, isJSON: invocation.flag("json"), count: count)
      try reader.close(timeout: .seconds(5))
    } catch let failure as BrokerFailure {
      throw BrokerTrouble.failure(failure, during: "reading the events")
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure(.internalFault, "\(error)", "report it")
    }
  }

  private func partitions(
    of roles: [TopicRole], _ catalogue: TopicCatalogue, _ broker: KafkaBroker
  ) throws(CommandFailure) -> [TopicPartition] {
    let names = roles.map { catalogue.name(of: $0) }
    let found: [TopicDescription?]
    do {
      let admin = try broker.admin()
      found = try admin.describeTopics(names, timeout: Self.limit)
      try admin.close(timeout: .seconds(5))
    } catch {
      throw BrokerTrouble.failure(error, during: "asking for the topics")
    }
    if let missing = zip(names, found).first(where: { $0.1 == nil }) {
      throw CommandFailure(.settings, "there is no topic \(missing.0)", "make it with navigator topics create")
    }
    return found.compactMap { $0 }.flatMap { topic in
      (0..<topic.partitionCount).map { TopicPartition(topic: topic.name, partition: $0) }
    }
  }

  private func follow(
    _ reader: any LogReader, _ filter: EventFilter, _ catalogue: TopicCatalogue, isJSON: Bool, count: Int
  ) throws {
    let output = StandardOutput()
    var batch = RecordBatch()
    var left = count
    while left > 0 {
      try reader.poll(into: &batch, maxRecords: 1000, timeout: .milliseconds(200))
      for record in batch.records where left > 0 && filter.shows(record) {
        guard let role = catalogue.role(ofTopic: record.topic) else { continue }
        let line = EventLine(record, role: role)
        output.writeLine(isJSON ? line.json : line.readable)
        left -= 1
      }
      try output.flush()
      try output.checkReader()
      if let failure = batch.partitionFailures.first { throw BrokerFailure.fatal(failure.code) }
    }
  }
}
