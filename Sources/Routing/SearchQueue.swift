/// A minimum queue of (cost, edge) in one flat array, four children a node. Equal costs leave in the
/// order of their edges, so that searches break ties the same way every time.
///
/// Entries are never changed: a better label is pushed again and the stale one is skipped by the
/// caller (cheaper than decrease-key on road networks, where few labels improve).
struct SearchQueue {
  struct Entry {
    var cost: Int64
    var edge: UInt32

    static func < (left: Entry, right: Entry) -> Bool {
      left.cost < right.cost || (left.cost == right.cost && left.edge < right.edge)
    }
  }

  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }
  /// Cost of the first entry; the largest possible when empty.
  var leastCost: Int64 { entries.isEmpty ? .max : entries[0].cost }

  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

  mutating func push(cost: Int64, edge: UInt32) {
    let entry = Entry(cost: cost, edge: edge)
    entries.append(entry)
    entries.withUnsafeMutableBufferPointer { entries in
      var index = entries.count - 1
      while index > 0 {
        let parent = (index - 1) >> 2
        guard entry < entries[parent] else { break }
        entries[index] = entries[parent]
        index = parent
      }
      entries[index] = entry
    }
  }

  mutating func pop() -> Entry? {
    guard let last = entries.popLast() else { return nil }
    guard let first = entries.first else { return last }
    entries.withUnsafeMutableBufferPointer { entries in
      var index = 0
      while true {
        let firstChild = (index << 2) + 1
        guard firstChild < entries.count else { break }
        var least = firstChild
        var child = firstChild + 1
        while child < min(firstChild + 4, entries.count) {
          if entries[child] < entries[least] { least = child }
          child += 1
        }
        guard entries[least] < last else { break }
        entries[index] = entries[least]
        index = least
      }
      entries[index] = last
    }
    return first
  }
}
