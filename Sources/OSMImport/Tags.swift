/// The tags of an element, as far as the import reads them.
public struct Tags: Sendable {
  private var values: [String?] = Array(repeating: nil, count: TagKey.allCases.count)
  private var present: [Int] = []

  public init() {}

  /// The tags of a text form; unknown keys are skipped.
  public init(_ tags: [String: String]) {
    for (key, value) in tags {
      guard let key = TagKey(rawValue: key) else { continue }
      set(key.index, value)
    }
  }

  public var isEmpty: Bool { present.isEmpty }

  public subscript(key: TagKey) -> String? { values[key.index] }

  /// Sets the value of the key with an index of `TagKey.allCases`.
  mutating func set(_ index: Int, _ value: String) {
    if values[index] == nil { present.append(index) }
    values[index] = value
  }

  mutating func removeAll() {
    for index in present { values[index] = nil }
    present.removeAll(keepingCapacity: true)
  }
}
