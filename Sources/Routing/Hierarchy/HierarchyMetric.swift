import RoadNetwork
import Synchronization

/// The weights of a contraction hierarchy's arcs for one metric: what its queries add up.
///
/// Immutable once made but for the perfect arcs, which may come later; shared by all threads. 12 bytes an arc.
final class HierarchyMetric: Sendable {
  let metric: Metric
  let hierarchy: Hierarchy
  private let weights: ArcWeights
  private let history: WeightHistory
  private let departures = Atomic<UInt64>(0)
  private let madePerfect = AtomicLazyReference<PerfectArcs>()

  // Those of `weights`: written before an initializer returns, read-only afterwards.
  nonisolated(unsafe) let up: UnsafeMutablePointer<UInt64>
  nonisolated(unsafe) let down: UnsafeMutablePointer<UInt64>
  /// By arc: the rank between its two halves, or `noRank` for a turn of the network.
  nonisolated(unsafe) let upMiddle: UnsafeMutablePointer<UInt32>
  nonisolated(unsafe) let downMiddle: UnsafeMutablePointer<UInt32>

  /// Customizes the whole hierarchy.
  init(_ metric: Metric, _ hierarchy: Hierarchy, _ team: ThreadTeam = .single) {
    self.metric = metric
    self.hierarchy = hierarchy
    weights = hierarchy.takeRoom()?.weights ?? ArcWeights(hierarchy.arcs)
    (up, down, upMiddle, downMiddle) = (weights.up, weights.down, weights.upMiddle, weights.downMiddle)
    history = WeightHistory(number: hierarchy.nextNumber())
    setInputs()
    customize(team)
  }

  /// Customizes a metric that may differ little from a customized one: in part or whole, whichever is faster.
  static func make(_ metric: Metric, like former: HierarchyMetric) -> HierarchyMetric {
    let changes = MetricChanges(from: former.metric, to: metric, on: former.hierarchy.network)
    if changes.turns.count * updateShare < former.hierarchy.network.turnCount {
      return HierarchyMetric(metric, updating: former, changes)
    }
    return HierarchyMetric(metric, former.hierarchy)
  }

  /// Customizes in part: what differs from another metric of the same hierarchy.
  init(_ metric: Metric, updating former: HierarchyMetric, _ changes: MetricChanges) {
    self.metric = metric
    hierarchy = former.hierarchy
    let room = hierarchy.takeRoom()
    weights = room?.weights ?? ArcWeights(hierarchy.arcs)
    (up, down, upMiddle, downMiddle) = (weights.up, weights.down, weights.upMiddle, weights.downMiddle)
    // Copying arc by arc is that much slower than copying all.
    let limit = (hierarchy.arcs.upCount + hierarchy.arcs.downCount) / 8
    if let room, let differing = room.history.places(differingFrom: former.history, limit: limit) {
      for places in differing { weights.copy(former.weights, places: places) }
    } else {
      weights.copy(former.weights, hierarchy.arcs)
    }
    let places = PartialCustomization.run(weights, to: metric, from: former, changes)
    history = former.history.updated(number: hierarchy.nextNumber(), places: places)
    former.depart()
  }

  deinit {
    _ = departures.load(ordering: .acquiring)
    hierarchy.keepRoom(WeightRoom(weights: weights, history: history))
  }

  /// Told by a thread that reads the weights no more. The counting of references orders its reads before the room is
  /// written again, which the thread sanitizer does not see.
  func depart() { departures.add(1, ordering: .releasing) }

  /// Where more than one turn in this many has changed, a whole customization is faster.
  private static let updateShare = 100

  /// Bytes of the arrays, the metric's own and the perfect arcs included.
  var byteCount: Int { hierarchy.arcs.weightBytes + metric.byteCount + (perfectArcs?.byteCount ?? 0) }

  /// The arcs that perfect customization leaves, once it has been asked for.
  var perfectArcs: PerfectArcs? { madePerfect.load() }

  /// Makes the perfect arcs, unless they are there; queries go by them from then on.
  func makePerfect(_ team: ThreadTeam = .single) {
    if perfectArcs == nil { _ = madePerfect.storeIfNil(PerfectCustomization.run(self, team)) }
  }

  /// Gives every arc the weight of the cheapest turn that it stands for.
  private func setInputs() {
    let (arcs, network) = (hierarchy.arcs, hierarchy.network)
    let (up, down) = (up, down)
    up.initialize(repeating: SearchCost.infinity, count: arcs.upCount)
    down.initialize(repeating: SearchCost.infinity, count: arcs.downCount)
    upMiddle.initialize(repeating: HierarchyArcs.noRank, count: arcs.upCount)
    downMiddle.initialize(repeating: HierarchyArcs.noRank, count: arcs.downCount)
    metric.edgeWeights.withUnsafeBufferPointer { edges in
      metric.turnWeights.withUnsafeBufferPointer { turns in
        // By rank, so that the arcs written lie together: up arcs by the turns that leave, down arcs by those that enter.
        for rank in 0..<arcs.nodeCount {
          let edge = EdgeID(arcs.edgeOfRank[rank])
          for turn in network.turns(from: edge) {
            let (place, turnWeight) = (arcs.arcOfTurn[Int(turn)], turns[Int(turn)])
            if place & 1 == 1 || turnWeight == Metric.forbidden { continue }
            let cost = SearchCost.exact(edge: edges[edge.index], turn: turnWeight, id: turn)
            up[Int(place >> 1)] = min(up[Int(place >> 1)], UInt64(bitPattern: cost))
          }
          for entry in network.incomingTurns(of: edge) {
            let turn = network.incomingTurn(entry)
            let (place, turnWeight) = (arcs.arcOfTurn[turn.index], turns[turn.index])
            // `noArc` is odd too.
            if place & 1 == 0 || place == HierarchyArcs.noArc || turnWeight == Metric.forbidden { continue }
            let source = network.source(of: turn)
            let cost = SearchCost.exact(edge: edges[source.index], turn: turnWeight, id: turn.rawValue)
            down[Int(place >> 1)] = min(down[Int(place >> 1)], UInt64(bitPattern: cost))
          }
        }
      }
    }
  }
}
