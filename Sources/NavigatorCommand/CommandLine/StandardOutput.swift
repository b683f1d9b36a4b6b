import Glibc

/// Buffered standard output whose errors are noticed: a full disk must not look like success.
///
/// Not for use from several threads at once. Nothing is written until 64 KiB have gathered or `flush` is called.
final class StandardOutput {
  private var buffer: [UInt8] = []
  private var failure: CommandFailure?
  private let descriptor: Int32
  private static let limit = 65_536

  /// Where a command's results go; another file than the process's own when a command is run within a test.
  @TaskLocal static var defaultDescriptor: Int32 = 1

  init(descriptor: Int32 = StandardOutput.defaultDescriptor) { self.descriptor = descriptor }

  func write(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.limit { drain() }
  }

  func write(_ bytes: some Sequence<UInt8>) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.limit { drain() }
  }

  func writeLine(_ text: String) {
    write(text)
    write(CollectionOfOne(UInt8(ascii: "\n")))
  }

  /// Writes what is buffered; throws the first error since the start, `.readerLeft` when the reader has gone.
  func flush() throws(CommandFailure) {
    drain()
    if let failure { throw failure }
  }

  /// Throws `.readerLeft` when nobody reads any more: for commands that may wait long before they write again.
  func checkReader() throws(CommandFailure) {
    var watched = pollfd(fd: descriptor, events: 0, revents: 0)
    if poll(&watched, 1, 0) > 0, Int32(watched.revents) & POLLERR != 0 { throw .readerLeft }
  }

  private func drain() {
    var start = 0
    while start < buffer.count, failure == nil {
      let written = buffer.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress! + start, $0.count - start) }
      if written >= 0 {
        start += written
      } else if errno == EPIPE {
        failure = .readerLeft
      } else if errno != EINTR {
        failure = CommandFailure(
          .inputOutput, "cannot write to standard output: \(String(cString: strerror(errno)))",
          "free some space or choose another place")
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }
}

/// Messages for people; results never go here.
enum StandardError {
  /// Another file than the process's own when a command is run within a test.
  @TaskLocal static var descriptor: Int32 = 2

  static func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }

  /// True when a person sees it: only then progress is shown.
  static var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Overwrites the last progress line; silent when standard error is not a terminal.
  static func progress(_ text: String) {
    if isTerminal { write("\r\u{1B}[2K" + text) }
  }

  /// Ends the progress line.
  static func endProgress() {
    if isTerminal { write("\r\u{1B}[2K") }
  }
}
