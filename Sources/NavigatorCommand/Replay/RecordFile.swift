import Broker
import Foundation
import Messages
import Observability

/// Records as JSON Lines: how `replay` reads its inputs and writes what is published.
enum RecordFile {
  /// All records of a file, in its order.
  ///
  /// - Parameter partitions: for records that name no partition.
  static func read(_ path: String, partitions: Int32) throws(CommandFailure) -> [Record] {
    let reader = try LineReader(path)
    var records: [Record] = []
    var nextOffsets: [TopicPartition: Int64] = [:]
    var seen: Set<PartitionOffset> = []
    while let line = try reader.next() {
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
      func wrong(_ what: String) -> CommandFailure {
        CommandFailure(.badData, "line \(reader.lineNumber): \(what)", "see: navigator help replay")
      }
      guard let members = JSONMembers(line) else { throw wrong("is not a JSON object") }
      let record: Record
      do throws(RecordLineFailure) {
        record = try RecordLine.record(members, partitions: partitions) { nextOffsets[$0] ?? 0 }
      } catch {
        throw wrong(error.what)
      }
      guard seen.insert(PartitionOffset(record.topicPartition, record.offset)).inserted else {
        throw wrong("offset \(record.offset) of \(record.topicPartition) comes twice")
      }
      nextOffsets[record.topicPartition] = max(nextOffsets[record.topicPartition] ?? 0, record.offset + 1)
      records.append(record)
    }
    return records
  }

  /// One line, without its line feed.
  static func line(_ record: Record) -> String {
    var line = "{\"topic\":\(quoted(record.topic)),\"partition\":\(record.partition),\"offset\":\(record.offset)"
    line += ",\"timestamp\":\(record.timestampMillis),\"key\":\(record.key.map(text) ?? "null"),\"headers\":{"
    line += record.headers.map { "\(quoted($0.name)):\($0.value.map(text) ?? "null")" }.joined(separator: ",")
    line += "},"
    switch record.value {
    case nil: line += "\"value\":null"
    case let value? where JSONMembers(value) != nil && !value.contains(0x0A):
      line += "\"value\":" + String(decoding: value, as: UTF8.self)
    case let value?: line += "\"valueBase64\":\"\(Data(value).base64EncodedString())\""
    }
    return line + "}"
  }

  private static func text(_ bytes: [UInt8]) -> String { quoted(String(decoding: bytes, as: UTF8.self)) }

  private static func quoted(_ text: String) -> String { JSONString.quoted(text) }
}

/// What is wrong with a line.
struct RecordLineFailure: Error {
  var what: String
  init(_ what: String) { self.what = what }
}

/// One line's members as a record.
enum RecordLine {
  static func record(
    _ members: JSONMembers, partitions: Int32, nextOffset: (TopicPartition) -> Int64
  ) throws(RecordLineFailure) -> Record {
    guard let topic = members.text("topic") else { throw RecordLineFailure("topic is missing") }
    guard let role = TopicRole(rawValue: topic), role.direction == .input else {
      throw RecordLineFailure("\(topic) is no input topic")
    }
    guard let timestamp = members.integer("timestamp") else { throw RecordLineFailure("timestamp is missing") }
    let key = members.isNull("key") ? nil : members.text("key").map { Array($0.utf8) }
    let count = role == .roadConditions ? 1 : partitions
    let partition: Int32
    if members.has("partition") {
      guard let given = members.integer("partition").flatMap({ Int32(exactly: $0) }), given >= 0 else {
        throw RecordLineFailure("partition must be a whole number from 0")
      }
      partition = given
    } else {
      partition = key.map { Murmur2.partition(forKey: $0, count: count) } ?? 0
    }
    let place = TopicPartition(topic: topic, partition: partition)
    guard let offset = members.has("offset") ? members.integer("offset") : nextOffset(place), offset >= 0, offset < .max
    else {
      throw RecordLineFailure("offset must be a whole number from 0")
    }
    return Record(
      topic: topic, partition: partition, offset: offset, timestampMillis: timestamp, key: key,
      value: try value(members), headers: try headers(members))
  }

  private static func value(_ members: JSONMembers) throws(RecordLineFailure) -> [UInt8]? {
    if members.has("valueBase64") {
      guard let text = members.text("valueBase64"), let data = Data(base64Encoded: text) else {
        throw RecordLineFailure("valueBase64 is not base64")
      }
      return [UInt8](data)
    }
    // The bytes as they stand in the line, so that a number keeps its digits.
    return members.isNull("value") ? nil : members.raw("value")
  }

  private static func headers(_ members: JSONMembers) throws(RecordLineFailure) -> [RecordHeader] {
    guard let raw = members.raw("headers"), !members.isNull("headers") else { return [] }
    guard let headers = JSONMembers(raw) else { throw RecordLineFailure("headers must be an object") }
    return headers.names.map { RecordHeader($0, headers.isNull($0) ? nil : headers.text($0).map { Array($0.utf8) }) }
  }
}
