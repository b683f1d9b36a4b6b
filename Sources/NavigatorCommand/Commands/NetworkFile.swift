internal import OSMImport
internal import RoadNetwork

/// Opens the road-network file that a command was given.
enum NetworkFile {
  static func open(_ path: String) throws(CommandFailure) -> RoadNetwork {
    let file: MappedFile
    do { file = try MappedFile(path: path) } catch {
      switch error {
      case .missing(let reason):
        throw CommandFailure(
          .missingFile, "cannot read \(path): \(reason)",
          "make one with: navigator network build --osm FILE --out \(path)")
      }
    }
    do { return try RoadNetwork(file) } catch {
      throw CommandFailure(
        .badData, "\(path): \(error)", "build it again: navigator network build --osm FILE --out \(path)")
    }
  }
}
