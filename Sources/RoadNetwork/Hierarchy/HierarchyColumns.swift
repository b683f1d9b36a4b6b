/// The columns of the contraction hierarchy; `HierarchyTopology` says what is in them.
struct HierarchyColumns: Sendable {
  let rank: Column<UInt32>
  let edge: Column<UInt32>
  let upFirst: Column<UInt32>
  let upHead: Column<UInt32>
  let downFirst: Column<UInt32>
  let downTail: Column<UInt32>
  let parent: Column<UInt32>
  let arcOfTurn: Column<UInt32>

  /// Finds every section; their content is checked by `HierarchyCheck`.
  init(_ sections: SectionReader) throws(RoadNetworkError) {
    rank = try sections.column(.hierarchyRank)
    edge = try sections.column(.hierarchyEdge)
    upFirst = try sections.column(.hierarchyUpFirst)
    upHead = try sections.column(.hierarchyUpHead)
    downFirst = try sections.column(.hierarchyDownFirst)
    downTail = try sections.column(.hierarchyDownTail)
    parent = try sections.column(.hierarchyParent)
    arcOfTurn = try sections.column(.hierarchyArcOfTurn)
  }
}
