public import Messages

extension EffectiveSettings {
  /// The topics' names in force.
  public var catalogue: TopicCatalogue {
    var named: [TopicRole: String] = [:]
    for role in TopicRole.allCases {
      if let name = text("topics.\(role.rawValue)") { named[role] = name }
    }
    return TopicCatalogue(prefix: text("topics.prefix") ?? TopicCatalogue.defaultPrefix, named: named)
  }
}
