import Broker
import Foundation
import Messages
import RoadNetwork
import Worker

/// Plays the demo: each second of event time the drivers act, and between the seconds the published events are told and obeyed.
struct DemoRun {
  private var trips: [DemoTrip]
  private let assignments: [(vehicle: String, token: String, stops: [String])]
  private let network: RoadNetwork
  private let worker: DemoWorker
  private let output: DemoOutput
  private let startMillis: Int64
  private let speed: Double
  private let cluster: DemoCluster
  private var story: DemoStory
  private var timeline = DemoTimeline()
  private var batch = RecordBatch()

  /// After so many seconds of event time a trip that has not ended never will.
  private static let longestSeconds = 1_500
  private static let secondOfAssignment = 2

  init(
    script: DemoScript, network: RoadNetwork, cluster: DemoCluster, worker: DemoWorker, output: DemoOutput,
    startMillis: Int64,
    speed: Double
  ) {
    trips = script.trips
    assignments = script.assignments
    self.network = network
    self.cluster = cluster
    self.worker = worker
    self.output = output
    self.startMillis = startMillis
    self.speed = speed
    story = DemoStory(stopNames: Dictionary(uniqueKeysWithValues: script.trips.map { ($0.vehicle.id, $0.stopNames) }))
  }

  var traces: [TripTrace] { trips.map(\.trace) }

  mutating func toTheEnd() throws(CommandFailure) {
    let reader = try cluster.eventReader()
    let sink = try TopicSink(broker: cluster.broker, topics: cluster.topics, clientID: "navigator-demo")
    try waitForWorker(reader)
    let begun = ContinuousClock.now
    for second in 0..<Self.longestSeconds {
      let now = startMillis + Int64(second) * 1_000
      for index in trips.indices {
        for message in trips[index].tick(atMillis: now, on: network) {
          tellInput(message, of: trips[index], now)
          try sink.send(message)
        }
      }
      if second == Self.secondOfAssignment { try assign(sink, now) }
      let next = begun + .seconds(Double(second + 1) / speed)
      repeat {
        try readEvents(reader, until: next, now)
      } while ContinuousClock.now < next
      if trips.allSatisfy(\.isCompleted) { break }
      if let end = worker.outcome { throw CommandFailure(.internalFault, "the worker ended early: \(end.reason)", "") }
    }
    let settled = ContinuousClock.now + .seconds(1)
    while ContinuousClock.now < settled { try readEvents(reader, until: settled, startMillis) }
    tell(timeline.take(now: nil))
    try output.flush()
    try sink.finish()
    for trip in trips where !trip.isCompleted || !trip.arrivedEverywhere {
      throw CommandFailure(
        .internalFault,
        "\(trip.vehicle.id) did not end its trip: \(trip.arrivals) of \(trip.stopNames.count) arrivals, state \(trip.state)",
        "run it with --log")
    }
  }

  /// The worker has joined its group once it says RUNNING.
  private mutating func waitForWorker(_ reader: any LogReader) throws(CommandFailure) {
    let deadline = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < deadline {
      if let end = worker.outcome { throw CommandFailure(.internalFault, "the worker ended early: \(end.reason)", "") }
      for event in try poll(reader, timeout: .milliseconds(100)) {
        if output.asJSON { output.event(event) }
        if event.type == "WorkerStatus", event.string("state") == "RUNNING" { return }
      }
    }
    throw CommandFailure(.unavailable, "the worker did not come to run within 60 s", "run it with --log")
  }

  private mutating func assign(_ sink: TopicSink, _ now: Int64) throws(CommandFailure) {
    for (trip, assignment) in zip(trips, assignments) {
      let stops = assignment.stops.count == 1 ? "one stop" : "\(assignment.stops.count) stops"
      timeline.add(
        "the backend assigns a route token with \(stops): \(assignment.stops.joined(separator: ", "))",
        vehicle: assignment.vehicle, atMillis: now)
      try sink.send(
        .assignment(
          vehicle: assignment.vehicle, assignment: trip.assignment, trip: trip.tripID, token: assignment.token,
          stops: assignment.stops, atMillis: now))
    }
  }

  private mutating func tellInput(_ message: InputMessage, of trip: DemoTrip, _ now: Int64) {
    switch message.role {
    case .roadConditions:
      let road = trip.closedRoadName.isEmpty ? "a road" : trip.closedRoadName
      timeline.add(
        "the traffic desk reports \(road) closed, ahead on its route", vehicle: trip.vehicle.id, atMillis: now)
    case .routeAssignments:
      timeline.add(
        trip.arrivedEverywhere
          ? "the backend says: continue; that was the last stop" : "the backend says: continue to the next stop",
        vehicle: trip.vehicle.id, atMillis: now)
    default: break
    }
  }

  /// The drivers react at once; what happened is told when it is in order.
  private mutating func readEvents(_ reader: any LogReader, until: ContinuousClock.Instant, _ now: Int64)
    throws(CommandFailure)
  {
    let left = until - ContinuousClock.now
    let events = try poll(reader, timeout: max(.milliseconds(1), min(left, .milliseconds(20))))
    for event in events {
      if output.asJSON { output.event(event) }
      for index in trips.indices where trips[index].vehicle.id == event.key {
        trips[index].handle(event, atMillis: now)
        timeline.add(event)
      }
    }
    tell(timeline.take())
    try output.flush()
  }

  private mutating func tell(_ entries: [DemoTimeline.Entry]) {
    for entry in entries {
      let text: String
      switch entry.happening {
      case .input(let words): text = words
      case .event(let event):
        guard let line = story.line(for: event) else { continue }
        for index in trips.indices where trips[index].vehicle.id == entry.vehicle {
          trips[index].note(line, time: output.clock(entry.millis))
        }
        text = line
      }
      if !output.asJSON { output.tell(text, vehicle: entry.vehicle, atMillis: entry.millis) }
    }
  }

  private mutating func poll(_ reader: any LogReader, timeout: Duration) throws(CommandFailure) -> [DemoEvent] {
    do {
      try reader.poll(into: &batch, maxRecords: 1_000, timeout: timeout)
    } catch {
      throw BrokerTrouble.failure(error, during: "reading the events")
    }
    return (0..<batch.count).compactMap { index in
      let record = batch[index]
      guard let role = cluster.topics.role(ofTopic: record.topic), let value = record.value else { return nil }
      return DemoEvent(
        topic: role.rawValue, key: String(decoding: record.key ?? [], as: UTF8.self),
        timestampMillis: record.timestampMillis,
        headers: record.headers.map { ($0.name, String(decoding: $0.value ?? [], as: UTF8.self)) }, value: value)
    }
  }
}
