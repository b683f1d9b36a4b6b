import Glibc
internal import OSMImport
internal import RoadNetwork

/// `navigator network build --osm FILE --out FILE`.
struct NetworkBuildCommand: Command {
  let name = "network build"
  let summary = "Make a road-network file from an OpenStreetMap extract."
  let options = [
    CommandOption.required(
      "osm", "FILE", "the extract: .osm.pbf, .osm, .osm.gz or .osm.bz2; - reads it from standard input"),
    CommandOption.required("out", "FILE", "the network file to write; replaced in one step"),
    CommandOption.value(
      "country", "CC", "two letters: driving side, speed limits and vignettes where the map is silent"),
    CommandOption.value(
      "utc-offset", "+HH:MM[/EU|US|AU|NZ]",
      "local time for restrictions by the hour, with the summer time of a region, or minutes; default: the country's"),
    CommandOption.flag("json", "the summary as one JSON object"),
  ]
  let notes = """
    The same extract and options give the same bytes. Countries whose boundary is whole in the extract are told by it.
    Without --utc-offset and for countries of several time zones the clock is that of the longitude, to the hour.
    """
  let example = "navigator network build --osm helsinki.osm.pbf --out helsinki.nav --country FI"

  func run(_ invocation: Invocation) throws(CommandFailure) {
    let (path, out) = (try invocation.required("osm"), try invocation.required("out"))
    if path != "-", OutputFile.isSame(path, out) {
      throw .usage("--out names the extract itself, which would be overwritten", command: name)
    }
    try OutputFile.refuseLoss(of: out, unless: .roadNetwork)
    var country = CountryCode.unknown
    if let text = invocation.value("country") {
      guard let code = CountryCode(text), code.isAssigned else {
        throw .usage("--country takes the two letters of a country (ISO 3166-1), not \"\(text)\"", command: name)
      }
      country = code
    }
    var clock: LocalClock?
    if let text = invocation.value("utc-offset") {
      clock = UTCOffset.clock(text)
      if clock == nil {
        throw .usage(
          "--utc-offset takes an offset such as +01:00, +01:00/EU or 60 (minutes), not \"\(text)\"", command: name)
      }
    }
    NetworkImport.returnMemoryAtOnce()
    let start = ProcessEffort.nanoseconds()
    let draft: OutputFile.Draft
    var options = BuildOptions(country: country, clock: clock)
    if path == "-" {
      let spooled = try SpooledExtract()
      options.source = "standard input"
      draft = try OutputFile.Draft(of: out, with: try build(spooled.path, options))
    } else {
      options.source = path.split(separator: "/").last.map(String.init) ?? path
      draft = try OutputFile.Draft(of: out, with: try build(path, options))
    }
    // From the file: the bytes in memory are gone.
    let network: RoadNetwork
    do { network = try RoadNetwork(MappedFile(path: draft.path)) } catch {
      draft.discard()
      throw CommandFailure(
        .internalFault, "the network just built cannot be opened: \(error)", "report this with the extract")
    }
    guard network.canonicalEdgeCount > 0 else {
      draft.discard()
      throw CommandFailure(
        .badData, "\(options.source) has no road that a car or a motorcycle may drive", "take an extract with roads")
    }
    try draft.publish()
    let summary = NetworkSummary(
      network, effort: (Double(ProcessEffort.nanoseconds() - start) / 1e9, ProcessEffort.peakBytes()))
    let output = StandardOutput()
    output.writeLine(invocation.flag("json") ? summary.json : summary.text)
    try output.flush()
  }

  private func build(_ path: String, _ options: BuildOptions) throws(CommandFailure) -> [UInt8] {
    // libosmium's own message for an unreadable file does not say which of the reasons it is.
    guard access(path, R_OK) == 0 else {
      throw CommandFailure(
        .missingFile, "cannot read \(path): \(String(cString: strerror(errno)))", "check the path and its permissions")
    }
    let source = ExtractFile(path: path) { done, all in
      guard all > 0 else { return }
      StandardError.progress("reading \(options.source): \(100 * done / all) %")
    }
    defer { StandardError.endProgress() }
    do { return try NetworkImport.build(source, options: options) } catch {
      switch error {
      case .missing(let path):
        throw CommandFailure(.missingFile, "cannot read \(path)", "check the path and its permissions")
      case .damaged(let reason):
        throw CommandFailure(
          .badData, "\(options.source) is no readable extract: \(reason)", "download it again, or check its format")
      }
    }
  }
}
