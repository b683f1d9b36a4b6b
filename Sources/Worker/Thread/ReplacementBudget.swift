/// How often a thread may replace its handles before it gives its identity up: two workers of one id would fence each other for ever.
struct ReplacementBudget: Sendable {
  let allowed: Int
  let window: Int64
  private var replacedAt: [Int64] = []

  init(allowed: Int = 3, windowMillis: Int64 = 300_000) {
    self.allowed = allowed
    window = windowMillis
  }

  /// Counts a replacement; false when it is one too many within the window.
  mutating func take(at now: Int64) -> Bool {
    replacedAt.removeAll { now - $0 >= window }
    if replacedAt.count >= allowed { return false }
    replacedAt.append(now)
    return true
  }
}
