import Geometry
import Navigator
import RoadNetwork
import RoutePlan
import Routing
import TestSupport
import Testing

/// Every input in every state has a defined outcome: what is published, and which state follows.
@Suite("State by input")
struct TotalityTests {
  enum Input: String, CaseIterable {
    case assign, setDestinations, queue, continueHere, continueBehind, continueAhead, select, clear, erase
    case assignMalformed, assignWalking, assignLate, continueOther, clearOther, selectOwn, selectOther
    case conditionsElsewhere
    case fixOnTheWay, staleFix, futureFix, fixTimeout, dwell, rerouteRetry, idleEviction, conditions
  }

  /// A vehicle in each state; nil stands for one without a session.
  static let states: [Session.State?] = [nil] + Session.State.allCases

  private func vehicle(in state: Session.State?, _ town: TestTown) throws -> Vehicle {
    let vehicle = Vehicle(town)
    let plan = try town.plan(from: town.place("A"), to: [town.place("C"), town.place("E")])
    switch state {
    case nil: break
    case .idle: vehicle.fix(try town.place("A"))
    case .pending: vehicle.assign(plan)
    case .enroute, .arrived, .offRoute:
      vehicle.fix(try town.place("A"))
      vehicle.assign(plan, alternatives: [plan])
      try vehicle.drive("AB")
      if state == .arrived { try vehicle.drive("BC") }
      if state == .offRoute {
        vehicle.conditions = try town.closing(("B", "F"), ("F", "G"), ("C", "G"), ("D", "H"), ("F", "I"))
        let plane = LocalPlane(origin: try town.place("B"))
        vehicle.drive([try town.place("B"), plane.coordinate(x: 20, y: 120)])
      }
    }
    #expect(vehicle.session?.state == state)
    return vehicle
  }

  private func send(_ input: Input, to vehicle: Vehicle) throws -> [NavigatorEvent] {
    let town = vehicle.town
    let here = vehicle.session?.stopIndex
    switch input {
    case .assign:
      return vehicle.assign(try town.plan(from: town.place("B"), to: [town.place("E")]))
    case .setDestinations: return vehicle.setDestinations([town.stop(try town.place("K"))])
    case .queue:
      return vehicle.setDestinations([town.stop(try town.place("K"))]) { $0.header.activation = .afterCurrent }
    case .continueHere: return vehicle.continueTrip(from: here)
    case .continueBehind: return vehicle.continueTrip(from: (here ?? 0) - 1)
    case .continueAhead: return vehicle.continueTrip(from: (here ?? 0) + 1)
    case .select: return vehicle.send(.selectRoute(SelectRoute(routeID: "token-7")))
    case .assignMalformed:
      return vehicle.assign(try town.plan(from: town.place("B"), to: [town.place("E")])) {
        $0.token = .failure(.notAuthentic)
      }
    case .assignWalking:
      return vehicle.assign(try town.plan(from: town.place("B"), to: [town.place("E")])) { $0.travelMode = .walking }
    case .assignLate:
      return vehicle.setDestinations([town.stop(try town.place("K"))]) {
        $0.header.issuedAtMillis = Vehicle.start * 1_000 - 5_000
      }
    case .continueOther:
      return vehicle.send(.continueToNextDestination(ContinueToNextDestination(assignmentID: "other")))
    case .clearOther: return vehicle.send(.clearDestinations(ClearDestinations(assignmentID: "other")))
    case .selectOwn: return vehicle.send(.selectRoute(SelectRoute(routeID: "primary")))
    case .selectOther: return vehicle.send(.selectRoute(SelectRoute(routeID: "token-1")))
    case .conditionsElsewhere: return vehicle.change(try town.closing(("F", "I")))
    case .clear: return vehicle.clear()
    case .erase: return vehicle.clear(erase: true)
    case .fixOnTheWay:
      vehicle.clock += 1
      return vehicle.fix(try town.place("B", "C", 0.3), speed: 10, bearing: 90)
    case .staleFix: return vehicle.fix(try town.place("K"), takenAt: 1)
    case .futureFix: return vehicle.fix(try town.place("K"), takenAt: vehicle.millis + 400_000)
    case .fixTimeout: return vehicle.send(.timer(.fixTimeout))
    case .dwell: return vehicle.send(.timer(.dwell))
    case .rerouteRetry: return vehicle.send(.timer(.rerouteRetry))
    case .idleEviction: return vehicle.send(.timer(.idleEviction))
    case .conditions: return vehicle.change(try town.closing(("D", "E"), ("B", "F")))
    }
  }

