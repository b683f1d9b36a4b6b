import Geometry
import Navigator
import RoadNetwork
import RoutePlan
import Routing
import TestSupport
import Testing

@Suite("Roads that change under way")
struct ConditionsTests {
  let town: TestTown
  let vehicle: Vehicle

  init() throws {
    town = try TestTown()
    vehicle = Vehicle(town)
    vehicle.fix(try town.place("A"))
  }

  private func planToE(_ change: (inout RoutePlan.Terms) -> Void = { _ in }) throws -> RoutePlan {
    try town.plan(from: town.place("A"), to: [town.place("E")], change: change)
  }

  @Test("a road closed ahead reroutes at once, with its cause and no OFF_ROUTE")
  func closedAhead() throws {
    vehicle.assign(try planToE())
    try vehicle.drive("AB")
    let events = vehicle.change(try town.closing(("C", "D")))
    #expect(events.statuses.map(\.cause) == [.roadClosed])
    #expect(events.statuses.first?.header.routeRevision == 2)
    #expect(events.progress.allSatisfy { $0.navigationStatus == .enrouteToDestination })
    let way = try #require(events.statuses.first?.route?.legs.first?.geometry)
    #expect(way.contains(try town.place("G")))
    #expect(way.contains(try town.place("H")))
    // The new route is followed without another word.
    #expect(try vehicle.drive("BCGHDE").statuses.isEmpty)
  }

  @Test("the status names the closure ahead as it was reported, whatever lies closed behind or was closed before")
  func closureNamed() throws {
    vehicle.assign(try planToE())
    try vehicle.drive("AB")
    let behind = try town.closing(along: "ABCDE", from: "A", to: "B", key: "behind")
    let events = vehicle.change(
      try town.closing(along: "ABCDE", from: "C", to: "E", key: "ahead", after: behind, version: 2))
    let closed = try #require(events.statuses.first?.closedRoad)
    #expect(closed.conditionKey == "ahead" && closed.roadName == "High Street")
    #expect(closed.reported?.fromNodeID == town.map.osmNode("C") && closed.reported?.toNodeID == town.map.osmNode("E"))
    #expect(closed.edge.fromNodeID == town.map.osmNode("C") && closed.edge.toNodeID == town.map.osmNode("D"))
  }

