import RoadNetwork
import Routing

/// Which parts of the planned path were driven: each planned metre counts once, however often its road is driven, and a road
/// that the plan drives twice counts both times.
///
/// A place on the path is the number of its edge over all legs and a share of what is planned of that edge, in 1/65536.
struct PlanCoverage: Hashable, Sendable {
  /// In order and apart from one another.
  private(set) var stretches: [Stretch] = []
  /// The planned edge that the vehicle was last on; nil since it was on another road.
  private(set) var current: Int?

  struct Stretch: Hashable, Sendable {
    var from: Int64
    var to: Int64
  }

  static let unitsPerEdge: Int64 = 65_536
  /// A trip that leaves its plan more often than this is counted on where its stretches touch what is known.
  private static let stretchLimit = 64

  init() {}

  /// Of stretches that were kept; nil when they are none.
  init?(stretches: [Stretch], current: Int?) {
    guard stretches.count <= Self.stretchLimit, stretches.allSatisfy({ 0 <= $0.from && $0.from < $0.to }),
      zip(stretches, stretches.dropFirst()).allSatisfy({ $0.to < $1.from })
    else { return nil }
    self.stretches = stretches
    self.current = current
  }

  /// Everything up to a place.
  init(upTo edge: Int, share: Double) {
    let end = Int64(edge) * Self.unitsPerEdge + Self.units(share)
    if end > 0 { stretches = [Stretch(from: 0, to: end)] }
    current = edge
  }

  /// The vehicle is on a road that is not planned.
  mutating func leave() { current = nil }

  /// Counts a driven part of an edge; the fractions are of its length.
  ///
  /// - Parameter edge: a canonical one.
  /// - Returns: millimetres of the plan that had not been driven before.
  mutating func drive(
    _ edge: EdgeID, from: Double, to: Double, along plan: [EdgePath], on network: RoadNetwork
  ) -> Int64 {
    guard to > from else { return 0 }
    guard var number = place(of: edge, from: from, to: to, in: plan) else {
      current = nil
      return 0
    }
    // A stop on the road parts one edge between two legs.
    while let part = plan.part(at: number), from < part.from, plan.part(at: number - 1)?.edge == edge { number -= 1 }
    var new: Int64 = 0
    while let part = plan.part(at: number), part.edge == edge, to > part.from {
      if from < part.to { new += drive(part, number: number, from: from, to: to, on: network) }
      number += 1
    }
    return new
  }

  /// Counts a driven part of the planned edge with this number.
  mutating func drive(
    _ part: PlannedPart, number: Int, from: Double, to: Double, on network: RoadNetwork
  ) -> Int64 {
    current = number
    guard from < part.to, to > part.from else { return 0 }
    let new = insert(part.stretch(number, from: from, to: to))
    let length = Double(network.lengthMillimeters(of: part.edge)) * (part.to - part.from)
    return Int64((length * Double(new) / Double(Self.unitsPerEdge)).rounded())
  }

  /// Where on the plan an edge is being driven: on from where the vehicle was, else where it has not been driven yet.
  private func place(of edge: EdgeID, from: Double, to: Double, in plan: [EdgePath]) -> Int? {
    if let current {
      for index in [current, current + 1] {
        if let part = plan.part(at: index), part.edge == edge, from < part.to, to > part.from { return index }
      }
    }
    var known: Int?
    var edgesBefore = 0
    for path in plan {
      for (index, other) in path.edges.enumerated() where other == edge {
        let (number, part) = (edgesBefore + index, PlannedPart(path, index))
        guard from < part.to, to > part.from else { continue }
        if !isDriven(part.stretch(number, from: from, to: to)) { return number }
        known = known ?? number
      }
      edgesBefore += path.edges.count
    }
    return known
  }

  private func isDriven(_ stretch: Stretch) -> Bool {
    stretches.contains { $0.from <= stretch.from && stretch.to <= $0.to }
  }

  /// Adds a stretch; gives how much of it is new.
  private mutating func insert(_ stretch: Stretch) -> Int64 {
    guard stretch.from < stretch.to else { return 0 }
    let first = stretches.firstIndex { $0.to >= stretch.from } ?? stretches.count
    var end = first
    var merged = stretch
    var known: Int64 = 0
    while end < stretches.count, stretches[end].from <= stretch.to {
      let other = stretches[end]
      known += max(0, min(other.to, stretch.to) - max(other.from, stretch.from))
      merged = Stretch(from: min(merged.from, other.from), to: max(merged.to, other.to))
      end += 1
    }
    if first == end, stretches.count >= Self.stretchLimit { return 0 }
    stretches.replaceSubrange(first..<end, with: [merged])
    return stretch.to - stretch.from - known
  }

  fileprivate static func units(_ share: Double) -> Int64 {
    Int64((min(max(share.isFinite ? share : 0, 0), 1) * Double(unitsPerEdge)).rounded())
  }
}

/// An edge of the planned path, and which part of it is planned.
struct PlannedPart {
  var edge: EdgeID
  var from: Double
  var to: Double

  init(_ path: EdgePath, _ index: Int) {
    edge = path.edges[index]
    (from, to) = path.fractions(at: index)
  }

  /// A driven part, in the units of the coverage.
  fileprivate func stretch(_ number: Int, from start: Double, to end: Double) -> PlanCoverage.Stretch {
    let base = Int64(number) * PlanCoverage.unitsPerEdge
    let planned = to - from
    return PlanCoverage.Stretch(
      from: base + PlanCoverage.units((start - from) / planned), to: base + PlanCoverage.units((end - from) / planned))
  }
}

extension [EdgePath] {
  /// The edge with this number over all paths.
  func part(at number: Int) -> PlannedPart? {
    var index = number
    guard index >= 0 else { return nil }
    for path in self {
      if index < path.edges.count { return PlannedPart(path, index) }
      index -= path.edges.count
    }
    return nil
  }
}
