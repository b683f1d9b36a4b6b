import Broker
import Testing

/// What a reader of the events may rely on, whatever befell the workers.
enum Invariants {
  /// A published record without the offset that it happened to get.
  struct Event: Equatable, CustomStringConvertible {
    var key: [UInt8]?
    var value: [UInt8]?
    var headers: [RecordHeader]
    var timestampMillis: Int64

    init(_ record: Record) {
      key = record.key
      value = record.value
      headers = record.headers
      timestampMillis = record.timestampMillis
    }

    var description: String {
      let id = headers.first { $0.name == "ce_id" }?.value.map { String(decoding: $0, as: UTF8.self) } ?? "?"
      return "\(id) of \(String(decoding: key ?? [], as: UTF8.self))"
    }
  }

  /// Per topic and partition the same events in the same order with the same bytes: nothing lost, nothing doubled, order kept.
  static func expectEqual(
    _ found: [TopicPartition: [Record]], _ expected: [TopicPartition: [Record]], _ comment: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for place in Set(found.keys).union(expected.keys).sorted() {
      let a = (found[place] ?? []).map(Event.init)
      let b = (expected[place] ?? []).map(Event.init)
      if a == b { continue }
      let at = zip(a, b).enumerated().first { $1.0 != $1.1 }?.offset ?? min(a.count, b.count)
      Issue.record(
        """
        \(place): \(a.count) events, expected \(b.count); they differ from \(at) on: \
        \(a.dropFirst(at).first.map(\.description) ?? "nothing") instead of \(b.dropFirst(at).first.map(\.description) ?? "nothing") \
        (\(comment))
        """, sourceLocation: sourceLocation)
    }
  }

  /// No event id comes twice.
  static func expectNoDoubles(
    _ published: [TopicPartition: [Record]], _ comment: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var seen: Set<[UInt8]> = []
    for (place, records) in published.sorted(by: { $0.key < $1.key }) {
      for record in records {
        guard let id = record.headers.first(where: { $0.name == "ce_id" })?.value else { continue }
        if !seen.insert(id).inserted {
          Issue.record(
            "\(String(decoding: id, as: UTF8.self)) is published twice, again in \(place) (\(comment))",
            sourceLocation: sourceLocation)
        }
      }
    }
  }
}
