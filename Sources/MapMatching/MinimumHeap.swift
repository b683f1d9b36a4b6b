/// A binary heap that gives its elements in ascending order; equal ones in no promised order, so make them unequal.
package struct MinimumHeap<Element: Comparable> {
  private var elements: [Element] = []

  package init() {}

  package var isEmpty: Bool { elements.isEmpty }

  /// Empties it; its room stays.
  package mutating func removeAll() { elements.removeAll(keepingCapacity: true) }

  package mutating func push(_ element: Element) {
    elements.append(element)
    var child = elements.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard elements[child] < elements[parent] else { return }
      elements.swapAt(child, parent)
      child = parent
    }
  }

  package mutating func popMinimum() -> Element? {
    guard let first = elements.first else { return nil }
    elements.swapAt(0, elements.count - 1)
    elements.removeLast()
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < elements.count else { return first }
      if child + 1 < elements.count, elements[child + 1] < elements[child] { child += 1 }
      guard elements[child] < elements[parent] else { return first }
      elements.swapAt(child, parent)
      parent = child
    }
  }
}
