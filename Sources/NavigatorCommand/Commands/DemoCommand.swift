import Foundation
import Observability
import RoadNetwork
import RouteTokens
import Worker

/// `navigator demo`: the main job, told live.
struct DemoCommand: Command {
  let name = "demo"
  let summary = "Tell two trips live, on an embedded broker and a shipped map."
  let options: [CommandOption] = [
    .flag("json", "one line for each published event instead of the story"),
    .value("map", "FILE.html", "write a page with plans, driven paths and events; it stands alone"),
    .value("speed", "X", "how many times faster than real time (10)"),
    .value(
      "bootstrap", "HOST:PORT", "run on a real cluster, with topics of the demo's own, instead of the embedded one"),
    .flag("log", "show the worker's log as well"),
  ]
  let notes = """
    The embedded broker is librdkafka's mock cluster inside this process: the real protocol, but no promise of exactly-once, and nothing
    outlives the process. The status is 0 only when both trips ended with all their arrivals.
    """
  let example = "navigator demo --map trips.html"

  func run(_ invocation: Invocation) throws(CommandFailure) {
    let speed = try invocation.number("speed", in: 0.1...50) ?? 10
    if let path = invocation.value("map") {
      try OutputFile.refuseLoss(of: path, unless: .tripMap)
      try OutputFile.check(path)
    }
    let network = try DemoMapFile.network()
    let keys = try KeyRingCommands.mapped { () throws(KeyRingFailure) in try KeyRing.generate() }
    let bootstrap = invocation.value("bootstrap")
    let now = Int64(Date().timeIntervalSince1970 * 1_000)
    // Event time stays behind the clock to the end of the trips, however fast they are told.
    let start = (now / 1_000 - 1_800) * 1_000
    let cluster = try DemoCluster(bootstrap: bootstrap, run: "\(now)")
    let output = DemoOutput(asJSON: invocation.flag("json"), startMillis: start)
    if !invocation.flag("json") { output.introduce(isEmbedded: cluster.isEmbedded) }
    let worker = try DemoWorker(
      cluster: cluster, network: network, keys: keys,
      application: bootstrap == nil ? "navigator-demo" : "navigator-demo-\(now)",
      logLevel: invocation.flag("log") ? .info : .error)
    var run = DemoRun(
      script: try DemoScript(network: network, keys: keys, startMillis: start), network: network, cluster: cluster,
      worker: worker, output: output, startMillis: start, speed: speed)
    let outcome = Result { () throws(CommandFailure) in try run.toTheEnd() }
    let end = worker.finish(withinSeconds: 25)
    if let path = invocation.value("map") {
      let map = TripMap(network: network, trips: run.traces, attribution: DemoMapFile.attribution)
      try OutputFile.replace(path, with: Array(map.html().utf8))
    }
    try output.flush()
    try outcome.get()
    guard let end, end.exit == .drained else {
      throw CommandFailure(
        .internalFault, "the worker did not stop in order: \(end?.reason ?? "it is still running")", "")
    }
    if !invocation.flag("json") { output.say("Both trips ended with all their arrivals.") }
    try output.flush()
  }
}
