import Messages
import Navigator
import Testing

@testable import RouteService

@Suite("Examples of outputs")
struct OutputExampleTests {
  static let outputs = TopicMessage.all.filter { SampleEvents.event($0.type) != nil }

  private func encoded(_ message: TopicMessage, _ encoding: RecordEncoding) throws -> EncodedRecord {
    let event = try #require(SampleEvents.event(message.type))
    return MessageEncoder(applicationID: "navigator", encoding: encoding)
      .encode(SampleEvents.output(event), index: 0)
  }

  @Test("an event is written as its example shows", arguments: outputs)
  func json(message: TopicMessage) throws {
    let record = try encoded(message, .json)
    #expect(record.role == message.role)
    let value = try #require(record.value)
    let example = try JSONParser.parse(SchemaFiles.bytes(SchemaFiles.example(message.role, message.type)))
    #expect(try JSONParser.parse(value) == example, "\(String(decoding: value, as: UTF8.self))")
  }

  @Test("protobuf and JSON of an event say the same", arguments: outputs)
  func equivalence(message: TopicMessage) throws {
    let protobuf = try #require(try encoded(message, .protobuf).value)
    #expect(MessageJSON.json(ofProtobuf: protobuf, as: message.type) == (try encoded(message, .json).value))
  }

  @Test("an event is a CloudEvent in binary mode, keyed by its vehicle", arguments: outputs)
  func headers(message: TopicMessage) throws {
    let record = try encoded(message, .protobuf)
    #expect(record.key == Array("taxi-17".utf8))
    #expect(record.timestampMillis == SampleEvents.time)
    #expect(
      record.headers == [
        MessageHeader("content-type", text: "application/x-protobuf"),
        MessageHeader("ce_specversion", text: "1.0"),
        MessageHeader("ce_type", text: "navigator.v1.\(message.type.rawValue)"),
        MessageHeader("ce_source", text: "/navigator/navigator"),
        MessageHeader("ce_id", text: "location-updates/3/1024/0"),
        MessageHeader("ce_time", text: "2026-05-01T08:00:01.250Z"),
        MessageHeader("ce_subject", text: "taxi-17"),
      ])
  }

  @Test("a stop to which the sender gave no name has no empty one")
  func namelessStop() throws {
    var event = SampleEvents.routeStatus
    event.header.stop = StopIdentity()
    event.route?.legs[0].stop = Stop(coordinate: SampleEvents.station)
    let record = MessageEncoder(applicationID: "navigator", encoding: .json)
      .encode(SampleEvents.output(.routeStatus(event)), index: 0)
    let text = String(decoding: try #require(record.value), as: UTF8.self)
    #expect(!text.contains("{}") && text.contains(#""stop":{"stopId":"dropoff""#))
  }

  @Test("a heartbeat is written as its example shows, keyed by its worker")
  func workerStatus() throws {
    let record = MessageEncoder(applicationID: "navigator", encoding: .json).encode(SampleEvents.workerStatus)
    let value = try #require(record.value)
    let example = try JSONParser.parse(SchemaFiles.bytes(SchemaFiles.example(.workerStatus, .workerStatus)))
    #expect(try JSONParser.parse(value) == example, "\(String(decoding: value, as: UTF8.self))")
    #expect(record.role == .workerStatus)
    #expect(record.key == Array("navigator-0".utf8))
  }

  @Test(
    "answers of the services are written as their examples show",
    arguments: [
      (ServiceResponse.computeRoutes(SampleRoutes.response), MessageType.computeRoutesResponse),
      (ServiceResponse.failure(SampleRoutes.failure), MessageType.serviceError),
    ])
  func services(response: ServiceResponse, type: MessageType) throws {
    let encoder = MessageEncoder(applicationID: "navigator", encoding: .json)
    let record = encoder.encode(
      response, requestID: "request-1", request: (partition: 2, offset: 77), timeMillis: SampleEvents.time)
    let value = try #require(record.value)
    let example = try JSONParser.parse(SchemaFiles.bytes(SchemaFiles.example(.serviceResponses, type)))
    #expect(try JSONParser.parse(value) == example, "\(String(decoding: value, as: UTF8.self))")
    #expect(record.key == Array("request-1".utf8))
    #expect(record.headers.contains(MessageHeader("ce_id", text: "service-requests/2/77/0")))
  }

  @Test("a deadline's event is named by the record that armed it, whoever fires it")
  func timerID() {
    let cause = OutputCause.timer(.dwell, armedBy: SampleEvents.origin, deadlineMillis: 1_777_622_411_250)
    #expect(EventID.text(cause, index: 1, vehicleID: "taxi-1") == "location-updates/3/1024/dwell@1777622411250/1")
  }

  @Test("what one road condition causes, and what it arms, has another id for each vehicle")
  func conditionID() throws {
    let origin = InputOrigin(topic: .roadConditions, partition: 0, offset: 17, timestampMillis: SampleEvents.time)
    let encoder = MessageEncoder(applicationID: "navigator", encoding: .protobuf)
    func ids(_ cause: OutputCause) -> [String] {
      ["taxi-1", "taxi-2"].map { vehicle in
        let refusal = RefusalEvent(
          header: EventHeader(vehicleID: vehicle), requestID: "", requestType: "", reason: .unspecified, text: "")
        let output = NavigatorOutput(cause: cause, eventTimeMillis: SampleEvents.time, event: .refusal(refusal))
        let id = encoder.encode(output, index: 0).headers.first { $0.name == HeaderName.eventID }
        return String(decoding: id?.value ?? [], as: UTF8.self)
      }
    }
    #expect(ids(.record(origin)) == ["road-conditions/0/17/0/taxi-1", "road-conditions/0/17/0/taxi-2"])
    let name = "road-conditions/0/17/reroute-retry@1777622411250/0"
    let retry = OutputCause.timer(.rerouteRetry, armedBy: origin, deadlineMillis: 1_777_622_411_250)
    #expect(ids(retry) == ["\(name)/taxi-1", "\(name)/taxi-2"])
  }

  @Test("a trace goes on to the event")
  func trace() throws {
    let trace = try #require(
      TraceContext(parent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", state: "a=1"))
    let record = MessageEncoder(applicationID: "navigator", encoding: .protobuf)
      .encode(SampleEvents.output(.arrival(SampleEvents.arrival)), index: 0, trace: trace)
    #expect(
      record.headers.suffix(2) == [
        MessageHeader("traceparent", text: trace.parent), MessageHeader("tracestate", text: "a=1"),
      ])
  }
}
