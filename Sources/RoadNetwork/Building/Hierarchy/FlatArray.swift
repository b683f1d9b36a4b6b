/// An array of a fixed size without reference counting or bounds checks, for the inner loops of preprocessing.
struct FlatArray<Element: BitwiseCopyable>: ~Copyable {
  private let storage: UnsafeMutablePointer<Element>
  let count: Int

  init(repeating value: Element, count: Int) {
    storage = .allocate(capacity: max(1, count))
    storage.initialize(repeating: value, count: max(1, count))
    self.count = count
  }

  deinit { storage.deallocate() }

  @inline(__always)
  subscript(index: Int) -> Element {
    get {
      assert(index >= 0 && index < count)
      return storage[index]
    }
    nonmutating set {
      assert(index >= 0 && index < count)
      storage[index] = newValue
    }
  }

  var array: [Element] { Array(UnsafeBufferPointer(start: storage, count: count)) }
}

/// The same, growing at its end.
struct FlatList<Element: BitwiseCopyable>: ~Copyable {
  private var storage: UnsafeMutablePointer<Element>
  private var capacity = 64
  private(set) var count = 0

  init() { storage = .allocate(capacity: capacity) }

  deinit { storage.deallocate() }

  @inline(__always)
  subscript(index: Int) -> Element {
    assert(index >= 0 && index < count)
    return storage[index]
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    (storage + count).initialize(to: element)
    count += 1
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: storage, count: count)
    storage.deallocate()
    (storage, capacity) = (larger, capacity * 2)
  }

  var array: [Element] { Array(UnsafeBufferPointer(start: storage, count: count)) }
}

extension FlatList where Element: Comparable {
  /// Sorts the elements from an index on.
  func sort(from start: Int) {
    var elements = UnsafeMutableBufferPointer(start: storage + start, count: count - start)
    elements.sort()
  }
}
