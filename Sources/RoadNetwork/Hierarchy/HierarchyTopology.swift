/// The metric-independent part of a customizable contraction hierarchy on the turn-expanded graph: the contraction
/// order, the arcs that it needs, and the elimination tree.
///
/// Its nodes are the network's edges, shadow edges included, and its input arcs the turns, so that restrictions and turn
/// costs need no special case. Nodes are named by **rank**, their place in the order; a metric gives each arc a weight
/// and holds for this topology alone.
///
/// - Arcs are directed: an arc v→w is absent where no mode can ever drive from v over lower nodes to w. Eliminating x
///   joins each u→x with each x→w; that closure is complete, so that every lower triangle's third arc is there.
/// - A turn from an edge into itself is no arc.
///
/// Sources: Dibbelt, Strasser, Wagner, "Customizable Contraction Hierarchies", 2016; turns: Buchhold, Wagner, Zeitz,
/// Zündorf, "Customizable Contraction Hierarchies with Turn Costs", 2020.
///
/// The buffers are mapped bytes, checked at opening; they live as long as the network or any copy of this value.
public struct HierarchyTopology: Sendable {
  /// The parent of a root of the elimination tree.
  public static let noParent = UInt32.max
  /// The arc of a turn from an edge into itself.
  public static let noArc = UInt32.max

  private let columns: HierarchyColumns
  private let storage: any ByteStorage

  init(_ columns: HierarchyColumns, storage: any ByteStorage) {
    self.columns = columns
    self.storage = storage
  }

  /// The number of nodes: all edges of the network.
  public var nodeCount: Int { columns.rank.count }
  public var upArcCount: Int { columns.upHead.count }
  public var downArcCount: Int { columns.downTail.count }

  public func rank(of edge: EdgeID) -> UInt32 { columns.rank[edge.index] }
  public func edge(atRank rank: UInt32) -> EdgeID { EdgeID(columns.edge[Int(rank)]) }

  /// By edge: its rank.
  public var ranks: UnsafeBufferPointer<UInt32> { columns.rank.buffer }
  /// By rank: the edge.
  public var edges: UnsafeBufferPointer<UInt32> { columns.edge.buffer }

  /// By rank v: where its arcs v→w to higher ranks start in `upHead`; one more at the end.
  public var upFirst: UnsafeBufferPointer<UInt32> { columns.upFirst.buffer }
  /// By up-arc v→w: w. Rises strictly within each v.
  public var upHead: UnsafeBufferPointer<UInt32> { columns.upHead.buffer }
  /// By rank v: where its arcs u→v from higher ranks start in `downTail`; one more at the end.
  public var downFirst: UnsafeBufferPointer<UInt32> { columns.downFirst.buffer }
  /// By down-arc u→v: u. Rises strictly within each v.
  public var downTail: UnsafeBufferPointer<UInt32> { columns.downTail.buffer }

  /// By rank: the parent in the elimination tree of the undirected turn graph, `noParent` at roots; always higher.
  ///
  /// Every higher end of a node's arcs is an ancestor of it. The parent itself need not be one of those ends: directed
  /// arcs are fewer than undirected ones, and the lowest end alone would not have all others above it.
  public var parents: UnsafeBufferPointer<UInt32> { columns.parent.buffer }
  public func parent(_ rank: UInt32) -> UInt32 { columns.parent[Int(rank)] }

  /// By turn: its arc's index × 2, + 1 for down-arcs; `noArc` for a turn from an edge into itself.
  ///
  /// Several turns may share an arc. The turns of an arc v→w are those of `edge(atRank: v)` whose target is
  /// `edge(atRank: w)`: seldom more than six to look at.
  public var arcOfTurn: UnsafeBufferPointer<UInt32> { columns.arcOfTurn.buffer }

  /// The arc of a turn; nil for a turn from an edge into itself.
  public func arc(of turn: TurnID) -> (index: Int, isUp: Bool)? {
    let arc = columns.arcOfTurn[turn.index]
    return arc == Self.noArc ? nil : (Int(arc >> 1), arc & 1 == 0)
  }
}

extension Column {
  var buffer: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: start, count: count) }
}
