/// The arcs that perfect customization leaves: those that are a shortest way between their two ends.
///
/// All of one rank lie together, up arcs first. An arc's halves are shortest ways too, and so are here as well. 16 bytes an arc.
final class PerfectArcs: Sendable {
  private static let bytesOfArc = 16

  // Written before the initializer returns, read-only afterwards.
  /// Twice a rank: where its up arcs start; one further: its down arcs; one more at the end.
  private nonisolated(unsafe) let first: UnsafeMutablePointer<UInt32>
  private nonisolated(unsafe) let end: UnsafeMutablePointer<UInt32>
  private nonisolated(unsafe) let weight: UnsafeMutablePointer<UInt64>
  private nonisolated(unsafe) let middle: UnsafeMutablePointer<UInt32>
  let count: Int
  let byteCount: Int

  /// - Parameters:
  ///   - isUpKept: by up arc, 1 or 0.
  ///   - isDownKept: by down arc.
  init(
    _ metric: HierarchyMetric, isUpKept: UnsafeMutablePointer<UInt8>, isDownKept: UnsafeMutablePointer<UInt8>
  ) {
    let all = metric.hierarchy.arcs
    var count = 0
    for arc in 0..<all.upCount { count &+= Int(isUpKept[arc]) }
    for arc in 0..<all.downCount { count &+= Int(isDownKept[arc]) }
    self.count = count
    byteCount = Self.bytesOfArc * (count + 1) + 4 * (2 * all.nodeCount + 1)
    first = .allocate(capacity: 2 * all.nodeCount + 1)
    // One place more: what is not kept is written too, and overwritten.
    end = .allocate(capacity: count + 1)
    weight = .allocate(capacity: count + 1)
    middle = .allocate(capacity: count + 1)
    var place = 0
    for rank in 0..<all.nodeCount {
      first[2 * rank] = UInt32(truncatingIfNeeded: place)
      for arc in all.upRange(rank) {
        (end[place], weight[place], middle[place]) = (all.upHead[arc], metric.up[arc], metric.upMiddle[arc])
        place &+= Int(isUpKept[arc])
      }
      first[2 * rank + 1] = UInt32(truncatingIfNeeded: place)
      for arc in all.downRange(rank) {
        (end[place], weight[place], middle[place]) = (all.downTail[arc], metric.down[arc], metric.downMiddle[arc])
        place &+= Int(isDownKept[arc])
      }
    }
    first[2 * all.nodeCount] = UInt32(truncatingIfNeeded: place)
  }

  deinit {
    first.deallocate()
    end.deallocate()
    weight.deallocate()
    middle.deallocate()
  }

  /// What they may take at most, known before they are made.
  static func greatestByteCount(_ arcs: HierarchyArcs) -> Int {
    bytesOfArc * (arcs.upCount + arcs.downCount + 1) + 4 * (2 * arcs.nodeCount + 1)
  }

  var graph: SearchGraph { SearchGraph(up: view(from: first), down: view(from: first + 1)) }

  private func view(from first: UnsafeMutablePointer<UInt32>) -> SearchArcs {
    SearchArcs(first: first, firstShift: 1, end: end, weight: weight, middle: middle)
  }
}
