internal import OSMImport
internal import RoadNetwork

/// Opens the road-network file that a command was given.
enum NetworkFile {
  /// Maps the file; `-` is standard input, held in memory.
  static func open(_ path: String) throws(CommandFailure) -> RoadNetwork {
    if path == "-" { return try network(MemoryStorage(try InputFile.bytes("-", limit: 1 << 40)), path) }
    let file: MappedFile
    do { file = try MappedFile(path: path) } catch {
      switch error {
      case .missing(let reason):
        throw CommandFailure(
          .missingFile, "cannot read \(path): \(reason)",
          "make one with: navigator network build --osm FILE --out \(path)")
      }
    }
    return try network(file, path)
  }

  private static func network(_ storage: some ByteStorage, _ path: String) throws(CommandFailure) -> RoadNetwork {
    let network: RoadNetwork
    do { network = try RoadNetwork(storage) } catch {
      throw CommandFailure(
        .badData, "\(LineReader.describe(path)): \(error)",
        "build it again: navigator network build --osm FILE --out \(path)")
    }
    // A worker on it would end every trip for good.
    guard network.canonicalEdgeCount > 0 else {
      throw CommandFailure(.badData, "\(LineReader.describe(path)) has no roads", "build it from an extract with roads")
    }
    return network
  }
}