  /// What is published, in short, and the state after: one line for each pair.
  private func outcome(_ state: Session.State?, _ input: Input, _ town: TestTown) throws -> String {
    let vehicle = try vehicle(in: state, town)
    return summary(try send(input, to: vehicle), vehicle)
  }

  private func summary(_ events: [NavigatorEvent], _ vehicle: Vehicle) -> String {
    let events = events.map { event -> String in
      switch event {
      case .routeStatus(let event): "\(event.status)/\(event.cause)"
      case .executionDetails: "details"
      case .arrival: "arrival"
      case .stop(let event): "\(event.kind)"
      case .tripProgress(let event): "progress/\(event.navigationStatus)"
      case .tripSummary(let event): "summary/\(event.end)"
      case .refusal(let event): "refusal/\(event.reason)"
      }
    }
    let after = vehicle.session.map { "\($0.state)" } ?? "none"
    return ([after] + events).joined(separator: " ")
  }

  @Test("has the outcome written down here", arguments: states, Input.allCases)
  func outcome(_ state: Session.State?, _ input: Input) throws {
    let name = state.map { "\($0)" } ?? "none"
    let expected = Self.expected["\(name) \(input)"] ?? "\(name)"
    let found = try outcome(state, input, TestTown())
    #expect(found == expected, "\(name) \(input)")
  }

  /// For the dwell, the vehicle that is enroute stands near its stop.
  @Test(
    "and the next record after a deadline, fix or command, fires it first", arguments: states, TimerName.allCases)
  func afterDeadline(_ state: Session.State?, _ timer: TimerName) throws {
    for input in [Input.fixOnTheWay, .continueOther] {
      let town = try TestTown()
      let vehicle = try vehicle(in: state, town)
      if state == .enroute, timer == .dwell {
        vehicle.clock += 10
        vehicle.fix(try town.place("B", "C", 0.8), speed: 0)
      }
      let name = "\(state.map { "\($0)" } ?? "none") \(timer) \(input)"
      let due = vehicle.session?.dueTimers(before: .max).first { $0.name == timer }
      #expect((due == nil) == (Self.expectedAfterDeadline[name] == nil), "\(name)")
      guard let due else { continue }
      vehicle.clock = Double(due.deadlineMillis - Vehicle.start * 1_000) / 1_000 + 1
      let found = summary(try send(input, to: vehicle), vehicle)
      #expect(found == Self.expectedAfterDeadline[name], "\(name)")
      #expect(vehicle.session?.dueTimers(before: vehicle.millis).isEmpty != false, "\(name)")
    }
  }

  /// What is not listed is not armed.
  private static let expectedAfterDeadline: [String: String] = [
    "idle idleEviction fixOnTheWay": "idle",
    "idle idleEviction continueOther": "none refusal/unknownVehicle",
    "pending fixTimeout fixOnTheWay": "idle locationUnavailable/assigned",
    "pending fixTimeout continueOther": "idle locationUnavailable/assigned refusal/noDestinations",
    "pending idleEviction fixOnTheWay": "idle locationUnavailable/assigned",
    "pending idleEviction continueOther": "none locationUnavailable/assigned refusal/unknownVehicle",
    "enroute dwell fixOnTheWay": "arrived arrival progress/arrivedAtDestination departed",
    "enroute dwell continueOther": "arrived arrival progress/arrivedAtDestination refusal/wrongAssignment",
    "enroute idleEviction fixOnTheWay": "idle ok/cleared summary/cleared",
    "enroute idleEviction continueOther": "none ok/cleared summary/cleared refusal/unknownVehicle",
    "offRoute rerouteRetry fixOnTheWay": "enroute progress/enrouteToDestination",
    "offRoute rerouteRetry continueOther": "offRoute refusal/wrongAssignment",
    // Once its course is old it may turn round, and a retry finds a route.
    "offRoute idleEviction fixOnTheWay": "idle ok/offRoute progress/enrouteToDestination ok/cleared summary/cleared",
    "offRoute idleEviction continueOther":
      "none ok/offRoute progress/enrouteToDestination ok/cleared summary/cleared refusal/unknownVehicle",
    "arrived idleEviction fixOnTheWay": "idle ok/cleared summary/cleared",
    "arrived idleEviction continueOther": "none ok/cleared summary/cleared refusal/unknownVehicle",
  ]

