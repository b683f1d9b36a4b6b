import TestSupport
import Testing

@testable import Worker

/// A session that watches some edges.
private struct WatchingSession: SessionModel, Equatable {
  var edges: [UInt32] = []
  var isOnDetour = false
  var nextDeadlineMillis: Int64? { nil }
  var watchesEverything: Bool { isOnDetour }
  func encoded(_ kind: SessionRecordKind) -> [UInt8]? { [] }
  func forEachWatchedEdge(_ body: (UInt32) -> Void) { edges.forEach(body) }
}

@Suite("Vehicles by the edges of their routes") struct WatchIndexTests {
  @Test(
    "finds whom a scan over all sessions finds, whatever was opened, rerouted, closed, aborted and restored",
    arguments: Seeds.fromEnvironment(count: 10))
  func equalsScan(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var store = SessionStore<WatchingSession>()
    for number in 0..<20 where random.oneIn(2) {
      store.restore("v\(number)", WatchingSession(edges: [UInt32(number), 7]), from: [:])
    }
    for _ in 0..<3_000 {
      let vehicle = "v\(random.number(in: 0...39))"
      switch random.number(in: 0...9) {
      case 0: store.put(vehicle, nil, changed: [])
      case 1: store.commit()
      case 2: _ = store.rollBack()
      case 3:
        // Driving along changes nothing of the route.
        if let session = store[vehicle] { store.put(vehicle, session, changed: .progress) }
      default:
        let edges = (0..<random.number(in: 0...12)).map { _ in UInt32(random.number(in: 0...60)) }
        store.put(
          vehicle, WatchingSession(edges: edges, isOnDetour: random.oneIn(9)), changed: [.route, .progress])
      }
      let changed = Set((0..<random.number(in: 0...4)).map { _ in UInt32(random.number(in: 0...60)) })
      let expected = store.vehicles.filter { name in
        guard let session = store[name] else { return false }
        return session.isOnDetour || session.edges.contains { changed.contains($0) }
      }
      #expect(store.vehicles(watching: changed) == expected, "SEED=\(seed)")
    }
  }

  @Test("routes that are gone leave no room behind")
  func swept() {
    var index = WatchIndex()
    for round in 0..<2_000 as Range<UInt32> {
      for vehicle in 0..<5 { index.set("v\(vehicle)", WatchingSession(edges: (0..<20).map { round &* 20 &+ $0 })) }
    }
    #expect(index.vehicles(watching: [UInt32(1_999 * 20)]).count == 5)
    #expect(index.vehicles(watching: [0]).isEmpty)
    #expect(index.entryCount <= 4_096 + 2 * 100)
    for vehicle in 0..<5 { index.set("v\(vehicle)", WatchingSession?.none) }
    #expect(index.vehicles(watching: 0..<40_000).isEmpty)
  }
}
