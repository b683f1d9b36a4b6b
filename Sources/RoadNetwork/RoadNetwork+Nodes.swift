public import Geometry

extension RoadNetwork {
  @inlinable public func coordinate(of node: NodeID) -> Coordinate { columns.nodeCoordinate[node.index] }

  @inlinable public func osmNodeID(of node: NodeID) -> Int64 { columns.nodeOSMID[node.index] }

  /// The canonical edges that start at a node.
  @inlinable
  public func outgoingEdges(of node: NodeID) -> EdgeList {
    EdgeList(
      column: columns.outEdge, start: Int(columns.nodeFirstOut[node.index]),
      end: Int(columns.nodeFirstOut[node.index + 1]))
  }
}

/// Some edges of a network.
public struct EdgeList: RandomAccessCollection, Sendable {
  @usableFromInline let column: Column<UInt32>
  @usableFromInline let start: Int
  @usableFromInline let end: Int

  @usableFromInline
  init(column: Column<UInt32>, start: Int, end: Int) {
    self.column = column
    self.start = start
    self.end = end
  }

  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { end - start }
  @inlinable public subscript(position: Int) -> EdgeID { EdgeID(column[start + position]) }
}
