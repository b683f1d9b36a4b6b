import Foundation
import Messages
import Testing

@testable import NavigatorCommand

@Suite("navigator demo") struct DemoTests {
  private func event(_ type: String, at millis: Int64, id: String, key: String = "taxi-1", _ value: String = "{}")
    throws -> DemoEvent
  {
    try #require(
      DemoEvent(
        topic: "t", key: key, timestampMillis: millis,
        headers: [(HeaderName.eventType, "navigator.v1.\(type)"), (HeaderName.eventID, id)], value: Array(value.utf8)))
  }

  private func told(_ entries: [DemoTimeline.Entry]) -> [String] {
    entries.map { entry in
      switch entry.happening {
      case .input(let text): text
      case .event(let event): event.type
      }
    }
  }

  @Test("what happened is told in its order, however the topics are read; what an input caused comes after it")
  func order() throws {
    var timeline = DemoTimeline()
    let begin = ContinuousClock.now
    timeline.add(try event("RouteTokenExecutionDetails", at: 2_000, id: "route-assignments/0/7/1"), now: begin)
    timeline.add(try event("TripProgress", at: 3_000, id: "location-updates/0/9/0"), now: begin)
    timeline.add(try event("RouteStatus", at: 2_000, id: "route-assignments/0/7/0"), now: begin)
    timeline.add("assigned", vehicle: "taxi-1", atMillis: 2_000, now: begin)
    #expect(timeline.take(now: begin + .milliseconds(10)).isEmpty)
    timeline.add(try event("Arrival", at: 9_000, id: "location-updates/0/30/0"), now: begin + .milliseconds(200))
    #expect(
      told(timeline.take(now: begin + .milliseconds(300)))
        == ["assigned", "RouteStatus", "RouteTokenExecutionDetails", "TripProgress"])
    #expect(told(timeline.take(now: nil)) == ["Arrival"])
    #expect(timeline.take(now: nil).isEmpty)
  }

  @Test("an event of a road condition is placed by its index, though its id ends with the vehicle")
  func cause() throws {
    let cause = try event("RouteStatus", at: 0, id: "road-conditions/0/12/3/taxi-2").cause
    #expect(cause.topic == "road-conditions" && cause.offset == 12 && cause.index == 3)
  }

  @Test("a reroute round a closure names the road, and a closure without name its key")
  func closedRoad() throws {
    var story = DemoStory(stopNames: [:])
    func line(_ road: String) throws -> String? {
      story.line(
        for: try event(
          "RouteStatus", at: 0, id: "road-conditions/0/0/0/taxi-1",
          #"{"status":"OK","cause":"ROAD_CLOSED","closedRoad":{\#(road)},"route":{"distanceMeters":900,"duration":"60s"}}"#
        ))
    }
    #expect(
      try line(#""conditionKey":"1:2:3","roadName":"Quay""#) == "REROUTED, Quay is closed ahead: now 900 m, 1 min 0 s")
    #expect(try line(#""conditionKey":"1:2:3""#)?.contains("the road 1:2:3 is closed ahead") == true)
  }

  @Test("a map page that cannot be written is told before anything starts, and the check leaves nothing behind")
  func map() throws {
    let probe = try CommandProbe()
    for path in [probe.path("none/trips.html"), probe.folder] {
      let outcome = try probe.run("demo", "--map", path)
      #expect(outcome.status == .inputOutput && outcome.output.isEmpty)
    }
    try OutputFile.check(probe.path("trips.html"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: probe.folder).isEmpty)
  }
}
