/// Deadlines of many vehicles, earliest first; equal deadlines by vehicle, so that the order never depends on how they came.
///
/// A binary heap whose outdated entries are dropped when they surface: setting a deadline is O(log n), and nothing is searched for.
struct DeadlineQueue {
  private struct Entry {
    var deadline: Int64
    var vehicle: String
  }

  private var heap: [Entry] = []
  private var current: [String: Int64] = [:]

  /// Sets or, with nil, removes the deadline of a vehicle.
  mutating func set(_ vehicle: String, _ deadline: Int64?) {
    guard current[vehicle] != deadline else { return }
    current[vehicle] = deadline
    guard let deadline else { return }
    heap.append(Entry(deadline: deadline, vehicle: vehicle))
    siftUp(heap.count - 1)
    // Entries that were superseded far ahead of time would otherwise pile up.
    if heap.count > 64, heap.count > 4 * current.count { rebuild() }
  }

  /// The earliest.
  mutating func first() -> (deadline: Int64, vehicle: String)? {
    while let top = heap.first {
      if current[top.vehicle] == top.deadline { return (top.deadline, top.vehicle) }
      removeTop()
    }
    return nil
  }

  mutating func removeAll() {
    heap.removeAll()
    current.removeAll()
  }

  private mutating func rebuild() {
    heap = current.map { Entry(deadline: $0.value, vehicle: $0.key) }.sorted(by: DeadlineQueue.isBefore)
  }

  private mutating func removeTop() {
    let last = heap.removeLast()
    if heap.isEmpty { return }
    heap[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
        if DeadlineQueue.isBefore(heap[child], heap[least]) { least = child }
      }
      if least == parent { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }

  private mutating func siftUp(_ index: Int) {
    var child = index
    while child > 0 {
      let parent = (child - 1) / 2
      if !DeadlineQueue.isBefore(heap[child], heap[parent]) { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private static func isBefore(_ a: Entry, _ b: Entry) -> Bool {
    a.deadline == b.deadline ? a.vehicle < b.vehicle : a.deadline < b.deadline
  }
}
