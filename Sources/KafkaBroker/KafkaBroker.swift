public import Broker
import CRdKafka

/// A Kafka cluster, reached by librdkafka.
///
/// The wrapper keeps clear of the faults that live in librdkafka 2.0.2 (Debian 12's): records come from `rd_kafka_consumer_poll` alone, a place
/// in a log is set by assigning with explicit offsets and never by seeking, paused partitions are counted here, the group protocol is the eager
/// one, and calls that may never return run on threads that can be left behind.
public struct KafkaBroker: Broker {
  let settings: KafkaBrokerSettings
  let embedded: EmbeddedCluster?

  /// Makes no connection yet.
  public init(_ settings: KafkaBrokerSettings) {
    self.settings = settings
    embedded = nil
  }

  /// A broker whose cluster lives in this process; topics are made by ``EmbeddedCluster``.
  init(_ settings: KafkaBrokerSettings, embedded: EmbeddedCluster) {
    self.settings = settings
    self.embedded = embedded
  }

  /// Version of the library that is loaded, e.g. `2.0.2`.
  public static var libraryVersion: String { String(cString: rd_kafka_version_str()) }

  public func groupConsumer(_ options: GroupConsumerOptions) throws(BrokerFailure) -> any GroupConsumer {
    let client = try NativeClient(settings, .consumer, ClientProperties.groupConsumer(options), embedded: embedded)
    return KafkaGroupConsumer(client)
  }

  public func logReader(_ options: LogReaderOptions) throws(BrokerFailure) -> any LogReader {
    let client = try NativeClient(
      settings, .consumer, ClientProperties.logReader(options, group: settings.applicationID), embedded: embedded)
    return KafkaLogReader(client)
  }

  public func transactionalProducer(
    _ options: TransactionalProducerOptions
  ) throws(BrokerFailure) -> any TransactionalProducer {
    let client = try NativeClient(
      settings, .producer, ClientProperties.transactionalProducer(options), embedded: embedded)
    return KafkaTransactionalProducer(client)
  }

  public func plainProducer(_ options: PlainProducerOptions) throws(BrokerFailure) -> any PlainProducer {
    let client = try NativeClient(settings, .producer, ClientProperties.plainProducer(options), embedded: embedded)
    return KafkaPlainProducer(client)
  }

  public func admin() throws(BrokerFailure) -> any BrokerAdmin {
    let client = try NativeClient(settings, .producer, ClientProperties.admin, embedded: embedded)
    if let embedded { return EmbeddedAdmin(client, embedded) }
    return KafkaAdmin(client)
  }
}
