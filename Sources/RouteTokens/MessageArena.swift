/// Memory for a tree of C messages that is built, packed and dropped; its values need no deinitialization.
final class MessageArena {
  private var blocks: [UnsafeMutableRawPointer] = []

  deinit { for block in blocks { block.deallocate() } }

  /// A copy of `value` that lives as long as the arena.
  func new<Value>(_ value: Value) -> UnsafeMutablePointer<Value> {
    array([value])
  }

  func array<Value>(_ values: [Value]) -> UnsafeMutablePointer<Value> {
    let pointer = UnsafeMutablePointer<Value>.allocate(capacity: max(values.count, 1))
    pointer.initialize(from: values, count: values.count)
    blocks.append(UnsafeMutableRawPointer(pointer))
    return pointer
  }

  /// A list of pointers to copies of `values`, as repeated messages want it.
  func list<Value>(_ values: [Value]) -> UnsafeMutablePointer<UnsafeMutablePointer<Value>?> {
    array(values.map { Optional(new($0)) })
  }

  /// A text with its terminator.
  func text(_ text: String) -> UnsafeMutablePointer<CChar> {
    array(Array(text.utf8CString))
  }
}
