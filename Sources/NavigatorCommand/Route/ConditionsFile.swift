import Messages
import RoadNetwork
import Routing
import Worker

/// Reads road conditions as JSON Lines: each line a `RoadCondition`, or a record `{"key":...,"value":{...}}` of the
/// topic, whose null value means back to normal.
struct ConditionsFile {
  let path: String

  /// The snapshot after all lines. Unknown segments and what a worker refuses are told on standard error and left out, as
  /// a worker would.
  ///
  /// - Parameter usual: what holds without them.
  func conditions(after usual: Conditions, on network: RoadNetwork) throws(CommandFailure) -> Conditions {
    let reader = try LineReader(path)
    let decoder = MessageDecoder()
    var changes: [RoadConditionChange] = []
    var lines: [Int] = []
    var unknown: [UnknownName] = []
    while let line = try reader.next() {
      if line.allSatisfy({ $0 == UInt8(ascii: " ") }) { continue }
      do {
        var change = try change(line, number: reader.lineNumber, decoder, &unknown)
        if let refusal = ConditionRefusal(of: change) {
          warn(line: reader.lineNumber, refusal.text)
          change.update = nil
        }
        changes.append(change)
        lines.append(reader.lineNumber)
      } catch {
        throw CommandFailure(
          .badData, "\(LineReader.describe(path)) line \(reader.lineNumber): \(error.detail)",
          "each line is a RoadCondition in JSON")
      }
    }
    let version = ConditionsVersion(nextOffsets: [Int64(lines.count)])
    let (conditions, report) = usual.applying(changes, version: version, on: network)
    for index in report.unknownSegments { warn(line: lines[index], "the network does not have this segment") }
    for index in report.withoutEffect {
      warn(line: lines[index], ConditionRefusal(ofWithoutEffect: changes[index].update).text)
    }
    for name in unknown { tell(name) }
    return conditions
  }

  private func change(
    _ line: [UInt8], number: Int, _ decoder: MessageDecoder, _ unknown: inout [UnknownName]
  ) throws(DecodeFailure) -> RoadConditionChange {
    let json: JSONValue
    do { json = try JSONParser.parse(line) } catch {
      throw DecodeFailure(.value, .badJSON, "byte \(error.offset): \(error.text)")
    }
    // A plain condition is keyed by its own text: equal ones replace one another.
    var key = line
    if case .string(let text) = json["key"] {
      key = Array(text.utf8)
    } else if key.count > 256 {
      key = Array("line \(number)".utf8)
    }
    let condition: JSONValue? =
      switch json["value"] {
      case nil: json
      case .null: nil
      case .some(let inner): inner
      }
    for text in condition.map({ UnknownFields.warnings(in: $0, as: .roadCondition) }) ?? [] {
      if let index = unknown.firstIndex(where: { $0.text == text }) {
        unknown[index].lineCount += 1
      } else if unknown.count < Self.mostNames {
        unknown.append(UnknownName(text: text, firstLine: number))
      }
    }
    let value = try condition.map { json throws(DecodeFailure) in
      try MessageJSON.protobuf(of: json, as: .roadCondition)
    }
    let headers = [MessageHeader(HeaderName.contentType, text: RecordEncoding.protobuf.contentType)]
    let record = try decoder.decode(role: .roadConditions, key: key, value: value, headers: headers)
    guard case .roadCondition(let change) = record.message else {
      throw DecodeFailure(.value, .badJSON, "no road condition")
    }
    return change
  }

  /// A name that nobody reads, and the lines that have it.
  private struct UnknownName {
    var text: String
    var firstLine: Int
    var lineCount = 1
  }

  private static let mostNames = 20

  private func tell(_ name: UnknownName) {
    let more = name.lineCount > 1 ? " and \(name.lineCount - 1) more" : ""
    let text = "\(LineReader.describe(path)) line \(name.firstLine)\(more): \(name.text)"
    StandardError.write(CommandFailure(.badData, text, "").line + "\n")
  }

  private func warn(line: Int, _ text: String) {
    StandardError.write("navigator: \(LineReader.describe(path)) line \(line): \(text) (left out)\n")
  }
}
