/// `navigator bench NAME`.
struct BenchCommand: Command {
  let name = "bench"
  let summary = "Measure one part of the program on a network: times, counts, checksum of the answers."
  let options: [CommandOption] = [
    .value("network", "FILE", "the road network; else the shipped map"),
    .value("queries", "FILE", "edge pairs (id,source,target) as network export writes them; else 1,000 seeded ones"),
    .value("pairs", "FILE", "pairs of places (id,lon1,lat1,lon2,lat2); else where the edges of the queries begin"),
    .value("osm", "FILE", "for import: the extract; else the shipped one"),
    .flag("json", "one JSON object instead of text"),
  ]
  let operands = CommandOperands.one("NAME")
  let example = "navigator bench route --network porto.nav --json"

  var notes: String {
    let rows = BenchmarkTable.all.map { "  \($0.name): \($0.summary)" }
    let terms = BenchmarkTable.all.map { benchmark in
      "rows of \(benchmark.name):\n"
        + benchmark.terms.map { "  \($0.rows): \($0.meaning)" }.joined(separator: "\n")
    }
    return "names:\n" + rows.joined(separator: "\n") + "\n\n" + terms.joined(separator: "\n")
      + "\nrows of all:\n  edges, turns: directed edges and turns of the network"
      + "\n  queries, pairs, routes, steps: how many there were"
      + "\n\nIn process, by one thread where a row does not say two. Times are microseconds: the median, of nine in ten, of 99 in 100,"
      + "\nthe longest, the mean. Compare only times of one machine taken in turn; equal checksums mean equal answers."
  }

  func run(_ invocation: Invocation) throws(CommandFailure) {
    let benchmark = try BenchmarkTable.benchmark(invocation.operands[0])
    for option in ["queries", "pairs", "osm"] where invocation.flag(option) && !benchmark.inputs.contains(option) {
      throw .usage("--\(option) does not apply to \(benchmark.name)", command: name)
    }
    if invocation.flag("network"), benchmark.inputs.contains("osm") {
      throw .usage("--network does not apply to \(benchmark.name): it makes one", command: name)
    }
    let report = try benchmark.run(BenchInputs(invocation: invocation))
    let output = StandardOutput()
    let peak = ProcessEffort.peakBytes()
    output.writeLine(invocation.flag("json") ? report.json(peakBytes: peak) : report.text(peakBytes: peak))
    try output.flush()
  }
}
