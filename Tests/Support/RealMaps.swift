import Foundation
import OSMImport
public import RoadNetwork

/// Networks of real OpenStreetMap extracts, each built once a test run.
public enum RealMaps {
  /// The middle of Helsinki, which the program ships for its demo.
  public static let helsinki: RoadNetwork? = network(
    root.appendingPathComponent("Sources/NavigatorCommand/Resources/helsinki.osm.pbf"))

  /// Monaco, where the data folder beside the repository is at hand (`SHARED_DIR`, else `../shared`); tells when not.
  public static let monaco: RoadNetwork? = extract("monaco-2021.osm.pbf")

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// An extract of the data folder by its file name, built anew; nil, with a printed line, where it is not there.
  public static func extract(_ name: String) -> RoadNetwork? { dataFile("data/osm/" + name) }

  /// One of the small files of the data folder that are each for one behaviour, likewise.
  public static func caseFile(_ name: String) -> RoadNetwork? { dataFile("data/cases/" + name) }

  private static func dataFile(_ path: String) -> RoadNetwork? {
    let folder =
      ProcessInfo.processInfo.environment["SHARED_DIR"].map { URL(fileURLWithPath: $0) }
      ?? root.deletingLastPathComponent().appendingPathComponent("shared")
    let file = folder.appendingPathComponent(path)
    guard FileManager.default.fileExists(atPath: file.path) else {
      print("left out: \(file.path) is not there")
      return nil
    }
    return network(file)
  }

  private static func network(_ file: URL) -> RoadNetwork? {
    guard let bytes = try? NetworkImport.build(ExtractFile(path: file.path)) else { return nil }
    return try? RoadNetwork(MemoryStorage(bytes))
  }
}
