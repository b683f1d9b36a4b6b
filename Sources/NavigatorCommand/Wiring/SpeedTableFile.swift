import RoadNetwork
import Routing

/// Opens the speed table that a command was given.
enum SpeedTableFile {
  static let option = CommandOption.value(
    "speeds", "FILE", "the speed table made for this network by navigator network calibrate (a general one)")

  /// A table on the network; the general one without a path.
  ///
  /// - Parameter warn: told when the table was made for another edition of the network: its factors hold for classes
  ///   and hours, so it serves, but less well.
  static func model(
    _ path: String?, on network: RoadNetwork, warn: (String) -> Void = { StandardError.write("navigator: \($0)\n") }
  ) throws(CommandFailure) -> SpeedModel {
    guard let path else { return SpeedModel(.general, on: network) }
    let text = try InputFile.text(path, limit: 1 << 20)
    let table: SpeedTable
    do { table = try SpeedTable(text: text) } catch {
      // The user's own file must not be named as the one to write.
      let out = error == .foreign || path == "-" ? "FILE.speeds" : path
      throw CommandFailure(
        .badData, "\(LineReader.describe(path)) is no speed table: \(describe(error))",
        "make one with: navigator network calibrate --network FILE --out \(out) TRIPS.csv")
    }
    if let made = table.network, made != network.fingerprint {
      warn("\(path) was made for another network or another edition of this one (used all the same; calibrate again)")
    }
    return SpeedModel(table, on: network)
  }

  private static func describe(_ error: SpeedTableError) -> String {
    switch error {
    case .foreign: "its first line does not say so"
    case .badLine(let number): "line \(number) says nothing known, says it twice, or has a value out of range"
    case .missing(let name): "it does not say \(name)"
    }
  }
}
