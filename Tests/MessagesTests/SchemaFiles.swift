import Foundation
import Messages
import Testing

/// The files under `schemas/`, which these tests hold against the code.
enum SchemaFiles {
  static let directory = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("schemas")

  static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: directory.appendingPathComponent(path)))
  }

  static func text(_ path: String) throws -> String { String(decoding: try bytes(path), as: UTF8.self) }

  static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.appendingPathComponent(folder).path).sorted()
  }

  /// `examples/<topic>.<message>.json`.
  static func example(_ role: TopicRole, _ type: MessageType) -> String {
    "examples/\(role.rawValue).\(type.rawValue).json"
  }
}

/// A topic and one of its messages.
struct TopicMessage: CustomTestStringConvertible, Sendable {
  var role: TopicRole
  var type: MessageType

  var testDescription: String { "\(role.rawValue).\(type.rawValue)" }

  /// Every message of every topic.
  static let all = TopicRole.allCases.flatMap { role in role.messages.map { TopicMessage(role: role, type: $0) } }
}
