/// A place that the searches from both ends have reached, and what the way through it costs.
struct ViaCandidate: Equatable {
  /// The via edge, or whatever names it in its space.
  var place: Int
  /// From the source to the target.
  var cost: Int64
}

/// Where alternatives are looked for: the ways from one source to one target through single edges.
///
/// The part of a way up to the start of its via edge, and the part from there on, are those of the searches.
protocol ViaSpace: AnyObject {
  /// Whether both parts of each way are cheapest ways; else that is asked for each way taken.
  var partsAreCheapest: Bool { get }

  /// Via edges whose way costs no more than `bound`, one for each way, the cheapest first.
  func candidates(upTo bound: Int64) throws(RoutingFailure) -> [ViaCandidate]

  /// The edges of a candidate's way, those of the source and the target included, and the place of its via edge.
  func way(through candidate: ViaCandidate) -> (edges: [UInt32], via: Int)

  /// The cost from the start of one edge to the start of another; nil where no way leads. The candidates stay usable.
  func distance(from source: UInt32, to target: UInt32) throws(RoutingFailure) -> Int64?
}
