import Broker
import Worker

/// A stand-in for the navigator, small enough to run thousands of times: it counts a vehicle's records and says each number once.
///
/// Every output depends on all records before it, so that one lost, doubled or out of order shows in every later byte.
final class CountingProcessor: TaskProcessor {
  struct Session: SessionModel, Equatable {
    var count: UInt64 = 0
    /// FNV-1a over all values applied.
    var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    var route: [UInt8] = []
    var deadline: Int64?

    var nextDeadlineMillis: Int64? { deadline }

    func encoded(_ kind: SessionRecordKind) -> [UInt8]? {
      switch kind {
      case .route: route
      case .progress:
        CountingProcessor.bytes(count) + CountingProcessor.bytes(digest)
          + CountingProcessor.bytes(UInt64(bitPattern: deadline ?? -1))
      }
    }
  }

  static func bytes(_ value: UInt64) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) } }
  static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  let outputTopics: (fix: String, order: String, deadLetters: String)
  /// Rises when a test changes the conditions.
  var conditions: () -> UInt64 = { 0 }

  init(prefix: String) {
    outputTopics = ("\(prefix)trip-progress", "\(prefix)route-status", "\(prefix)dead-letters")
  }

  func apply(
    _ record: Record, rank: Int, to sessions: inout SessionStore<Session>, _ outputs: inout [OutgoingRecord]
  ) {
    guard let key = record.key, let value = record.value, value.first != 0xFF,
      let vehicle = String(validating: key, as: UTF8.self)
    else {
      outputs.append(
        OutgoingRecord(
          topic: outputTopics.deadLetters, partition: record.partition, key: record.key, value: record.value,
          headers: [id(record, 0)], timestampMillis: record.timestampMillis))
      return
    }
    var session = sessions[vehicle] ?? Session()
    session.count += 1
    for byte in value { session.digest = (session.digest ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    if rank == 1 {
      session.route = value
      session.deadline = record.timestampMillis + 5_000
    }
    let isClosing = rank == 1 && value == [0]
    sessions.put(vehicle, isClosing ? nil : session, changed: rank == 1 ? [.route, .progress] : .progress)
    outputs.append(
      OutgoingRecord(
        topic: rank == 1 ? outputTopics.order : outputTopics.fix, key: key,
        value: Self.bytes(session.count) + Self.bytes(session.digest), headers: [id(record, 0)],
        timestampMillis: record.timestampMillis))
  }

  func fireTimers(
    of vehicle: String, dueBy millis: Int64, in sessions: inout SessionStore<Session>, _ outputs: inout [OutgoingRecord]
  ) {
    guard var session = sessions[vehicle], let deadline = session.deadline, deadline <= millis else { return }
    session.deadline = nil
    sessions.put(vehicle, session, changed: .progress)
    outputs.append(
      OutgoingRecord(
        topic: outputTopics.order, key: Array(vehicle.utf8), value: Array("timer".utf8),
        headers: [RecordHeader("ce_id", Array("timer-\(vehicle)-\(deadline)".utf8))], timestampMillis: deadline))
  }

  var isReady: Bool { true }
  var conditionsInForce: ConditionsMark { ConditionsMark(version: "\(conditions())") }

  func applyConditions(
    since former: ConditionsMark?, to sessions: inout SessionStore<Session>, _ outputs: inout [OutgoingRecord]
  ) -> ConditionsMark { conditionsInForce }

  func restore(_ vehicle: String, from records: [SessionRecordKind: [UInt8]]) -> Session? {
    guard let progress = records[.progress], progress.count == 24 else { return nil }
    let deadline = Int64(bitPattern: Self.number(progress[16..<24]))
    return Session(
      count: Self.number(progress[0..<8]), digest: Self.number(progress[8..<16]), route: records[.route] ?? [],
      deadline: deadline < 0 ? nil : deadline)
  }

  private func id(_ record: Record, _ index: Int) -> RecordHeader {
    RecordHeader("ce_id", Array("\(record.topic)-\(record.partition)-\(record.offset)-\(index)".utf8))
  }
}
