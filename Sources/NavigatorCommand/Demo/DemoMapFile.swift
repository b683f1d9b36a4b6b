import Foundation
import OSMImport
import RoadNetwork

/// The map that is shipped with the program.
enum DemoMapFile {
  static let attribution = "© OpenStreetMap contributors, ODbL 1.0"

  /// The network of the shipped extract, built in memory.
  static func network() throws(CommandFailure) -> RoadNetwork {
    let path = try path()
    let country = CountryCode("FI") ?? .unknown
    do {
      let bytes = try NetworkImport.build(
        ExtractFile(path: path) { _, _ in }, options: BuildOptions(source: "helsinki.osm.pbf", country: country))
      return try RoadNetwork(MemoryStorage(bytes))
    } catch {
      throw CommandFailure(.badData, "the shipped map \(path) cannot be read: \(error)", "install the program again")
    }
  }

  /// Beside the running program, where the build and the container image put it.
  static func path() throws(CommandFailure) -> String {
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    let path = program.appendingPathComponent(
      "dispatch-navigator_NavigatorCommand.resources/Resources/helsinki.osm.pbf"
    ).path
    guard FileManager.default.isReadableFile(atPath: path) else {
      throw CommandFailure(
        .missingFile, "the shipped map is missing beside the program",
        "keep the folder dispatch-navigator_NavigatorCommand.resources beside it")
    }
    return path
  }
}
