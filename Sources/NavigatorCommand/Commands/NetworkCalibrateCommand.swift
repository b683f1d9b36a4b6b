import MapMatching
import RoadNetwork
import Routing

/// `navigator network calibrate --network FILE TRIPS.csv --out FILE`.
struct NetworkCalibrateCommand: Command {
  let name = "network calibrate"
  let summary = "Fit a speed table to finished trips, so that times of arrival are those of real traffic."
  let options: [CommandOption] = [
    .required("network", "FILE", "the road network"),
    .required("out", "FILE", "the speed table to write; replaced in one step"),
    .value("hold-out", "N", "leave every N-th trip out of the fit and show its error apart; 0 leaves none (5)"),
    .value("mode", "MODE", "what the trips were driven by: DRIVE (default) or TWO_WHEELER"),
    .value(
      "utc-offset", "+HH:MM", "local time of the hours, or minutes east of UTC, all year; default: the network's clock"),
  ]
  let operands = CommandOperands.one("TRIPS.csv")
  let notes = """
    A line of the file is id,timestamp,lon,lat: a trip's fixes stand together in order of time, from where it set off to where it
    ended. The errors printed are those of the best route from the first fix to the last; trips that drove another way (15 % longer or
    shorter) are left out of them. Give the table to worker, route, replay and simulate by --speeds or the setting speeds.file.
    """
  let example = "navigator network calibrate --network porto.nav --out porto.speeds trips.csv"

  private func utcOffset(_ invocation: Invocation) throws(CommandFailure) -> Int? {
    guard let text = invocation.value("utc-offset") else { return nil }
    guard let clock = UTCOffset.clock(text), SpeedTable.Limits.utcOffsetMinutes.contains(clock.offsetMinutes) else {
      throw .usage("--utc-offset takes an offset such as +01:00 or 60 (minutes), not \"\(text)\"", command: name)
    }
    guard clock.summerTime == .none else {
      throw .usage(
        "--utc-offset \(text) has a summer time, which a speed table does not; without it the network's clock holds",
        command: name)
    }
    return clock.offsetMinutes
  }

  func run(_ invocation: Invocation) throws(CommandFailure) {
    let out = try invocation.required("out")
    try OutputFile.refuseLoss(of: out, unless: .speedTable)
    let network = try NetworkFile.open(try invocation.required("network"))
    var calibrator = Calibrator(network: network)
    calibrator.mode = try RouteOptions.mode(invocation)
    if let number = try invocation.integer("hold-out", in: 0...1_000_000) {
      guard number != 1 else { throw .usage("--hold-out 1 leaves nothing to fit", command: name) }
      calibrator.holdOut = number
    }
    calibrator.utcOffsetMinutes = try utcOffset(invocation)
    calibrator.progress = { done, all in
      if done % 20 == 0 { StandardError.progress("\(done * 100 / max(1, all)) %") }
    }
    let trips = try TripFile(path: invocation.operands[0]).trips()
    guard !trips.isEmpty else {
      throw CommandFailure(
        .badData, "\(LineReader.describe(invocation.operands[0])) has no trips", "each line is id,timestamp,lon,lat")
    }
    let outcome = calibrator.run(trips)
    StandardError.endProgress()
    let check = PlaceCheck(trips.lazy.flatMap(\.fixes).map(\.coordinate), on: network)
    let elsewhere = check.finding(columns: TripFile.heading)
    guard outcome.table.tripCount > 0 else {
      throw CommandFailure(
        .badData, "none of \(trips.count) trips can be fitted: \(outcome.reasons)",
        elsewhere.map { "\($0.what): \($0.whatToDo)" }
          ?? "they must lie on this network, have 8 fixes and a kilometer, and stand in order of time")
    }
    check.warn(of: invocation.operands[0], columns: TripFile.heading)
    try OutputFile.replace(out, with: Array(outcome.table.text.utf8))
    let output = StandardOutput()
    output.writeLine(CalibrationReport(outcome: outcome).text)
    try output.flush()
  }
}
