/// A junction: a place where roads meet, end, or where something stands on the road (a signal, a gate, a toll booth).
@frozen
public struct NodeID: Hashable, Comparable, Sendable, BitwiseCopyable {
  public let rawValue: UInt32
  @inlinable public init(_ rawValue: UInt32) { self.rawValue = rawValue }
  @inlinable public var index: Int { Int(rawValue) }
  @inlinable public static func < (a: NodeID, b: NodeID) -> Bool { a.rawValue < b.rawValue }
}

/// An undirected piece of road between two junctions.
@frozen
public struct SegmentID: Hashable, Comparable, Sendable, BitwiseCopyable {
  public let rawValue: UInt32
  @inlinable public init(_ rawValue: UInt32) { self.rawValue = rawValue }
  @inlinable public var index: Int { Int(rawValue) }
  @inlinable public static func < (a: SegmentID, b: SegmentID) -> Bool { a.rawValue < b.rawValue }
}

/// A directed piece of road between two junctions, valid in one network (see `RoadNetwork.fingerprint`).
@frozen
public struct EdgeID: Hashable, Comparable, Sendable, BitwiseCopyable {
  public let rawValue: UInt32
  @inlinable public init(_ rawValue: UInt32) { self.rawValue = rawValue }
  @inlinable public var index: Int { Int(rawValue) }
  @inlinable public static func < (a: EdgeID, b: EdgeID) -> Bool { a.rawValue < b.rawValue }
}

/// One row of the turn table: a legal way to continue from an edge into another.
@frozen
public struct TurnID: Hashable, Comparable, Sendable, BitwiseCopyable {
  public let rawValue: UInt32
  @inlinable public init(_ rawValue: UInt32) { self.rawValue = rawValue }
  @inlinable public var index: Int { Int(rawValue) }
  @inlinable public static func < (a: TurnID, b: TurnID) -> Bool { a.rawValue < b.rawValue }
}
