import Foundation

@testable import NavigatorCommand

/// Runs commands within the test, in a folder of their own.
final class CommandProbe {
  struct Outcome {
    var failure: CommandFailure?
    var output: String
    /// What went to standard error, without the failure's own line.
    var warnings: String
    var status: ExitStatus { failure?.status ?? .success }
    /// The output as a JSON object; empty when it is none.
    var json: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]) ?? [:] }
  }

  let folder: String

  init() throws {
    let place = FileManager.default.temporaryDirectory.appendingPathComponent("navigator-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    folder = place.path
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func path(_ name: String) -> String { "\(folder)/\(name)" }
  func content(_ name: String) -> Data? { FileManager.default.contents(atPath: path(name)) }
  func write(_ name: String, _ text: String) {
    _ = FileManager.default.createFile(atPath: path(name), contents: Data(text.utf8))
  }

  /// What a command does with these words and this standard input.
  func run(_ words: String..., input: Data = Data()) throws -> Outcome { try run(words: words, input: input) }

  func run(words: [String], input: Data = Data()) throws -> Outcome {
    let given = try Self.anonymousFile(holding: input)
    let taken = try Self.anonymousFile()
    let told = try Self.anonymousFile()
    defer { for file in [given, taken, told] { fclose(file) } }
    var failure: CommandFailure?
    InputFile.$standardInput.withValue(fileno(given)) {
      StandardOutput.$defaultDescriptor.withValue(fileno(taken)) {
        StandardError.$descriptor.withValue(fileno(told)) {
          SettingsSource.$environment.withValue([:]) {
            do throws(CommandFailure) {
              guard case .run(let invocation) = try CommandTable.all.request(words) else { return }
              try invocation.command.run(invocation)
            } catch { failure = error }
          }
        }
      }
    }
    return Outcome(failure: failure, output: Self.content(of: taken), warnings: Self.content(of: told))
  }

  private static func content(of file: UnsafeMutablePointer<FILE>) -> String {
    rewind(file)
    let data = FileHandle(fileDescriptor: fileno(file), closeOnDealloc: false).readDataToEndOfFile()
    return String(decoding: data, as: UTF8.self)
  }

  private static func anonymousFile(holding content: Data = Data()) throws -> UnsafeMutablePointer<FILE> {
    guard let file = tmpfile() else { throw POSIXError(.EIO) }
    _ = content.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
    fflush(file)
    rewind(file)
    return file
  }
}

/// A small town as an OpenStreetMap extract.
///
/// ```
///   4───────5
///   │       ▲        5 ▶ 2 is one way, north to south
///   1───────2───────3
/// ```
enum SmallTown {
  static let extract = """
    <?xml version="1.0" encoding="UTF-8"?>
    <osm version="0.6">
      <node id="1" lat="60.1700" lon="24.9400"/><node id="2" lat="60.1700" lon="24.9440"/>
      <node id="3" lat="60.1700" lon="24.9480"/><node id="4" lat="60.1720" lon="24.9400"/>
      <node id="5" lat="60.1720" lon="24.9440"/>
      <way id="10"><nd ref="1"/><nd ref="2"/><nd ref="3"/><tag k="highway" v="residential"/><tag k="name" v="Long Street"/></way>
      <way id="20"><nd ref="1"/><nd ref="4"/><nd ref="5"/><tag k="highway" v="residential"/><tag k="name" v="Ring"/></way>
      <way id="30"><nd ref="5"/><nd ref="2"/><tag k="highway" v="residential"/><tag k="oneway" v="yes"/></way>
    </osm>
    """

  /// A computeRoutes request between two places given as longitude and latitude, departing at a fixed time: two answers of
  /// now would differ where a quarter of an hour ends between them.
  static func request(_ from: (Double, Double), _ to: (Double, Double)) -> Data {
    func place(_ point: (Double, Double)) -> String {
      "{\"location\":{\"latLng\":{\"longitude\":\(point.0),\"latitude\":\(point.1)}}}"
    }
    return Data(
      """
      {"origin":\(place(from)),"destination":\(place(to)),"travelMode":"DRIVE","routingPreference":"TRAFFIC_AWARE",\
      "departureTime":"2090-05-01T08:00:00Z"}
      """.utf8)
  }

  static let west = (24.9405, 60.17)
  static let east = (24.9475, 60.17)

  /// A probe whose folder holds the town's network as `town.nav`.
  static func probe() throws -> CommandProbe {
    let probe = try CommandProbe()
    probe.write("town.osm", extract)
    _ = try probe.run("network", "build", "--osm", probe.path("town.osm"), "--out", probe.path("town.nav"))
    return probe
  }
}
