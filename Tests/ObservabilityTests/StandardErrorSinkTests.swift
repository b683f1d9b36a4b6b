import Glibc
import Testing

@testable import Observability

@Suite("Standard error") struct StandardErrorSinkTests {
  func entry(_ message: String) -> LogEntry { LogEntry(timeMillis: 0, level: .info, message: message, fields: []) }

  @Test("a reader that has stopped reading holds nothing up, and is told afterwards how many lines it missed")
  func slowReader() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let sink = StandardErrorSink(format: .text, descriptor: ends[1])
    // More than any pipe holds.
    let long = String(repeating: "x", count: 1_000)
    for _ in 0..<2_000 { sink.write(entry(long)) }
    var buffer = [UInt8](repeating: 0, count: 4 << 20)
    let first = read(ends[0], &buffer, buffer.count)
    #expect(first > 0)
    sink.write(entry("after"))
    let count = read(ends[0], &buffer, buffer.count)
    let text = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.contains("log lines were dropped count=") == true)
    #expect(lines.last?.hasSuffix("after") == true)
  }

  @Test("a reader that has gone is no trouble")
  func goneReader() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let former = signal(SIGPIPE, SIG_IGN)
    close(ends[0])
    let sink = StandardErrorSink(format: .json, descriptor: ends[1])
    for _ in 0..<3 { sink.write(entry("nobody reads this")) }
    close(ends[1])
    signal(SIGPIPE, former)
  }
}