  /// Pairs that are not listed publish nothing and change no state.
  private static let expected: [String: String] = [
    "none assign": "pending locationUnavailable/assigned",
    "none setDestinations": "pending locationUnavailable/assigned",
    "none queue": "pending locationUnavailable/assigned",
    "none continueHere": "none refusal/unknownVehicle",
    "none continueBehind": "none refusal/unknownVehicle",
    "none continueAhead": "none refusal/unknownVehicle",
    "none select": "none refusal/unknownVehicle",
    "none fixOnTheWay": "idle",
    "none staleFix": "idle",
    "none futureFix": "none refusal/fromFuture",
    "none assignMalformed": "idle waypointError/assigned",
    "none assignWalking": "idle travelModeUnsupported/assigned",
    "none assignLate": "pending locationUnavailable/assigned",
    "none continueOther": "none refusal/unknownVehicle",
    "none selectOwn": "none refusal/unknownVehicle",
    "idle assignMalformed": "idle waypointError/assigned",
    "idle assignWalking": "idle travelModeUnsupported/assigned",
    "idle assignLate": "enroute ok/assigned details progress/enrouteToDestination",
    "idle continueOther": "idle refusal/noDestinations",
    "idle selectOwn": "idle refusal/noDestinations",
    "pending assignMalformed": "pending waypointError/assigned",
    "pending assignWalking": "pending travelModeUnsupported/assigned",
    "pending assignLate": "pending canceled/superseded",
    "pending continueOther": "pending refusal/wrongAssignment",
    "pending clearOther": "pending refusal/wrongAssignment",
    "pending selectOwn": "pending refusal/noDestinations",
    "enroute assignMalformed": "enroute waypointError/assigned",
    "enroute assignWalking": "enroute travelModeUnsupported/assigned",
    "enroute assignLate": "enroute canceled/superseded",
    "enroute continueOther": "enroute refusal/wrongAssignment",
    "enroute clearOther": "enroute refusal/wrongAssignment",
    "offRoute assignMalformed": "offRoute waypointError/assigned",
    "offRoute assignWalking": "offRoute travelModeUnsupported/assigned",
    "offRoute assignLate": "offRoute canceled/superseded",
    "offRoute continueOther": "offRoute refusal/wrongAssignment",
    "offRoute clearOther": "offRoute refusal/wrongAssignment",
    "arrived assignMalformed": "arrived waypointError/assigned",
    "arrived assignWalking": "arrived travelModeUnsupported/assigned",
    "arrived assignLate": "arrived canceled/superseded",
    "arrived continueOther": "arrived refusal/wrongAssignment",
    "arrived clearOther": "arrived refusal/wrongAssignment",
    "arrived conditions": "arrived ok/roadClosed",
    "idle assign": "enroute ok/assigned details progress/enrouteToDestination",
    "idle setDestinations": "enroute ok/assigned details progress/enrouteToDestination",
    "idle queue": "enroute ok/assigned details progress/enrouteToDestination",
    "idle continueHere": "idle refusal/noDestinations",
    "idle continueBehind": "idle refusal/noDestinations",
    "idle continueAhead": "idle refusal/noDestinations",
    "idle select": "idle refusal/noDestinations",
    "idle erase": "none",
    "idle futureFix": "idle refusal/fromFuture",
    "idle idleEviction": "none",
    "pending assign": "pending canceled/superseded locationUnavailable/assigned",
    "pending setDestinations": "pending canceled/superseded locationUnavailable/assigned",
    "pending continueHere": "pending refusal/noDestinations",
    "pending continueBehind": "pending refusal/noDestinations",
    "pending continueAhead": "pending refusal/noDestinations",
    "pending select": "pending refusal/noDestinations",
    "pending clear": "idle ok/cleared",
    "pending erase": "none ok/cleared",
    "pending fixOnTheWay": "enroute ok/assigned details progress/enrouteToDestination approaching",
    "pending futureFix": "pending refusal/fromFuture",
    "pending fixTimeout": "idle locationUnavailable/assigned",
    "pending idleEviction": "none ok/cleared",
    "none selectOther": "none refusal/unknownVehicle",
    "idle selectOther": "idle refusal/noDestinations",
    "pending selectOther": "pending refusal/noDestinations",
    "enroute selectOther": "enroute ok/selected progress/enrouteToDestination",
    "offRoute selectOther": "offRoute refusal/unknownRoute",
    "arrived selectOther": "arrived ok/selected",
    "enroute assign":
      "enroute canceled/superseded summary/superseded ok/assigned details progress/enrouteToDestination",
    "enroute setDestinations":
      "enroute canceled/superseded summary/superseded ok/assigned details progress/enrouteToDestination",
    "enroute continueHere": "enroute ok/advanced progress/enrouteToDestination",
    "enroute continueBehind": "enroute refusal/wrongStop",
    "enroute continueAhead": "enroute refusal/wrongStop",
    "enroute select": "enroute refusal/unknownRoute",
    "enroute clear": "idle ok/cleared summary/cleared",
    "enroute erase": "none ok/cleared summary/cleared",
    "enroute fixOnTheWay": "enroute progress/enrouteToDestination",
    "enroute futureFix": "enroute refusal/fromFuture",
    "enroute idleEviction": "none ok/cleared summary/cleared",
    "enroute conditions": "enroute ok/roadClosed progress/enrouteToDestination",
    "offRoute assign": "idle canceled/superseded summary/superseded noRouteFound/assigned",
    "offRoute setDestinations":
      "enroute canceled/superseded summary/superseded ok/assigned details progress/enrouteToDestination",
    "offRoute continueHere": "offRoute noRouteFound/advanced",
    "offRoute continueBehind": "offRoute refusal/wrongStop",
    "offRoute continueAhead": "offRoute refusal/wrongStop",
    "offRoute select": "offRoute refusal/unknownRoute",
    "offRoute clear": "idle ok/cleared summary/cleared",
    "offRoute erase": "none ok/cleared summary/cleared",
    "offRoute fixOnTheWay": "enroute progress/enrouteToDestination",
    "offRoute futureFix": "offRoute refusal/fromFuture",
    "offRoute idleEviction": "none ok/cleared summary/cleared",
    "offRoute conditions": "enroute ok/offRoute progress/enrouteToDestination",
    "arrived assign":
      "enroute canceled/superseded summary/superseded ok/assigned details progress/enrouteToDestination",
    "arrived setDestinations":
      "enroute canceled/superseded summary/superseded ok/assigned details progress/enrouteToDestination",
    "arrived continueHere": "enroute ok/advanced progress/enrouteToDestination",
    "arrived continueBehind": "arrived refusal/wrongStop",
    "arrived continueAhead": "arrived refusal/wrongStop",
    "arrived select": "arrived refusal/unknownRoute",
    "arrived clear": "idle ok/cleared summary/cleared",
    "arrived erase": "none ok/cleared summary/cleared",
    "arrived fixOnTheWay": "arrived departed",
    "arrived futureFix": "arrived refusal/fromFuture",
    "arrived idleEviction": "none ok/cleared summary/cleared",
  ]
}
