public import Messages

/// The input topics whose values carry a schema registry's framing, by setting and never by guessing.
public struct MessageFramings: Sendable {
  public var byRole: [TopicRole: ConfluentFraming]
  public init(byRole: [TopicRole: ConfluentFraming] = [:]) { self.byRole = byRole }
}
