import Glibc

/// What a file holds, told by its first bytes: so that a hint fits the file, and no output takes another file's place.
enum FileKind: Hashable, Sendable {
  /// Not there, or empty.
  case nothing
  case roadNetwork
  case extract
  case speedTable
  case keyRing
  /// JSON Lines of records.
  case records
  /// The page of `navigator demo --map`.
  case tripMap
  /// One of the CSV files of `navigator network export`, by its first line.
  case table(heading: String)
  case other
  /// A device, a pipe, a directory: nothing in it can be lost, or it cannot be written at all.
  case noFile

  /// A file's kind; a link is followed.
  static func of(_ path: String) -> FileKind {
    var status = stat()
    guard stat(path, &status) == 0 else { return .nothing }
    guard status.st_mode & S_IFMT == S_IFREG else { return .noFile }
    if status.st_size == 0 { return .nothing }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return .other }
    defer { close(descriptor) }
    var head = [UInt8](repeating: 0, count: headBytes)
    let count = head.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    return FileKind(head: head[..<max(0, count)], name: path)
  }

  /// The kind of a content that begins with `head`; `name` tells compressed extracts from other compressed files.
  init(head: ArraySlice<UInt8>, name: String) {
    let text = head.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    if head.isEmpty {
      self = .nothing
    } else if head.starts(with: "DNAVROAD".utf8) {
      self = .roadNetwork
    } else if head.starts(with: "navigator-speeds ".utf8) {
      self = .speedTable
    } else if Self.isExtract(head, name) {
      self = .extract
    } else if Self.packed(text.prefix(64)).starts(with: "{\"keys\":[".utf8) {
      self = .keyRing
    } else if text.first == UInt8(ascii: "{"), Self.contains("\"topic\"", in: text) {
      self = .records
    } else if text.starts(with: "<!doctype html>".utf8), Self.contains("<title>dispatch-navigator", in: text) {
      self = .tripMap
    } else if let end = head.firstIndex(of: UInt8(ascii: "\n")), Self.isHeading(head[..<end]) {
      self = .table(heading: String(decoding: head[..<end], as: UTF8.self))
    } else {
      self = .other
    }
  }

  /// For messages: `keys.json is a key ring`.
  var text: String {
    switch self {
    case .nothing: "empty"
    case .roadNetwork: "a road network"
    case .extract: "an OpenStreetMap extract"
    case .speedTable: "a speed table"
    case .keyRing: "a key ring"
    case .records: "a file of records"
    case .tripMap: "a map of trips"
    case .table(let heading): "a table of \(heading)"
    case .other: "something else"
    case .noFile: "no file"
    }
  }

  /// Bytes that are looked at.
  private static let headBytes = 1_024

  private static func isExtract(_ head: ArraySlice<UInt8>, _ name: String) -> Bool {
    switch SpooledExtract.suffix(of: head) {
    case ".osm.pbf": true
    case ".osm": contains("<osm", in: head)
    case nil: false
    default: name.hasSuffix(".gz") && name.contains(".osm") || name.hasSuffix(".bz2") && name.contains(".osm")
    }
  }

  private static func isHeading(_ line: ArraySlice<UInt8>) -> Bool {
    let names = UInt8(ascii: "a")...UInt8(ascii: "z")
    return line.contains(UInt8(ascii: ",")) && line.allSatisfy { names.contains($0) || $0 == UInt8(ascii: ",") }
  }

  private static func packed(_ text: ArraySlice<UInt8>) -> [UInt8] {
    text.filter { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
  }

  private static func contains(_ word: String, in bytes: ArraySlice<UInt8>) -> Bool {
    let word = Array(word.utf8)
    return bytes.indices.contains { bytes[$0...].starts(with: word) }
  }
}
