internal import OSMImport
internal import RoadNetwork

/// Opens the road-network file that a command was given.
enum NetworkFile {
  /// Maps the file; `-` is standard input, held in memory.
  static func open(_ path: String) throws(CommandFailure) -> RoadNetwork {
    if path == "-" {
      let bytes = try InputFile.bytes("-", limit: 1 << 40)
      return try network(MemoryStorage(bytes), path, FileKind(head: bytes.prefix(1_024), name: path))
    }
    let file: MappedFile
    do { file = try MappedFile(path: path) } catch {
      switch error {
      case .missing(let reason):
        throw CommandFailure(
          .missingFile, "cannot read \(path): \(reason)",
          "make one with: navigator network build --osm FILE --out \(isNameOfExtract(path) ? "FILE.nav" : path)")
      }
    }
    return try network(file, path, FileKind.of(path))
  }

  private static func network(
    _ storage: some ByteStorage, _ path: String, _ kind: @autoclosure () -> FileKind
  ) throws(CommandFailure) -> RoadNetwork {
    let network: RoadNetwork
    do { network = try RoadNetwork(storage) } catch { throw unusable(path, kind(), error) }
    // A worker on it would end every trip for good.
    guard network.canonicalEdgeCount > 0 else {
      throw CommandFailure(.badData, "\(LineReader.describe(path)) has no roads", "build it from an extract with roads")
    }
    return network
  }

  /// What to do depends on what the file is: a hint must never name the user's own file as the one to write.
  private static func unusable(_ path: String, _ kind: FileKind, _ error: RoadNetworkError) -> CommandFailure {
    let name = LineReader.describe(path)
    switch kind {
    case .roadNetwork:
      return CommandFailure(
        .badData, "\(name): \(error)",
        "build it again: navigator network build --osm FILE --out \(path == "-" ? "FILE.nav" : path)")
    case .extract:
      return CommandFailure(
        .badData, "\(name): \(error), but an OpenStreetMap extract",
        "build a network from it: navigator network build --osm \(path) --out \(nameOfNetwork(madeFrom: path))")
    case .speedTable, .keyRing, .records, .tripMap:
      return CommandFailure(
        .badData, "\(name): \(error), but \(kind.text)",
        "a network is made with: navigator network build --osm FILE.osm.pbf --out FILE.nav")
    case .nothing, .table, .other, .noFile:
      return CommandFailure(
        .badData, "\(name): \(error)",
        "a network is made with: navigator network build --osm FILE.osm.pbf --out FILE.nav")
    }
  }

  private static let suffixes = [".osm.pbf", ".osm.gz", ".osm.bz2", ".osm", ".pbf"]

  private static func isNameOfExtract(_ path: String) -> Bool { suffixes.contains { path.hasSuffix($0) } }

  /// `porto.nav` for `maps/porto.osm.pbf`: in the folder where the user is.
  private static func nameOfNetwork(madeFrom path: String) -> String {
    guard path != "-", let file = path.split(separator: "/").last else { return "FILE.nav" }
    let stem = suffixes.first { file.hasSuffix($0) }.map { file.dropLast($0.count) } ?? file
    return (stem.isEmpty ? "FILE" : stem) + ".nav"
  }
}
