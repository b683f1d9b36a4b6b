import Glibc

/// Reads a file named on the command line; `-` is standard input.
enum InputFile {
  /// What `-` stands for; another file than the process's own when a command is run within a test.
  @TaskLocal static var standardInput: Int32 = 0

  /// The whole content; a content above `limit` bytes is refused before it is held.
  static func bytes(_ path: String, limit: Int = 1 << 30) throws(CommandFailure) -> [UInt8] {
    let reader = try LineReader(path, limit: limit)
    return try reader.remainder()
  }

  /// The whole content as text; bytes that are not UTF-8 are refused.
  static func text(_ path: String, limit: Int = 1 << 30) throws(CommandFailure) -> String {
    guard let text = String(validating: try bytes(path, limit: limit), as: UTF8.self) else {
      throw CommandFailure(.badData, "\(LineReader.describe(path)) is not UTF-8 text", "convert it to UTF-8")
    }
    return text
  }
}

/// Reads a file line by line, so that a long one need not fit in memory; `-` is standard input.
final class LineReader {
  private let path: String
  private let descriptor: Int32
  private let limit: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  /// The number of the line last returned, from 1.
  private(set) var lineNumber = 0

  /// `limit`: the longest line (or, for `remainder`, content) accepted, in bytes.
  init(_ path: String, limit: Int = 64 << 20) throws(CommandFailure) {
    self.path = path
    self.limit = limit
    if path == "-" {
      descriptor = InputFile.standardInput
    } else {
      descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw CommandFailure(
          .missingFile, "cannot read \(path): \(String(cString: strerror(errno)))", "check the path and its permissions"
        )
      }
    }
  }

  deinit {
    if path != "-" { close(descriptor) }
  }

  static func describe(_ path: String) -> String { path == "-" ? "standard input" : path }

  /// The next line without its line end; nil at the end.
  func next() throws(CommandFailure) -> [UInt8]? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = buffer[start..<(end > start && buffer[end - 1] == UInt8(ascii: "\r") ? end - 1 : end)]
        start = end + 1
        return counted(line)
      }
      searched = buffer.count
      if isAtEnd {
        guard start < buffer.count else { return nil }
        defer { start = buffer.count }
        return counted(buffer[start...])
      }
      if start > 0 {
        buffer.removeSubrange(..<start)
        searched -= start
        start = 0
      }
      try fill()
    }
  }

  /// A byte order mark, as spreadsheets write it, belongs to no line.
  private func counted(_ line: ArraySlice<UInt8>) -> [UInt8] {
    lineNumber += 1
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return Array(lineNumber == 1 && line.starts(with: mark) ? line.dropFirst(mark.count) : line)
  }

  /// The next bytes not yet returned, at most about 64 KiB of them; empty at the end. For contents that are not lines.
  func piece() throws(CommandFailure) -> ArraySlice<UInt8> {
    if start == buffer.count, !isAtEnd {
      buffer.removeAll(keepingCapacity: true)
      start = 0
      try fill()
    }
    defer { start = buffer.count }
    return buffer[start...]
  }

  /// Everything not yet returned.
  func remainder() throws(CommandFailure) -> [UInt8] {
    while !isAtEnd { try fill() }
    defer { start = buffer.count }
    return start == 0 ? buffer : Array(buffer[start...])
  }

  private func fill() throws(CommandFailure) {
    let size = 65_536
    let used = buffer.count
    if used > limit {
      throw CommandFailure(.badData, "\(Self.describe(path)) has more than \(limit) bytes in one piece", "split it")
    }
    buffer.append(contentsOf: repeatElement(0, count: size))
    var count = -1
    repeat {
      count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress! + used, size) }
    } while count < 0 && errno == EINTR
    buffer.removeLast(size - max(0, count))
    if count == 0 { isAtEnd = true }
    if count < 0 {
      throw CommandFailure(
        .missingFile, "cannot read \(Self.describe(path)): \(String(cString: strerror(errno)))",
        "check the path and its permissions")
    }
  }
}
