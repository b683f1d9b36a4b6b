import Messages
import RoadNetwork
import Routing

/// Reads road conditions as JSON Lines: each line a `RoadCondition`, or a record `{"key":...,"value":{...}}` of the
/// topic, whose null value means back to normal.
struct ConditionsFile {
  let path: String

  /// The snapshot after all lines. Unknown segments are told on standard error and left out, as a worker would.
  ///
  /// - Parameter usual: what holds without them.
  func conditions(after usual: Conditions, on network: RoadNetwork) throws(CommandFailure) -> Conditions {
    let reader = try LineReader(path)
    let decoder = MessageDecoder()
    var changes: [RoadConditionChange] = []
    var lines: [Int] = []
    while let line = try reader.next() {
      if line.allSatisfy({ $0 == UInt8(ascii: " ") }) { continue }
      do {
        changes.append(try change(line, number: reader.lineNumber, decoder))
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
    for index in report.withoutEffect { warn(line: lines[index], "neither a closure nor a usable speed") }
    return conditions
  }

  private func change(
    _ line: [UInt8], number: Int, _ decoder: MessageDecoder
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
    var value: [UInt8]?
    switch json["value"] {
    case nil: value = try MessageJSON.protobuf(of: json, as: .roadCondition)
    case .null: value = nil
    case .some(let inner): value = try MessageJSON.protobuf(of: inner, as: .roadCondition)
    }
    let headers = [MessageHeader(HeaderName.contentType, text: RecordEncoding.protobuf.contentType)]
    let record = try decoder.decode(role: .roadConditions, key: key, value: value, headers: headers)
    guard case .roadCondition(let change) = record.message else {
      throw DecodeFailure(.value, .badJSON, "no road condition")
    }
    return change
  }

  private func warn(line: Int, _ text: String) {
    StandardError.write("navigator: \(LineReader.describe(path)) line \(line): \(text) (left out)\n")
  }
}
