/// What the relation of a ferry line says.
enum FerryRules {
  /// A line with its time over all its ways.
  struct Line: Equatable {
    var ways: [Int64]
    /// The ways that only lead back.
    var backwardWays: Set<Int64>
    var seconds: Double
  }

  /// The line of a relation with `type=route`, `route=ferry` and a `duration`; nil for all others.
  static func line(of tags: Tags, members: [OSMMember]) -> Line? {
    guard tags[.type] == "route", tags[.route] == "ferry" || tags[.route] == "shuttle_train",
      let seconds = tags[.duration].flatMap(Duration.seconds)
    else { return nil }
    let ways = members.filter { $0.kind == .way }
    guard !ways.isEmpty else { return nil }
    let backward = ways.filter { $0.role == "backward" }.map(\.id)
    return Line(
      ways: ways.map(\.id), backwardWays: backward.count < ways.count ? Set(backward) : [], seconds: seconds)
  }
}
