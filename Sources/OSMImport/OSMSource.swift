public import Geometry

/// The kinds of elements to read.
public struct OSMKinds: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let nodes = OSMKinds(rawValue: 1)
  public static let ways = OSMKinds(rawValue: 2)
  public static let relations = OSMKinds(rawValue: 4)
}

/// Receives the elements of a map, in the order of the source.
public protocol OSMVisitor {
  mutating func node(id: Int64, coordinate: Coordinate, tags: Tags)
  mutating func way(id: Int64, nodes: UnsafeBufferPointer<Int64>, tags: Tags)
  mutating func relation(id: Int64, members: [OSMMember], tags: Tags)
}

/// A map that can be read several times.
public protocol OSMSource {
  func read(_ kinds: OSMKinds, into visitor: inout some OSMVisitor) throws(OSMReadError)
}

/// Why a map could not be read.
public enum OSMReadError: Error, Hashable, Sendable {
  /// The file is not there or may not be read.
  case missing(path: String)
  /// The content is damaged or of an unknown format; the reader's words.
  case damaged(reason: String)
}
