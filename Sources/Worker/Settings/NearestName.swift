/// The known name that a mistyped word most likely meant.
public enum NearestName {
  /// Nil when nothing is near: more than a third of the word's letters (at least two) would have to change.
  public static func of(_ word: String, in names: [String]) -> String? {
    let limit = max(2, word.count / 3)
    return names.map { (name: $0, distance: editDistance(word, $0)) }
      .filter { $0.distance <= limit }
      .min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
  }

  /// Insertions, deletions, replacements, and swaps of neighbours (optimal string alignment).
  public static func editDistance(_ left: String, _ right: String) -> Int {
    let a = Array(left.unicodeScalars), b = Array(right.unicodeScalars)
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var best = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, beforeLast[j - 1] + 1) }
        row.append(best)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