  @Test("a closure without a way round is named too; another cause names none")
  func closureWithoutWayRound() throws {
    var settings = NavigatorSettings()
    settings.snapMaxDistanceMeters = 50
    let vehicle = Vehicle(town, settings: settings)
    vehicle.fix(try town.place("A"))
    vehicle.assign(try planToE())
    try vehicle.drive("AB")
    let status = try #require(vehicle.change(try town.closing(("D", "E"))).statuses.first)
    #expect(status.status == .noRouteFound && status.closedRoad?.conditionKey == "DE")
    vehicle.conditions = .none
    #expect(
      vehicle.outputs.compactMap { output in
        if case .routeStatus(let status) = output.event, status.cause != .roadClosed { status.closedRoad } else { nil }
      }.isEmpty)
  }

  @Test("a closure behind the vehicle, or elsewhere, changes nothing", arguments: [("A", "B"), ("F", "G")])
  func closedElsewhere(_ pair: (String, String)) throws {
    vehicle.assign(try planToE())
    try vehicle.drive("ABC")
    let closed = try town.closing((Character(pair.0), Character(pair.1)))
    let changed = ChangedEdges(closed.changedEdges(since: .none))
    #expect(vehicle.session?.isConcerned(by: changed) == false)
    #expect(vehicle.change(closed).isEmpty)
    #expect(vehicle.session?.routeRevision == 1)
  }

  @Test("exactly the sessions whose remaining route uses the segment are concerned")
  func concerned() throws {
    vehicle.assign(try planToE())
    try vehicle.drive("AB")
    let ahead = ChangedEdges([try town.map.edge("C", "D")])
    let opposite = ChangedEdges([try town.map.edge("D", "C")])
    #expect(vehicle.session?.isConcerned(by: ahead) == true)
    #expect(vehicle.session?.isConcerned(by: opposite) == false)
    var edges: [EdgeID] = []
    vehicle.session?.forEachRemainingEdge { edges.append($0) }
    #expect(town.map.letters(edges).hasSuffix("BCDE"))
  }

  @Test("a closure that begins under way is noticed at the next fix")
  func beginsLater() throws {
    vehicle.assign(try planToE())
    let reference = SegmentReference(try town.map.edge("C", "D"), on: town.network)
    let update = RoadConditionUpdate(
      segment: .reference(reference), isClosed: true, validFromMillis: vehicle.millis + 10_000)
    vehicle.conditions =
      Conditions.none.applying(
        [RoadConditionChange(key: "later", update: update)], version: ConditionsVersion(nextOffsets: [1]),
        on: town.network
      ).conditions
    #expect(vehicle.drive([try town.place("A"), try town.place("A", "B", 0.4)]).statuses.isEmpty)
    #expect(
      vehicle.drive([try town.place("A", "B", 0.4), try town.place("B")]).statuses.map(\.cause) == [.roadClosed])
  }

  @Test("a road closed behind the next stop reroutes too")
  func closedOnLaterLeg() throws {
    vehicle.assign(try town.plan(from: town.place("A"), to: [town.place("B", "C", 0.5), town.place("E")]))
    try vehicle.drive("AB")
    let events = vehicle.change(try town.closing(("D", "E"), ("C", "D")))
    #expect(events.statuses.first?.cause == .roadClosed)
  }

  @Test("a faster route is taken when it saves the tolerance")
  func faster() throws {
    vehicle.assign(try planToE())
    try vehicle.drive("AB")
    let events = vehicle.change(try town.slowing("C", "D", kilometersPerHour: 2))
    #expect(events.statuses.map(\.cause) == [.fasterRoute])
    #expect(events.statuses.first?.header.routeRevision == 2)
  }

  @Test("a small delay does not change the route, and is told as remaining time and category")
  func smallDelay() throws {
    vehicle.assign(try planToE())
    try vehicle.drive("AB")
    let events = vehicle.change(try town.slowing("C", "D", kilometersPerHour: 15))
    #expect(events.statuses.isEmpty)
    #expect(events.progress.first?.delayCategory != .noData)
  }

  @Test("a token that keeps its planned route is not switched to a faster one")
  func keepPlanned() throws {
    vehicle.assign(try planToE { $0.rerouteStrategy = .keepPlannedRoute })
    try vehicle.drive("AB")
    #expect(vehicle.change(try town.slowing("C", "D", kilometersPerHour: 2)).statuses.isEmpty)
  }

  @Test("the token's own tolerance decides", arguments: [(20, true), (3_000, false)] as [(UInt32, Bool)])
  func tolerance(_ seconds: UInt32, _ switches: Bool) throws {
    vehicle.assign(try planToE { $0.timeToleranceSeconds = seconds })
    try vehicle.drive("AB")
    let events = vehicle.change(try town.slowing("C", "D", kilometersPerHour: 4))
    #expect(events.statuses.isEmpty != switches)
  }

  @Test("delay categories follow the ratio to free flow")
  func categories() throws {
    vehicle.assign(try planToE { $0.rerouteStrategy = .keepPlannedRoute })
    #expect(try vehicle.drive("AB").progress.last?.delayCategory == .noData)
    var seen: [DelayCategory] = []
    for (version, speed) in [60.0, 20.0, 8.0].enumerated() {
      let events = vehicle.change(try town.slowing("C", "D", kilometersPerHour: speed, version: Int64(version + 1)))
      seen += events.progress.map(\.delayCategory)
    }
    #expect(seen == [.light, .medium, .heavy])
  }

  /// A closure ahead whose record is an hour ahead of the vehicle's own time.
  private func closeAnHourAhead(_ conditions: Conditions) -> [NavigatorEvent] {
    let changed = ChangedEdges(conditions.changedEdges(since: vehicle.conditions))
    vehicle.conditions = conditions
    return vehicle.send(
      .conditionsChanged(changed), topic: .roadConditions, recordedAt: vehicle.millis + 3_600_000)
  }

  @Test("a change on the roads moves neither a lagging vehicle's time nor when it is forgotten")
  func ownTime() throws {
    vehicle.assign(try planToE())
    try vehicle.drive("ABCD")
    let before = vehicle.session?.dueTimers(before: .max)
    let ahead = vehicle.millis + 3_600_000
    #expect(closeAnHourAhead(try town.slowing("D", "E", kilometersPerHour: 20)).progress.count == 1)
    #expect(vehicle.session?.dueTimers(before: .max) == before)
    // Standing near the stop it has to stand for the dwell: its task is an hour ahead, and it is not.
    vehicle.clock += 5
    vehicle.fix(try town.place("D", "E", 0.8), speed: 0)
    vehicle.session?.note(taskMillis: ahead, toleranceMillis: 2_000)
    #expect(vehicle.session?.dueTimers(before: .max).first?.name == .dwell)
    #expect(vehicle.session?.dueTimers(before: ahead).isEmpty == true)
  }

  @Test("a reroute for a closure an hour ahead of a lagging vehicle does not hold back its next one")
  func ownReroutes() throws {
    vehicle.assign(try planToE())
    try vehicle.drive("AB")
    #expect(closeAnHourAhead(try town.closing(("C", "D"))).statuses.map(\.cause) == [.roadClosed])
    // From C it is led south to G; it goes by F instead.
    #expect(try vehicle.drive("BF").statuses.map(\.cause) == [.offRoute])
  }

  @Test("a closure without a way round is tried again, and does not keep a silent vehicle for ever")
  func silent() throws {
    var settings = NavigatorSettings()
    settings.snapMaxDistanceMeters = 50
    let vehicle = Vehicle(town, settings: settings)
    vehicle.fix(try town.place("A"))
    vehicle.assign(try planToE())
    let deadline = vehicle.millis + 86_400_000
    #expect(vehicle.change(try town.closing(("D", "E"))).statuses.map(\.status) == [.noRouteFound])
    let timers = vehicle.session?.dueTimers(before: .max) ?? []
    #expect(timers.map(\.name) == [.rerouteRetry, .idleEviction])
    #expect(timers.map(\.deadlineMillis) == [vehicle.millis + 5_000, deadline])
  }

  @Test("events carry the conditions that were in force")
  func version() throws {
    vehicle.assign(try planToE())
    try vehicle.drive("AB")
    let closed = try town.closing(("C", "D"), version: 77)
    let events = vehicle.change(closed)
    #expect(events.statuses.first?.header.conditionsVersion == closed.version.text)
  }
}
