/// Takes the junction graph apart into dead-end trees and rows of junctions with two roads.
struct RowWalk {
  private let graph: JunctionGraph
  /// By junction: the segments that end there, those from a junction to itself left out.
  private let first: [UInt32]
  private let segment: [UInt32]
  /// By junction: its roads without the trees taken off and the rows walked.
  private var degree: [UInt32]
  private var core: [Bool]
  private var isUsed: [Bool]
  /// By junction: the next place in `segment` to look at.
  private var next: [UInt32]

  init(_ graph: JunctionGraph) {
    self.graph = graph
    let count = graph.coordinates.count
    var degree = [UInt32](repeating: 0, count: count)
    for index in graph.from.indices where graph.from[index] != graph.to[index] {
      degree[Int(graph.from[index])] += 1
      degree[Int(graph.to[index])] += 1
    }
    var first: [UInt32] = [0]
    first.reserveCapacity(count + 1)
    for value in degree { first.append((first.last ?? 0) + value) }
    var segment = [UInt32](repeating: 0, count: Int(first[count]))
    next = first
    for index in graph.from.indices where graph.from[index] != graph.to[index] {
      let ends = [Int(graph.from[index]), Int(graph.to[index])]
      for end in ends {
        segment[Int(next[end])] = UInt32(truncatingIfNeeded: index)
        next[end] += 1
      }
    }
    next = first
    isUsed = [Bool](repeating: false, count: graph.from.count)
    core = degree.map { $0 != 2 }
    (self.first, self.segment, self.degree) = (first, segment, degree)
  }

  func isCore(_ junction: Int) -> Bool { core[junction] }
  func hasRows(_ junction: Int) -> Bool { degree[junction] > 0 }
  mutating func makeCore(_ junction: Int) { core[junction] = true }

  /// Takes off the dead-end trees, the outermost junctions first; the last junction of a whole tree stays.
  mutating func peelTrees() -> [(junction: UInt32, on: UInt32)] {
    var peeled: [(junction: UInt32, on: UInt32)] = []
    var isPeeled = [Bool](repeating: false, count: degree.count)
    for start in degree.indices {
      var junction = start
      while degree[junction] == 1, !isPeeled[junction] {
        guard let index = segments(at: junction).first(where: { !isUsed[Int(segment[$0])] }) else { break }
        let road = Int(segment[index])
        let neighbour = Int(graph.from[road]) == junction ? graph.to[road] : graph.from[road]
        isUsed[road] = true
        isPeeled[junction] = true
        degree[junction] = 0
        degree[Int(neighbour)] -= 1
        peeled.append((UInt32(truncatingIfNeeded: junction), neighbour))
        junction = Int(neighbour)
      }
    }
    for junction in core.indices { core[junction] = degree[junction] != 2 && !isPeeled[junction] }
    return peeled
  }

  /// Walks a row that starts at a core junction and was not walked yet.
  mutating func nextRow(from start: UInt32) -> (end: UInt32, steps: [(segment: UInt32, junction: UInt32)])? {
    var steps: [(segment: UInt32, junction: UInt32)] = []
    var junction = Int(start)
    repeat {
      while next[junction] < first[junction + 1], isUsed[Int(segment[Int(next[junction])])] { next[junction] += 1 }
      guard next[junction] < first[junction + 1] else { break }
      let road = segment[Int(next[junction])]
      isUsed[Int(road)] = true
      let far = Int(graph.from[Int(road)]) == junction ? graph.to[Int(road)] : graph.from[Int(road)]
      degree[junction] -= 1
      degree[Int(far)] -= 1
      steps.append((road, far))
      junction = Int(far)
    } while !core[junction]
    return steps.isEmpty ? nil : (UInt32(truncatingIfNeeded: junction), steps)
  }

  private func segments(at junction: Int) -> Range<Int> { Int(first[junction])..<Int(first[junction + 1]) }
}
