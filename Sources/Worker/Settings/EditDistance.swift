/// The known name nearest to a mistaken one, for error texts.
enum EditDistance {
  /// The candidate with the fewest edits, nil when even that one differs in more than half of its letters.
  static func nearest(to name: String, among candidates: [String]) -> String? {
    let wanted = Array(name.utf8.prefix(128))
    var best: (distance: Int, name: String)?
    for candidate in candidates {
      let distance = edits(wanted, Array(candidate.utf8))
      if distance < best?.distance ?? Int.max { best = (distance, candidate) }
    }
    guard let best, best.distance * 2 <= max(wanted.count, best.name.utf8.count) else { return nil }
    return best.name
  }

  /// Levenshtein's distance by two rows.
  static func edits(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var previous = Array(0...b.count)
    for (i, x) in a.enumerated() {
      var row = [i + 1]
      row.reserveCapacity(b.count + 1)
      for (j, y) in b.enumerated() {
        row.append(min(previous[j] + (x == y ? 0 : 1), previous[j + 1] + 1, row[j] + 1))
      }
      previous = row
    }
    return previous[b.count]
  }
}
