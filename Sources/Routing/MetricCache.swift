/// The metrics used last, made on demand. Least recently used ones go first; bounded by count.
struct MetricCache {
  private var metrics: [Metric] = []
  private let capacity: Int

  init(capacity: Int) { self.capacity = max(1, capacity) }

  mutating func metric(for key: MetricKey, make: () -> Metric) -> Metric {
    if let index = metrics.firstIndex(where: { $0.key == key }) {
      let found = metrics[index]
      if index > 0 {
        metrics.remove(at: index)
        metrics.insert(found, at: 0)
      }
      return found
    }
    let made = make()
    if metrics.count == capacity { metrics.removeLast() }
    metrics.insert(made, at: 0)
    return made
  }
}
