import Worker

/// Every command of the program, in the order of the help.
struct CommandTable: Sendable {
  let commands: [any Command]

  static let all = CommandTable(commands: [
    DemoCommand(),
    WorkerCommand(),
    ReplayCommand(),
    NetworkBuildCommand(),
    NetworkInfoCommand(),
    NetworkExportCommand(),
    NetworkMatchCommand(),
    NetworkCalibrateCommand(),
    RouteCommand(),
    TokenInspectCommand(),
    KeysNewCommand(),
    KeysRotateCommand(),
    TopicsCreateCommand(),
    TopicsCheckCommand(),
    SimulateCommand(),
    WatchCommand(),
    BenchCommand(),
    HelpCommand(),
  ])

  /// What the words after `navigator` ask for.
  enum Request {
    case help(topic: [String])
    case version
    case run(Invocation)
  }

  /// Finds the command and reads its flags; does nothing yet.
  func request(_ words: [String]) throws(CommandFailure) -> Request {
    guard let first = words.first, first != "--help", first != "-h" else { return .help(topic: []) }
    if words == ["--version"] { return .version }
    guard let (command, rest) = find(words) else {
      let isGroup = !members(of: first).isEmpty
      if isGroup, words.count == 1 || words[1] == "--help" || words[1] == "-h" { return .help(topic: [first]) }
      throw unknown(words, isGroup: isGroup)
    }
    let invocation = try OptionParser.parse(rest, for: command)
    if invocation.wantsHelp { return .help(topic: command.words) }
    try invocation.check()
    return .run(invocation)
  }

  /// The command whose words begin `words`, and what follows them.
  func find(_ words: [String]) -> (any Command, [String])? {
    for command in commands where words.starts(with: command.words) {
      return (command, Array(words.dropFirst(command.words.count)))
    }
    return nil
  }

  /// The commands that begin with the word `group` and have a second one, e.g. `network build`.
  func members(of group: String) -> [any Command] {
    commands.filter { $0.words.count > 1 && $0.words[0] == group }
  }

  private func unknown(_ words: [String], isGroup: Bool) -> CommandFailure {
    let asked = words.prefix(isGroup ? 2 : 1).joined(separator: " ")
    let known = isGroup ? members(of: words[0]).map(\.name) : commands.map { $0.words[0] }
    let nearest = NearestName.of(asked, in: known).map { ", did you mean \($0)?" } ?? ""
    return .usage("unknown command \"\(asked)\"\(nearest)", command: isGroup ? words[0] : nil)
  }
}

extension Command {
  /// The name's words.
  var words: [String] { name.split(separator: " ").map(String.init) }
}
