internal import CNavigatorProto

/// A name in a JSON message that its schema does not have.
public struct UnknownMember: Hashable, Sendable {
  /// Where it stands, in JSON names, itself included: `routeModifiers.avoidTunels`.
  public var path: String
  /// The names that the schema has in that place, in the order of their numbers.
  public var known: [String]

  /// The name alone.
  public var name: String { String(path.split(separator: ".").last ?? "") }
}

extension MessageJSON {
  /// The names that reading a message passes over, in the order of the text.
  ///
  /// Readers of topics stay silent about them, because a later version may know them; for people who wrote a message by
  /// hand, a name that nobody knows is most likely a mistake.
  public static func unknownMembers(of value: JSONValue, as type: MessageType) -> [UnknownMember] {
    var found: [UnknownMember] = []
    collect(value, type.descriptor, "", &found)
    return found
  }

  private static func collect(
    _ value: JSONValue, _ descriptor: Descriptor, _ path: String, _ found: inout [UnknownMember]
  ) {
    guard descriptor.wellKnown == nil, case .object(let members) = value else { return }
    for member in members {
      let place = path.isEmpty ? member.name : "\(path).\(member.name)"
      guard let field = descriptor.field(named: member.name) else {
        let known = (0..<descriptor.fieldCount).map { descriptor.field(at: $0).jsonName }
        found.append(UnknownMember(path: place, known: known))
        continue
      }
      if let entry = field.mapEntry(in: descriptor) {
        guard let message = entry.field(at: 1).message, case .object(let entries) = member.value else { continue }
        for entry in entries { collect(entry.value, message, "\(place).\(entry.name)", &found) }
      } else if let message = field.message {
        if field.isRepeated, case .array(let elements) = member.value {
          for (index, element) in elements.enumerated() { collect(element, message, "\(place)[\(index)]", &found) }
        } else {
          collect(member.value, message, place, &found)
        }
      }
    }
  }
}
