import Glibc

/// An OpenStreetMap extract from standard input as a file, because it is read more than once; gone when this is.
///
/// What standard input holds is told by its first bytes, as a file's suffix would tell it.
final class SpooledExtract {
  let path: String

  init() throws(CommandFailure) {
    let input = try LineReader("-")
    var piece = try input.piece()
    // A pipe may deliver less at first than what tells the format.
    while piece.count < 16 {
      let more = try input.piece()
      if more.isEmpty { break }
      piece += more
    }
    guard let suffix = Self.suffix(of: piece) else {
      throw CommandFailure(
        .badData, "standard input is no OpenStreetMap extract", "give .osm.pbf, .osm, .osm.gz or .osm.bz2")
    }
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder)/navigator-\(String(repeating: "X", count: 6))\(suffix)".utf8CString)
    let descriptor = mkstemps(&template, Int32(suffix.utf8.count))
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard descriptor >= 0 else { throw Self.failure(folder) }
    defer { close(descriptor) }
    while !piece.isEmpty {
      guard Self.write(piece, to: descriptor) else {
        let failure = Self.failure(folder)
        unlink(path)
        throw failure
      }
      do { piece = try input.piece() } catch {
        unlink(path)
        throw error
      }
    }
  }

  deinit { unlink(path) }

  /// nil for a content of none of the formats.
  static func suffix(of start: ArraySlice<UInt8>) -> String? {
    if start.starts(with: [0x1F, 0x8B]) { return ".osm.gz" }
    if start.starts(with: "BZh".utf8) { return ".osm.bz2" }
    // A blob header: its length, then field 1, whose text names the first block.
    if start.dropFirst(4).starts(with: [0x0A, 0x09] + Array("OSMHeader".utf8)) { return ".osm.pbf" }
    let text = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start
    let first = text.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    return first == UInt8(ascii: "<") ? ".osm" : nil
  }

  private static func write(_ piece: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
    var rest = piece
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      if written <= 0 { return false }
      rest = rest.dropFirst(written)
    }
    return true
  }

  private static func failure(_ folder: String) -> CommandFailure {
    CommandFailure(
      .inputOutput, "cannot keep standard input in \(folder): \(String(cString: strerror(errno)))",
      "free some space or set TMPDIR")
  }
}
