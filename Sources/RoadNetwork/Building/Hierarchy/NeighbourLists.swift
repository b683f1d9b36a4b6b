/// Lists of neighbours that grow and shrink, in one pool; freed space is used again by size.
struct NeighbourLists: ~Copyable {
  private var pool: UnsafeMutablePointer<UInt32>
  private var poolEnd = 0
  private var poolCapacity: Int
  private let start: FlatArray<Int>
  private let length: FlatArray<UInt32>
  /// The logarithm of each list's room.
  private let sizeClass: FlatArray<UInt8>
  /// By logarithm of the room: the first free place, each of which holds the next one in its first two words.
  private let free: FlatArray<Int>

  private static let smallestClass: UInt8 = 2

  /// The distinct targets of each node, loops left out.
  init(nodes: Int, from: [UInt32], to: [UInt32]) {
    start = FlatArray(repeating: 0, count: nodes)
    length = FlatArray(repeating: 0, count: nodes)
    sizeClass = FlatArray(repeating: Self.smallestClass, count: nodes)
    free = FlatArray(repeating: -1, count: 64)
    let degree = FlatArray<UInt32>(repeating: 0, count: nodes)
    for node in from { degree[Int(node)] += 1 }
    var room = 0
    for node in 0..<nodes {
      while 1 << Int(sizeClass[node]) < degree[node] { sizeClass[node] += 1 }
      start[node] = room
      room += 1 << Int(sizeClass[node])
    }
    poolCapacity = max(64, room + room / 2)
    poolEnd = room
    pool = .allocate(capacity: poolCapacity)
    pool.initialize(repeating: 0, count: poolCapacity)
    for (source, target) in zip(from, to) where source != target {
      if !contains(target, Int(source)) { add(target, to: Int(source)) }
    }
  }

  deinit { pool.deallocate() }

  @inline(__always)
  func count(of node: Int) -> Int { Int(length[node]) }

  @inline(__always)
  subscript(node: Int, place: Int) -> UInt32 { pool[start[node] + place] }

  private func contains(_ value: UInt32, _ node: Int) -> Bool {
    for place in 0..<count(of: node) where self[node, place] == value { return true }
    return false
  }

  @inline(__always)
  mutating func add(_ value: UInt32, to node: Int) {
    let count = Int(length[node])
    if count == 1 << Int(sizeClass[node]) { grow(node) }
    pool[start[node] + count] = value
    length[node] += 1
  }

  /// Takes a value out; the last one takes its place.
  mutating func remove(_ value: UInt32, from node: Int) {
    let begin = start[node]
    let count = Int(length[node])
    for place in begin..<(begin + count) where pool[place] == value {
      pool[place] = pool[begin + count - 1]
      length[node] -= 1
      return
    }
  }

  mutating func clear(_ node: Int) {
    length[node] = 0
    release(start[node], sizeClass[node])
    // A list that grows again after this starts anew; it never does in an elimination.
    start[node] = 0
    sizeClass[node] = 0
  }

  private mutating func grow(_ node: Int) {
    let old = start[node]
    let oldClass = sizeClass[node]
    let count = Int(length[node])
    sizeClass[node] = oldClass + 1
    let place = room(oldClass + 1)
    (pool + place).update(from: pool + old, count: count)
    start[node] = place
    release(old, oldClass)
  }

  private mutating func room(_ wanted: UInt8) -> Int {
    let known = free[Int(wanted)]
    if known >= 0 {
      free[Int(wanted)] = Int(Int64(bitPattern: UInt64(pool[known]) | UInt64(pool[known + 1]) << 32))
      return known
    }
    let size = 1 << Int(wanted)
    if poolEnd + size > poolCapacity {
      let capacity = max(poolCapacity + poolCapacity / 2, poolEnd + size)
      let larger = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity)
      larger.initialize(repeating: 0, count: capacity)
      larger.update(from: pool, count: poolEnd)
      pool.deallocate()
      (pool, poolCapacity) = (larger, capacity)
    }
    poolEnd += size
    return poolEnd - size
  }

  private mutating func release(_ place: Int, _ size: UInt8) {
    let next = UInt64(bitPattern: Int64(free[Int(size)]))
    pool[place] = UInt32(truncatingIfNeeded: next)
    pool[place + 1] = UInt32(truncatingIfNeeded: next >> 32)
    free[Int(size)] = place
  }
}
