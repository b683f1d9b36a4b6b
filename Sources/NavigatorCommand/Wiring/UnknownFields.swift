import Messages
import Worker

/// Tells a person which names of a JSON message nobody reads.
enum UnknownFields {
  /// Names told of one message; of more only the number.
  private static let most = 10

  /// One line for each, without line feeds: the name with its path, and what was most likely meant.
  static func warnings(in value: JSONValue, as type: MessageType) -> [String] {
    let unknown = MessageJSON.unknownMembers(of: value, as: type)
    var lines = unknown.prefix(most).map { "unknown field \($0.path) is not read\(hint($0, type))" }
    if unknown.count > most { lines.append("\(unknown.count - most) more unknown fields are not read") }
    return lines
  }

  private static func hint(_ member: UnknownMember, _ type: MessageType) -> String {
    if let nearest = NearestName.of(member.name, in: member.known) { return " (did you mean \(nearest)?)" }
    let isOfCustomRoutes =
      type == .computeRoutesRequest
      && MessageJSON.unknownMembers(
        of: .object([JSONMember(member.path, .null)]), as: .computeCustomRoutesRequest
      ).isEmpty
    return isOfCustomRoutes ? " (a field of computeCustomRoutes, which is not answered)" : ""
  }
}
