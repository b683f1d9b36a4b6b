import Dispatch
import Foundation
import RoadNetwork
import Synchronization
import Testing

@testable import Routing

/// One thread customizes and lets conditions change, several ask: what the worker's threads do, and what a thread sanitizer can watch.
@Suite("The store of metrics under several threads")
struct MetricStoreThreadTests {
  /// What the threads share.
  private final class Desk: Sendable {
    let snapshot = Atomic<Int>(0)
    let answered = Atomic<Int>(0)
    let isOver = Atomic<Bool>(false)
    let wrong = Mutex<[String]>([])
  }

  /// What is asked under one set of conditions, and what is right.
  private struct Question: Sendable {
    var request: RouteRequest
    var expected: Route?
  }

  /// Conditions that follow one another, speeds and closures both, each with its questions.
  private static func day(_ network: RoadNetwork, seed: UInt64, changes: Int) -> [[Question]] {
    var random = SeededGenerator(seed: seed)
    let plain = DijkstraRouter(network)
    var conditions = Conditions.none
    func place() -> Waypoint {
      let edge = EdgeID(UInt32.random(in: 0..<UInt32(network.canonicalEdgeCount), using: &random))
      return Waypoint(network.place(on: edge, fraction: .random(in: 0...1, using: &random)).point)
    }
    return (0..<changes).map { number in
      let updates = (0..<6).map { index in
        let edge = EdgeID(UInt32.random(in: 0..<UInt32(network.canonicalEdgeCount), using: &random))
        // A key comes again in later changes: what it reported before is replaced.
        return RoadConditionChange(
          key: "\((number * 4 + index) % 16)",
          update: RoadConditionUpdate(
            segment: .reference(SegmentReference(edge, on: network)), isClosed: index == 0,
            speedKilometersPerHour: index == 0 ? nil : Double.random(in: 3...90, using: &random)))
      }
      conditions =
        conditions.applying(
          updates, version: ConditionsVersion(nextOffsets: [Int64(number + 1)]), on: network
        ).conditions
      return (0..<10).map { index in
        let request = RouteRequest(
          start: .waypoint(place()), stops: [place()], objective: index % 5 == 4 ? .shorterDistance : .default,
          conditions: conditions)
        return Question(request: request, expected: try? plain.route(request))
      }
    }
  }

  @Test("every answer is the plain search's while metrics are customized and conditions change", arguments: [2, 3])
  func customizedMeanwhile(routers: Int) throws {
    let network = try RandomNetwork(seed: 11, size: 7).make()
    let day = Self.day(network, seed: 23, changes: 6)
    let store = MetricStore(network, customization: .inBackground)
    let desk = Desk()
    let threads = DispatchGroup()
    for number in 0..<routers {
      threads.enter()
      let thread = Thread {
        let router = HierarchyRouter(store)
        var index = number
        while !desk.isOver.load(ordering: .acquiring) {
          let snapshot = desk.snapshot.load(ordering: .acquiring)
          let question = day[snapshot][index % day[snapshot].count]
          if (try? router.route(question.request)) != question.expected {
            desk.wrong.withLock { $0.append("change \(snapshot), question \(index % day[snapshot].count)") }
          }
          index += 1
          desk.answered.add(1, ordering: .acquiringAndReleasing)
        }
        threads.leave()
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
    var customized = 0
    for snapshot in day.indices {
      desk.snapshot.store(snapshot, ordering: .releasing)
      // Some answers before a metric is customized, some while it is, some after.
      for goal in [5, 20] {
        let start = desk.answered.load(ordering: .acquiring)
        while desk.answered.load(ordering: .acquiring) < start + goal { sched_yield() }
        while store.customizeNext() { customized += 1 }
      }
    }
    desk.isOver.store(true, ordering: .releasing)
    threads.wait()
    #expect(desk.wrong.withLock { $0 } == [])
    // Each change of speeds made a metric of its own, and it was there before the change was over.
    #expect(customized >= day.count)
    #expect(day.joined().contains { $0.expected != nil })
    let router = HierarchyRouter(store)
    for question in day.joined() { #expect((try? router.route(question.request)) == question.expected) }
  }
}
