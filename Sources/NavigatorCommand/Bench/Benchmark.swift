import Worker

/// One benchmark of `navigator bench`: what it measures, and the run.
///
/// To add one: a file in this folder with a type like this, one line in `BenchmarkTable.all`. Runs in one thread, in
/// process; times are told, never judged, and the answers are checked by their checksum.
protocol Benchmark: Sendable {
  /// The word after `navigator bench`.
  var name: String { get }
  /// One line for the help.
  var summary: String { get }
  /// The options it reads beside `--network` and `--json`.
  var inputs: [String] { get }
  /// What its rows are, for the help; `N` stands for digits.
  var terms: [(rows: String, meaning: String)] { get }

  func run(_ inputs: BenchInputs) throws(CommandFailure) -> BenchReport
}

/// Every benchmark, in the order of the help.
enum BenchmarkTable {
  static let all: [any Benchmark] = [
    RouteBenchmark(), CustomizeBenchmark(), MatrixBenchmark(), ImportBenchmark(), ConditionsBenchmark(),
    OracleBenchmark(),
  ]

  static func benchmark(_ name: String) throws(CommandFailure) -> any Benchmark {
    if let found = all.first(where: { $0.name == name }) { return found }
    let names = all.map(\.name)
    let nearest = NearestName.of(name, in: names).map { ", did you mean \($0)" } ?? ""
    throw .usage(
      "there is no benchmark \"\(name)\"\(nearest); there are \(names.joined(separator: ", "))", command: "bench")
  }
}
