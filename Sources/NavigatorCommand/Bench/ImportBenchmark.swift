import OSMImport
import RoadNetwork

/// From an OpenStreetMap extract to a network, in memory; the peak is that of the process.
struct ImportBenchmark: Benchmark {
  let name = "import"
  let summary = "from an OpenStreetMap extract to a network"
  let inputs = ["osm"]
  let terms: [(rows: String, meaning: String)] = [
    ("import", "reading the extract and building the network, in memory"),
    ("open", "opening the network, with the check of its checksum"),
    ("bytes", "size of the network"),
  ]

  func run(_ inputs: BenchInputs) throws(CommandFailure) -> BenchReport {
    let path = try inputs.extract()
    var report = BenchReport(name)
    var build = BenchTimes("import")
    var open = BenchTimes("open")
    NetworkImport.returnMemoryAtOnce()
    do {
      let start = ProcessEffort.nanoseconds()
      let bytes = try NetworkImport.build(
        ExtractFile(path: path) { _, _ in }, options: BuildOptions(source: path, country: .unknown))
      build.add(nanoseconds: ProcessEffort.nanoseconds() - start)
      let opened = ProcessEffort.nanoseconds()
      let network = try RoadNetwork(MemoryStorage(bytes))
      open.add(nanoseconds: ProcessEffort.nanoseconds() - opened)
      report.count(network)
      report.count("bytes", bytes.count)
      report.checksum.add(bytes)
    } catch {
      throw CommandFailure(.badData, "\(path) cannot be imported: \(error)", "check the path and the format")
    }
    report.add(build)
    report.add(open)
    return report
  }
}
