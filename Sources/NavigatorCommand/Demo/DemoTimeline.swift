/// Puts what the backend, the roads and the worker do into the order in which it happened, before it is told.
///
/// Topics are read side by side, so that an event can come before one that was decided earlier: each waits a moment for
/// those.
struct DemoTimeline {
  enum Happening {
    /// Something sent to the worker, in words.
    case input(String)
    case event(DemoEvent)
  }

  struct Entry {
    var happening: Happening
    var vehicle: String
    var millis: Int64
    fileprivate var arrivedAt: ContinuousClock.Instant
    /// Among the entries of one moment: inputs first, then events by the record that caused them and their place.
    fileprivate var place: (isEvent: Int, topic: String, offset: Int64, index: Int)
  }

  private static let hold = Duration.milliseconds(250)
  private var waiting: [Entry] = []

  mutating func add(_ text: String, vehicle: String, atMillis millis: Int64, now: ContinuousClock.Instant = .now) {
    waiting.append(
      Entry(
        happening: .input(text), vehicle: vehicle, millis: millis, arrivedAt: now, place: (0, "", 0, waiting.count)))
  }

  mutating func add(_ event: DemoEvent, now: ContinuousClock.Instant = .now) {
    let cause = event.cause
    waiting.append(
      Entry(
        happening: .event(event), vehicle: event.key, millis: event.timestampMillis, arrivedAt: now,
        place: (1, cause.topic, cause.offset, cause.index)))
  }

  /// What is to be told now, in order.
  ///
  /// - Parameter now: nil: everything, for nothing comes after.
  mutating func take(now: ContinuousClock.Instant? = .now) -> [Entry] {
    if let now, waiting.allSatisfy({ now - $0.arrivedAt < Self.hold }) { return [] }
    let latest = now.flatMap { now in waiting.filter { now - $0.arrivedAt >= Self.hold }.map(\.millis).max() } ?? .max
    let due = waiting.filter { $0.millis <= latest }
    waiting.removeAll { $0.millis <= latest }
    return due.sorted {
      ($0.millis, $0.vehicle) == ($1.millis, $1.vehicle)
        ? $0.place < $1.place : ($0.millis, $0.vehicle) < ($1.millis, $1.vehicle)
    }
  }
}
