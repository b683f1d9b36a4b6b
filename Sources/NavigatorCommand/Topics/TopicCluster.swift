import Broker
import KafkaBroker
import Messages
import Worker

/// The topics of the cluster that the settings name.
struct TopicCluster {
  let plan: TopicPlan
  private let admin: any BrokerAdmin
  private let bootstrap: String
  private static let limit = Duration.seconds(15)

  static let options: [CommandOption] = [
    SettingsSource.option, .value("bootstrap", "HOST:PORT", "addresses of the brokers, instead of the setting"),
  ]

  init(_ invocation: Invocation) throws(CommandFailure) {
    let flags = invocation.value("bootstrap").map { [(name: "bootstrap", value: $0)] } ?? []
    let settings = try SettingsSource.read(invocation, flags: flags)
    let bootstrap = try SettingsSource.required("bootstrap", settings)
    let catalogue = settings.catalogue
    guard catalogue.isUnambiguous else {
      throw CommandFailure(.settings, "two topics have the same name", "give each topics. setting a name of its own")
    }
    self.bootstrap = bootstrap
    plan = TopicPlan(
      catalogue: catalogue, partitionCount: settings.text("topics.partitions").flatMap { Int32($0) } ?? 6,
      replicationFactor: settings.text("topics.replication").flatMap { Int16($0) } ?? -1)
    do {
      admin = try KafkaBroker(settings.kafkaSettings(bootstrap: bootstrap)).admin()
    } catch {
      throw BrokerTrouble.failure(error, during: "making a client")
    }
  }

  /// What is there.
  func describe() throws(CommandFailure) -> [TopicRole: TopicDescription] {
    let roles = TopicRole.allCases
    do {
      let found = try admin.describeTopics(roles.map { plan.catalogue.name(of: $0) }, timeout: Self.limit)
      var described: [TopicRole: TopicDescription] = [:]
      for (role, topic) in zip(roles, found) { described[role] = topic }
      return described
    } catch {
      throw BrokerTrouble.failure(error, during: "asking \(bootstrap) for the topics")
    }
  }

  /// Makes topics; the broker's refusals beside them. One that another made meanwhile is no refusal.
  func create(_ topics: [NewTopic]) throws(CommandFailure) -> [BrokerCode?] {
    do {
      return try admin.createTopics(topics, timeout: Self.limit).map { $0 == .topicAlreadyExists ? nil : $0 }
    } catch {
      throw BrokerTrouble.failure(error, during: "making the topics on \(bootstrap)")
    }
  }

  func close() {
    // Nothing depends on it: the answers are here.
    try? admin.close(timeout: .seconds(5))
  }
}
