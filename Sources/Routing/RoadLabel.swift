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

  /// Whether this is a number that a road, however it is called, has too: one of several, in whatever spelling.
  func isNumber(of road: RoadLabel, on network: RoadNetwork) -> Bool {
    guard let edge, let other = road.edge, network.textNumbers(of: edge).ref == text, text != 0 else { return false }
    let others = Self.numbers(network.ref(of: other))
    return Self.numbers(network.ref(of: edge)).contains { others.contains($0) }
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
