import RoadNetwork
import Synchronization

/// A network's contraction hierarchy, ready for customizations and queries; one for all threads.
final class Hierarchy: Sendable {
  let network: RoadNetwork
  let arcs: HierarchyArcs
  private let lower = WatchedMutex<LowerArcs?>(nil)
  private let room = WatchedMutex<WeightRoom?>(nil)
  private let numbers = Atomic<UInt64>(0)

  init(_ network: RoadNetwork, arcs: HierarchyArcs) {
    self.network = network
    self.arcs = arcs
  }

  /// Made when first asked for: only updates of a metric need it.
  var lowerArcs: LowerArcs {
    lower.withLock { lower in
      if let lower { return lower }
      let made = LowerArcs(arcs)
      lower = made
      return made
    }
  }

  /// A number that no metric of the hierarchy has had.
  func nextNumber() -> UInt64 { numbers.add(1, ordering: .relaxed).newValue }

  /// The room of a metric no longer used, if there is one.
  func takeRoom() -> WeightRoom? { room.withLock { $0.take() } }

  /// Keeps a metric's room for the next one: one room at most, so that memory is bounded.
  func keepRoom(_ freed: WeightRoom) { room.withLock { $0 = freed } }

  /// Gives the room kept back to the system when it takes more than `bytes`.
  func limitRoom(toBytes bytes: Int) {
    if arcs.weightBytes > bytes { room.withLock { $0 = nil } }
  }
}

/// The weights of a metric no longer used, and what they are.
struct WeightRoom: Sendable {
  let weights: ArcWeights
  let history: WeightHistory
}

/// The arcs by their higher end: what an arc's lower triangles are found by.
final class LowerArcs: Sendable {
  /// Arcs x→v with x below v, by v.
  let into: ArcsByHigherEnd
  /// Arcs v→x with x below v, by v.
  let from: ArcsByHigherEnd

  init(_ arcs: HierarchyArcs) {
    into = ArcsByHigherEnd(nodeCount: arcs.nodeCount, arcs.upFirst, arcs.upHead)
    from = ArcsByHigherEnd(nodeCount: arcs.nodeCount, arcs.downFirst, arcs.downTail)
  }
}

/// One kind of arcs by their higher end.
final class ArcsByHigherEnd: Sendable {
  // Written before the initializer returns, read-only afterwards.
  private nonisolated(unsafe) let first: UnsafeMutablePointer<UInt32>
  nonisolated(unsafe) let lower: UnsafeMutablePointer<UInt32>
  nonisolated(unsafe) let arc: UnsafeMutablePointer<UInt32>

  init(nodeCount: Int, _ firstByLower: UnsafeBufferPointer<UInt32>, _ higher: UnsafeBufferPointer<UInt32>) {
    first = .allocate(capacity: nodeCount + 2)
    lower = .allocate(capacity: higher.count)
    arc = .allocate(capacity: higher.count)
    // Counted two places on, so that filling moves each start to its place.
    first.initialize(repeating: 0, count: nodeCount + 2)
    for rank in higher { first[Int(rank) + 2] += 1 }
    for rank in 0..<nodeCount { first[rank + 2] += first[rank + 1] }
    for rank in 0..<nodeCount {
      for place in Int(firstByLower[rank])..<Int(firstByLower[rank + 1]) {
        let end = Int(higher[place]) + 1
        let slot = Int(first[end])
        first[end] += 1
        lower[slot] = UInt32(rank)
        arc[slot] = UInt32(place)
      }
    }
  }

  deinit {
    first.deallocate()
    lower.deallocate()
    arc.deallocate()
  }

  @inline(__always)
  func range(_ rank: Int) -> Range<Int> { Range(uncheckedBounds: (Int(first[rank]), Int(first[rank &+ 1]))) }
}
