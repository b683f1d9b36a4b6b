public import Geometry

/// The roads of a region: immutable, shared by all threads, read in place from mapped bytes.
///
/// - A **node** is a junction; a **segment** an undirected piece of road between two; an **edge** one direction of a
///   segment that at least one mode may drive.
/// - The **turn table** says how each edge continues. A forbidden turn is absent, or lacks the mode's bit.
/// - A restriction over several roads (`via` way) is compiled into **shadow edges**: copies of an edge that remember
///   how it was entered and lack the forbidden turn. They follow the canonical edges in the numbering and need no
///   special case in a search, except that its target is reached by each copy: see `shadowEdges(of:)`.
///
/// Every method takes ids of this same network; an id of another one is a mistake of the caller (precondition). Use
/// `contains` for ids from outside.
public final class RoadNetwork: Sendable {
  /// Names the content: equal fingerprints mean equal ids for equal roads. The source's name is not part of it.
  public let fingerprint: UInt64
  /// The box around all points.
  public let bounds: BoundingBox
  /// Where the network came from and what was counted when it was built.
  public let metadata: RoadNetworkMetadata
  /// The contraction order and topology for fast searches.
  public let hierarchy: HierarchyTopology

  @usableFromInline let columns: Columns
  let timedRestrictions: TimedRestrictions
  private let storage: any ByteStorage

  /// Opens a network, checking header, checksum and every offset, so that no later access can fail.
  ///
  /// Takes time linear in the size: some milliseconds for tens of megabytes.
  public init(_ storage: any ByteStorage) throws(RoadNetworkError) {
    let sections = try SectionReader(storage.bytes)
    let columns = try Columns(sections)
    try ContentCheck(columns).run()
    let hierarchyColumns = try HierarchyColumns(sections)
    try HierarchyCheck(hierarchy: hierarchyColumns, columns: columns).run()
    hierarchy = HierarchyTopology(hierarchyColumns, storage: storage)
    self.storage = storage
    self.columns = columns
    fingerprint = sections.fingerprint
    metadata = RoadNetworkMetadata(lines: try sections.column(.metadata))
    bounds = SpatialIndex(columns).bounds
    timedRestrictions = TimedRestrictions(columns) { columns.string($0) }
  }

  /// Bytes of the whole network.
  public var byteCount: Int { storage.bytes.count }

  @inlinable public var nodeCount: Int { columns.nodeOSMID.count }
  @inlinable public var segmentCount: Int { columns.segmentWay.count }
  /// All edges, shadow edges included.
  @inlinable public var edgeCount: Int { columns.edgeFrom.count }
  /// The edges that are roads: ids below this are canonical, the rest are shadow edges.
  @inlinable public var canonicalEdgeCount: Int { columns.outEdge.count }
  @inlinable public var turnCount: Int { columns.turnTarget.count }

  /// Whether an edge id from outside (a session, a token) is one of this network.
  @inlinable public func contains(_ edge: EdgeID) -> Bool { edge.index < edgeCount }
}
