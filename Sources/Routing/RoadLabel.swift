import RoadNetwork

/// What a sign calls a road: its name, else its number; on a motorway its number first.
///
/// Compared by the numbers of its texts, without making them.
struct RoadLabel: Equatable {
  private let edge: EdgeID?
  private let text: UInt32

  /// No name and no number.
  static let none = RoadLabel(edge: nil, text: 0)

  private init(edge: EdgeID?, text: UInt32) {
    self.edge = edge
    self.text = text
  }

  init(_ edge: EdgeID, on network: RoadNetwork) {
    let texts = network.textNumbers(of: edge)
    let isNumberFirst = network.flags(of: edge).contains(.motorway)
    let first = isNumberFirst ? texts.ref : texts.name
    text = first != 0 ? first : isNumberFirst ? texts.name : texts.ref
    self.edge = edge
  }

  var isNone: Bool { text == 0 }

  static func == (a: RoadLabel, b: RoadLabel) -> Bool { a.text == b.text }

  /// Whether a driver takes both for one road: a number goes on, whatever the names, or only the spelling differs.
  func isLike(_ other: RoadLabel, on network: RoadNetwork) -> Bool {
    guard let edge, let otherEdge = other.edge else { return self == other }
    if self == other { return true }
    let (ref, otherRef) = (network.textNumbers(of: edge).ref, network.textNumbers(of: otherEdge).ref)
    if ref != 0, otherRef != 0 {
      if ref == otherRef { return true }
      let others = Self.numbers(network.ref(of: otherEdge))
      if Self.numbers(network.ref(of: edge)).contains(where: { others.contains($0) }) { return true }
    }
    return Self.isSpelledAlike(words(on: network), other.words(on: network))
  }

  /// Whether two texts differ in case at most.
  private static func isSpelledAlike(_ left: String, _ right: String) -> Bool {
    // Of plain letters the lower case is as long.
    let isPlain = left.utf8.allSatisfy { $0 < 0x80 } && right.utf8.allSatisfy { $0 < 0x80 }
    if isPlain, left.utf8.count != right.utf8.count { return false }
    return left.lowercased() == right.lowercased()
  }

  private static func numbers(_ ref: String) -> [String] {
    ref.split { $0 == ";" || $0 == "/" }.map { String($0.filter { $0 != " " }) }
  }

  /// The words of the sign; several numbers are joined by a slash.
  func words(on network: RoadNetwork) -> String {
    guard let edge, text != 0 else { return "" }
    if network.textNumbers(of: edge).name == text { return network.name(of: edge) }
    return network.ref(of: edge).split(separator: ";").map { $0.drop { $0 == " " } }.joined(separator: "/")
  }
}
