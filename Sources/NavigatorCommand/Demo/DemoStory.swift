/// Tells events in a dispatcher's words; `nil` for what would only repeat.
struct DemoStory {
  private let stopNames: [String: [String]]
  private var lastProgressMeters: [String: Int] = [:]

  /// - Parameter stopNames: by vehicle, in the order of the stops.
  init(stopNames: [String: [String]]) { self.stopNames = stopNames }

  mutating func line(for event: DemoEvent) -> String? {
    switch event.type {
    case "RouteStatus": return status(event)
    case "RouteTokenExecutionDetails": return details(event)
    case "Arrival": return arrival(event)
    case "StopEvent": return stopEvent(event)
    case "TripProgress": return progress(event)
    case "TripSummary": return summary(event)
    case "Refusal": return "refused: \(event.string("reason") ?? "?"), \(event.string("text") ?? "")"
    default: return event.topic == "dead-letters" ? "dead letter: \(event.header("navigator.dlt.detail") ?? "")" : nil
    }
  }

  private func status(_ event: DemoEvent) -> String {
    let cause = event.string("cause") ?? "?"
    guard event.string("status") == "OK" else {
      let status = event.string("status") ?? "?"
      let text = event.member("error", "text")?.stringValue ?? ""
      let why = cause == "ROAD_CLOSED" ? "\(Self.closedRoad(of: event)) is closed" : cause
      return event.isTrue("pending") ? "\(status): waiting for the first position" : "\(status) (\(why)): \(text)"
    }
    let way =
      "\(Self.distance(event.number("route", "distanceMeters") ?? 0)), \(Self.time(event.number("route", "duration") ?? 0))"
    let stopsLeft = event.legLines.count
    let route = way + (stopsLeft > 1 ? " over \(stopsLeft) stops" : "")
    switch cause {
    case "ASSIGNED": return "route in force: \(route)"
    case "OFF_ROUTE": return "REROUTED, the vehicle left its route: now \(route)"
    case "ROAD_CLOSED": return "REROUTED, \(Self.closedRoad(of: event)) is closed ahead: now \(route)"
    case "FASTER_ROUTE": return "REROUTED, a faster route: now \(route)"
    case "ADVANCED": return "on to \(name(of: event, stop: event.integer("stopIndex"))): \(route)"
    case "COMPLETED": return "trip COMPLETED"
    default: return "\(cause): \(route)"
    }
  }

  private func details(_ event: DemoEvent) -> String {
    let status = event.string("tokenExecutionStatus") ?? "?"
    switch status {
    case "TOKEN_SUCCESSFULLY_APPLIED": return "\(status): it drives the planned route"
    case "TOKEN_APPLIED_WITH_LOCATION_MISMATCH":
      let meters = event.number("distanceFromPlannedOriginMeters") ?? 0
      return
        "\(status): it stands \(Self.distance(meters)) from the planned start, so a new route leads to the planned stops"
    default:
      let reason = event.string("reason") ?? "no reason given"
      return "\(status): " + (reason == "ROAD_CLOSED" ? "\(Self.closedRoad(of: event)) is closed on its plan" : reason)
    }
  }

  /// By the name of the road, else as the closure was reported.
  private static func closedRoad(of event: DemoEvent) -> String {
    let name = event.member("closedRoad", "roadName")?.stringValue ?? ""
    if !name.isEmpty { return name }
    return event.member("closedRoad", "conditionKey")?.stringValue.map { "the road \($0)" } ?? "a road"
  }

  private func arrival(_ event: DemoEvent) -> String {
    let last = event.isTrue("isFinalDestination") ? ", the last stop" : ""
    return "ARRIVED at \(name(of: event, stop: event.integer("stopIndex")))\(last), "
      + "\(Self.distance(event.number("distanceToWaypointMeters") ?? 0)) from it"
  }

  private func stopEvent(_ event: DemoEvent) -> String? {
    let stop = name(of: event, stop: event.integer("stopIndex"))
    switch event.string("kind") {
    case "APPROACHING": return "approaching \(stop)"
    case "DEPARTED": return "departed from \(stop)"
    default: return nil
    }
  }

  /// Off-route at once; else a line every 300 metres of remaining way.
  private mutating func progress(_ event: DemoEvent) -> String? {
    if event.string("navigationStatus") == "OFF_ROUTE" { return "OFF_ROUTE: the vehicle has left its route" }
    guard event.string("navigationStatus") == "ENROUTE_TO_DESTINATION" else { return nil }
    let meters = event.integer("remainingDistanceMeters")
    if let last = lastProgressMeters[event.key], abs(last - meters) < 300 { return nil }
    lastProgressMeters[event.key] = meters
    let roadName = event.member("nextManeuver", "roadName")?.stringValue ?? ""
    let road = roadName.isEmpty ? "" : ", next turn into \(roadName)"
    return "\(Self.distance(Double(meters))) and \(Self.time(event.number("remainingDuration") ?? 0)) "
      + "to \(name(of: event, stop: event.integer("stopIndex")))\(road)"
  }

  private func summary(_ event: DemoEvent) -> String {
    let followed = Int((100 * (event.number("planFollowed") ?? 0)).rounded())
    return "summary: planned \(Self.distance(event.number("plannedDistanceMeters") ?? 0)), "
      + "driven \(Self.distance(event.number("drivenDistanceMeters") ?? 0)) in \(Self.time(event.number("drivenDuration") ?? 0)), "
      + "\(followed) % of the plan followed, \(Self.reroutes(event.integer("rerouteCount")))"
  }

  private func name(of event: DemoEvent, stop: Int) -> String {
    guard let names = stopNames[event.key], names.indices.contains(stop) else { return "stop \(stop + 1)" }
    return "\(names[stop]) (stop \(stop + 1) of \(names.count))"
  }

  private static func reroutes(_ count: Int) -> String {
    count == 0 ? "never rerouted" : count == 1 ? "rerouted once" : "rerouted \(count) times"
  }

  static func distance(_ meters: Double) -> String {
    meters < 1_000 ? "\(Int(meters.rounded())) m" : "\((meters / 100).rounded() / 10) km"
  }

  static func time(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded())
    return whole < 60 ? "\(whole) s" : "\(whole / 60) min \(whole % 60) s"
  }

  /// Minutes and seconds since the demo's start.
  static func clock(_ millis: Int64) -> String {
    let seconds = max(0, millis / 1_000)
    let two = { (value: Int64) in value < 10 ? "0\(value)" : "\(value)" }
    return "\(two(seconds / 60)):\(two(seconds % 60))"
  }
}
