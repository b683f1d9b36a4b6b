import Observability

/// Writes the demo's story, or its events, as they come.
final class DemoOutput {
  let asJSON: Bool
  private let startMillis: Int64
  private let output = StandardOutput()

  init(asJSON: Bool, startMillis: Int64) {
    self.asJSON = asJSON
    self.startMillis = startMillis
  }

  func introduce(isEmbedded: Bool) {
    say("dispatch-navigator: two trips in central Helsinki. Map \(DemoMapFile.attribution).")
    if isEmbedded {
      say(
        "Broker: librdkafka's mock cluster inside this process. It speaks the real protocol but promises no exactly-once;"
      )
      say("--bootstrap HOST:PORT takes a real cluster.")
    }
    say("")
  }

  func say(_ text: String) { output.writeLine(text) }

  /// A line of the story: time since the start, vehicle, what happened.
  func tell(_ text: String, vehicle: String, atMillis: Int64) {
    say("\(clock(atMillis))  \(vehicle)  \(text)")
  }

  func clock(_ millis: Int64) -> String { DemoStory.clock(millis - startMillis) }

  func event(_ event: DemoEvent) {
    let headers = event.headers.map { "\(JSONString.quoted($0.name)):\(JSONString.quoted($0.value))" }.joined(
      separator: ",")
    output.writeLine(
      """
      {"topic":\(JSONString.quoted(event.topic)),"key":\(JSONString.quoted(event.key)),"timestamp":\(event.timestampMillis),\
      "headers":{\(headers)},"value":\(event.text)}
      """)
  }

  func flush() throws(CommandFailure) { try output.flush() }
}
