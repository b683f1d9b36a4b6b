import MapMatching
import RoadNetwork
import Routing

/// `navigator network match --network FILE TRACES.csv`.
struct NetworkMatchCommand: Command {
  let name = "network match"
  let summary = "Find the roads that recorded traces drove."
  let options: [CommandOption] = [
    .required("network", "FILE", "the road network"),
    .value("mode", "MODE", "what drove: DRIVE (default) or TWO_WHEELER"),
    .flag("json", "one JSON object a trace: its parts with their roads and lines, its gaps, its outliers"),
    .flag("edges", "the road pieces driven in order, from OpenStreetMap node to node"),
  ]
  let operands = CommandOperands.one("TRACES.csv")
  let notes = """
    A line of the file is id,timestamp,lon,lat and, where known, accuracy (meters), heading (degrees) and speed (m/s): in this order,
    or as the first line names them. A trace's fixes stand together in order of time; they may lie a minute apart. The output is one
    line a fix, id,index,way_id,from_node,to_node,lon,lat,distance_m,part: its place on the road, empty for an outlier. Where the road
    between two fixes cannot be told a trace has several parts: nothing is drawn across a gap. With --edges a line is
    id,seq,way_id,from_node,to_node,gap: 1 where a gap lies before it. Confidence (--json) is the mean likelihood of a fix, 0 to 1.
    """
  let example = "navigator network match --network porto.nav --json traces.csv"

  func run(_ invocation: Invocation) throws(CommandFailure) {
    guard !(invocation.flag("json") && invocation.flag("edges")) else {
      throw .usage("--json and --edges are two forms of output", command: name)
    }
    let mode = try RouteOptions.mode(invocation)
    let network = try NetworkFile.open(try invocation.required("network"))
    var matcher = TripMatcher(network: network, mode: mode)
    let path = invocation.operands[0]
    let traces = try TripFile(path: path, readsQuality: true, fixLimit: matcher.settings.fixLimit).trips()
    guard !traces.isEmpty else {
      throw CommandFailure(
        .badData, "\(LineReader.describe(path)) has no traces",
        "each line is id,timestamp,lon,lat and, where known, accuracy,heading,speed")
    }
    PlaceCheck(traces.lazy.flatMap(\.fixes).map(\.coordinate), on: network).warn(of: path, columns: TripFile.heading)
    let text = MatchedTraceText(
      network: network, form: invocation.flag("json") ? .json : invocation.flag("edges") ? .edges : .fixes)
    let output = StandardOutput()
    if let heading = text.heading { output.writeLine(heading) }
    for (number, trace) in traces.enumerated() {
      for line in text.lines(of: matcher.trace(trace.fixes), trace) { output.writeLine(line) }
      if number % 20 == 0 { StandardError.progress("\(number) of \(traces.count) traces") }
    }
    StandardError.endProgress()
    try output.flush()
  }
}
