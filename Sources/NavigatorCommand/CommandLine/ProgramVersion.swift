import RoadNetwork

/// What the program calls itself in events, logs, metrics and `navigator --version`.
enum ProgramVersion {
  static let text = "0.1.0"

  /// `navigator --version`: the program, and the network files that it reads and writes.
  static var page: String { "navigator \(text)\nroad-network file format \(RoadNetwork.fileFormatVersion)\n" }
}
