import Broker
import Messages
import Observability

/// Where simulated inputs go.
protocol RecordSink: AnyObject {
  func send(_ message: InputMessage) throws(CommandFailure)
  /// Everything has been sent: waits until it is safe.
  func finish() throws(CommandFailure)
}

/// A record file for `navigator replay`, JSON Lines.
final class RecordFileSink: RecordSink {
  private let output: StandardOutput

  init(_ output: StandardOutput) { self.output = output }

  func send(_ message: InputMessage) throws(CommandFailure) {
    output.writeLine(
      """
      {"topic":"\(message.role.rawValue)","timestamp":\(message.timestampMillis),"key":\(JSONString.quoted(message.key)),\
      "headers":{"content-type":"application/json","ce_type":"\(message.type.fullName)"},"value":\(message.json)}
      """)
  }

  func finish() throws(CommandFailure) { try output.flush() }
}

/// The topics of a cluster.
final class TopicSink: RecordSink {
  private let producer: any PlainProducer
  private let topics: TopicCatalogue

  init(broker: any Broker, topics: TopicCatalogue, clientID: String) throws(CommandFailure) {
    self.topics = topics
    do {
      producer = try broker.plainProducer(PlainProducerOptions(clientID: clientID))
    } catch {
      throw BrokerTrouble.failure(error, during: "making a producer")
    }
  }

  func send(_ message: InputMessage) throws(CommandFailure) {
    let record = OutgoingRecord(
      topic: topics.name(of: message.role), key: Array(message.key.utf8), value: Array(message.json.utf8),
      headers: [
        RecordHeader(HeaderName.contentType, Array(RecordEncoding.json.contentType.utf8)),
        RecordHeader(HeaderName.eventType, Array(message.type.fullName.utf8)),
      ], timestampMillis: message.timestampMillis)
    while true {
      do {
        try producer.produce(record)
        producer.poll(timeout: .zero)
        return
      } catch .retriable {
        producer.poll(timeout: .milliseconds(100))
      } catch {
        throw BrokerTrouble.failure(error, during: "producing to \(record.topic)")
      }
    }
  }

  func finish() throws(CommandFailure) {
    do {
      try producer.flush(timeout: .seconds(30))
      let deliveries = producer.deliveries
      if deliveries.failed > 0 {
        throw CommandFailure(
          .unavailable,
          "\(deliveries.failed) records were not taken: \(deliveries.lastFailure.map { "\($0)" } ?? "unknown")",
          "check the topics with navigator topics check")
      }
      try producer.close(timeout: .seconds(10))
    } catch let failure as CommandFailure {
      throw failure
    } catch let failure as BrokerFailure {
      throw BrokerTrouble.failure(failure, during: "waiting for the deliveries")
    } catch {
      throw CommandFailure(.internalFault, "\(error)", "")
    }
  }
}
