/// Which vehicles watch which edges: those of their routes. Finds the vehicles that a change of conditions can concern without
/// asking all of them.
///
/// A vehicle's edges are put in when its route changes, never as it drives along, so that a fix costs nothing; who is found
/// may have passed the edge and is asked. Entries of former routes are left behind and swept out when they are the most.
struct WatchIndex: Sendable {
  private struct Entry {
    var slot: UInt32
    var generation: UInt32
  }

  private struct Slot {
    var vehicle: String
    /// Entries of another generation are of a former route.
    var generation: UInt32 = 0
    var entries = 0
  }

  private var entries: [UInt32: [Entry]] = [:]
  private var slots: [Slot] = []
  private var numbers: [String: UInt32] = [:]
  private var free: [UInt32] = []
  private var watchingEverything: Set<String> = []
  private(set) var entryCount = 0
  private var liveCount = 0

  /// Puts what a session watches in place of what it watched before; nil when there is no session any more.
  mutating func set(_ vehicle: String, _ session: (some SessionModel)?) {
    guard let session else { return remove(vehicle) }
    if session.watchesEverything { watchingEverything.insert(vehicle) } else { watchingEverything.remove(vehicle) }
    var edges: [UInt32] = []
    session.forEachWatchedEdge { edges.append($0) }
    // Most vehicles of a town are idle: they take no room.
    if edges.isEmpty, numbers[vehicle] == nil { return }
    let number = slot(of: vehicle)
    forget(number)
    let entry = Entry(slot: number, generation: slots[Int(number)].generation)
    for edge in edges { entries[edge, default: []].append(entry) }
    slots[Int(number)].entries = edges.count
    entryCount += edges.count
    liveCount += edges.count
    if entryCount > 2 * liveCount + 4_096 { sweep() }
  }

  /// Those that watch one of the edges, in order, each once.
  func vehicles(watching edges: some Sequence<UInt32>) -> [String] {
    var found = Set<UInt32>()
    for edge in edges {
      for entry in entries[edge] ?? [] where slots[Int(entry.slot)].generation == entry.generation {
        found.insert(entry.slot)
      }
    }
    return watchingEverything.union(found.lazy.map { slots[Int($0)].vehicle }).sorted()
  }

  private mutating func remove(_ vehicle: String) {
    watchingEverything.remove(vehicle)
    guard let number = numbers.removeValue(forKey: vehicle) else { return }
    forget(number)
    slots[Int(number)].vehicle = ""
    free.append(number)
  }

  private mutating func slot(of vehicle: String) -> UInt32 {
    if let number = numbers[vehicle] { return number }
    let number: UInt32
    if let used = free.popLast() {
      number = used
      slots[Int(used)].vehicle = vehicle
    } else {
      number = UInt32(slots.count)
      slots.append(Slot(vehicle: vehicle))
    }
    numbers[vehicle] = number
    return number
  }

  private mutating func forget(_ number: UInt32) {
    slots[Int(number)].generation &+= 1
    liveCount -= slots[Int(number)].entries
    slots[Int(number)].entries = 0
  }

  private mutating func sweep() {
    var kept: [UInt32: [Entry]] = [:]
    for (edge, list) in entries {
      let live = list.filter { slots[Int($0.slot)].generation == $0.generation }
      if !live.isEmpty { kept[edge] = live }
    }
    entries = kept
    entryCount = liveCount
  }
}
