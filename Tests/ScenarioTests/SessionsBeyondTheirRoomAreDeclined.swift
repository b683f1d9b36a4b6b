import Broker
import SimulatedBroker
import TestSupport
import Testing
import Worker

/// Sessions are bounded by `sessions.bytes`: what would begin another is declined, and those that are there go on.
@Suite("Sessions beyond their room are declined and the others go on")
struct SessionsBeyondTheirRoomAreDeclined {
  func text(_ record: Record) -> String { String(decoding: record.value ?? [], as: UTF8.self) }

  @Test(
    "an assignment without room is refused as OVERLOADED, a fix without room begins nothing, and the first trip is driven to its end"
  )
  func declined() throws {
    let town = try DrivingTown()
    let traffic = try town.traffic(6)
    let alone = town.fleet(seed: 1, records: [traffic[0]], partitions: 1, passRecords: 1)
    alone.start("w-0")
    #expect(alone.run())
    for _ in 0..<5 { alone.step() }
    let idle = alone.sessionBudget.heldBytes
    #expect(idle > 0)

    // Room for the first two vehicles' first fixes, and for one of them to begin a trip.
    let fleet = town.fleet(seed: 1, records: traffic, partitions: 1, passRecords: 1, sessionsBytes: 2 * idle + 1)
    fleet.start("w-0")
    #expect(fleet.run(maxSteps: 60_000))
    for _ in 0..<20 { fleet.step() }
    let arrivals = fleet.cluster.records(of: "navigator.arrivals").filter { text($0).contains("arrivedAt") }
    #expect(arrivals.count == 2)
    #expect(Set(arrivals.map(\.key)) == [Array("v0".utf8)])
    let refused = fleet.cluster.records(of: "navigator.route-status").filter { text($0).contains("OVERLOADED") }
    #expect(refused.map(\.key) == (1...5).map { Array("v\($0)".utf8) })
    #expect(refused.allSatisfy { text($0).contains("AssignRouteToken") })
    let vehicles = fleet.cluster.records(of: "navigator.sessions-changelog").compactMap(\.key)
      .filter { $0.first == 0x50 }.map { String(decoding: $0.dropFirst(), as: UTF8.self) }
    // What the first trip takes is known at its commit; one more vehicle may have begun before.
    #expect(Set(vehicles).isSubset(of: ["v0", "v1", "v2"]))

    // What is restored counts as well.
    let held = fleet.sessionBudget.heldBytes
    fleet.stop("w-0")
    #expect(fleet.run(maxSteps: 400, restarting: false) { !fleet.ends.isEmpty })
    #expect(fleet.sessionBudget.heldBytes == 0)
    fleet.start("w-1", instance: "w-0")
    for _ in 0..<400 { fleet.step() }
    #expect(fleet.sessionBudget.heldBytes == held)
  }
}
