/// A turn restriction as tagged, in terms of OpenStreetMap ids.
public struct TurnRestriction: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// The sequence is forbidden.
    case no
    /// From the first road, through the via, only this continuation is allowed.
    case only
  }

  /// The shape named by the tag; it decides where the members fit in more than one way.
  public enum Shape: Hashable, Sendable {
    case left
    case right
    case straight
    case uTurn
    /// `no_entry`, `no_exit` and others that name no shape.
    case any
  }

  public enum Via: Hashable, Sendable {
    case node(Int64)
    case ways([Int64])
  }

  public var kind: Kind
  public var shape: Shape
  public var modes: ModeSet
  public var from: [Int64]
  public var via: Via
  public var to: [Int64]
  /// When it holds, in opening-hours syntax and local time; nil for always.
  public var condition: String?

  public init(
    kind: Kind, shape: Shape, modes: ModeSet = .all, from: [Int64], via: Via, to: [Int64], condition: String? = nil
  ) {
    self.kind = kind
    self.shape = shape
    self.modes = modes
    self.from = from
    self.via = via
    self.to = to
    self.condition = condition
  }
}
