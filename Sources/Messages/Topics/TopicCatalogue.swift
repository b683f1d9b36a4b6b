/// The names that the topics have on a cluster.
public struct TopicCatalogue: Hashable, Sendable {
  public static let defaultPrefix = "navigator."

  private let names: [TopicRole: String]
  private let roles: [String: TopicRole]

  /// - Parameters:
  ///   - prefix: goes before the short name of every topic that is not named.
  ///   - named: topics that have a name of their own. Two roles of one name: the later role loses it to the earlier.
  public init(prefix: String = TopicCatalogue.defaultPrefix, named: [TopicRole: String] = [:]) {
    var names: [TopicRole: String] = [:]
    var roles: [String: TopicRole] = [:]
    for role in TopicRole.allCases {
      let name = named[role] ?? prefix + role.rawValue
      names[role] = name
      if roles[name] == nil { roles[name] = role }
    }
    self.names = names
    self.roles = roles
  }

  public func name(of role: TopicRole) -> String { names[role] ?? TopicCatalogue.defaultPrefix + role.rawValue }

  /// The role of a topic of that name, or nil when it is none of ours.
  public func role(ofTopic name: String) -> TopicRole? { roles[name] }

  /// Whether every role has a name of its own.
  public var isUnambiguous: Bool { roles.count == TopicRole.allCases.count }
}
