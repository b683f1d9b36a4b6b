/// One column of the network file: fixed-size values in the mapped bytes, checked at opening.
///
/// The network's storage keeps the bytes alive; a column is never given out without it.
@frozen
@usableFromInline
struct Column<Element: BitwiseCopyable>: Sendable {
  // Immutable bytes, shared by all threads.
  @usableFromInline nonisolated(unsafe) let start: UnsafePointer<Element>
  @usableFromInline let count: Int

  @usableFromInline
  init(start: UnsafePointer<Element>, count: Int) {
    self.start = start
    self.count = count
  }

  /// The value at an index, which the caller has from this network.
  @inlinable
  subscript(_ index: Int) -> Element {
    @inline(__always) get {
      precondition(index >= 0 && index < count, "an id of another road network")
      return start[index]
    }
  }
}
