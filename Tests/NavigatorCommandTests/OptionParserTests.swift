import Testing

@testable import NavigatorCommand

private struct Sample: Command {
  let name = "sample run"
  let summary = "A command for the tests."
  let options: [CommandOption] = [
    .required("network", "FILE", "a network file"), .value("vehicles", "N", "how many"), .flag("json", "as JSON"),
  ]
  let operands = CommandOperands.atMostOne("TRACE.csv")
  let example = "navigator sample run --network a.nav"
  func run(_ invocation: Invocation) throws(CommandFailure) {}
}

private let table = CommandTable(commands: [Sample(), HelpCommand()])

private func failure(_ words: [String]) -> CommandFailure? {
  do throws(CommandFailure) {
    _ = try table.request(words)
    return nil
  } catch {
    return error
  }
}

private func invocation(_ words: [String]) throws -> Invocation {
  guard case .run(let invocation) = try table.request(words) else { throw CommandFailure.usage("help") }
  return invocation
}

struct OptionParserTests {
  @Test("flags and operands come in any order, values beside or after an equals sign")
  func anyOrder() throws {
    for words in [
      ["--network", "a.nav", "--json", "t.csv"], ["t.csv", "--json", "--network=a.nav"],
      ["--json", "--network=x", "--network", "a.nav", "--", "t.csv"],
    ] {
      let call = try invocation(["sample", "run"] + words)
      #expect(call.value("network") == "a.nav")
      #expect(call.flag("json"))
      #expect(!call.flag("vehicles"))
      #expect(call.operands == ["t.csv"])
    }
  }

  @Test("a hyphen alone is an operand or a value: standard input")
  func hyphen() throws {
    let call = try invocation(["sample", "run", "--network", "-", "-"])
    #expect(call.value("network") == "-")
    #expect(call.operands == ["-"])
  }

  @Test("an empty value and a value with an equals sign are kept as they are")
  func oddValues() throws {
    #expect(try invocation(["sample", "run", "--network="]).value("network") == "")
    #expect(try invocation(["sample", "run", "--network=a=b"]).value("network") == "a=b")
  }

  @Test(
    "each mistake is a usage failure that says what to do",
    arguments: [
      (["sample", "run", "--network", "a", "--jsn"], "unknown option --jsn, did you mean --json?"),
      (["sample", "run", "--vehicle=3"], "unknown option --vehicle, did you mean --vehicles?"),
      (["sample", "run", "--ntework", "a"], "unknown option --ntework, did you mean --network?"),
      (["sample", "run", "--zzzzzzzz"], "unknown option --zzzzzzzz"),
      (["sample", "run", "-x"], "unknown option -x"),
      (["sample", "run", "--network"], "--network needs a value"),
      (["sample", "run", "--json=yes"], "--json takes no value"),
      (["sample", "run", "--json"], "--network FILE is missing"),
      (["sample", "run", "--network", "a", "b", "c"], "unexpected \"c\""),
      (["sample", "rum"], "unknown command \"sample rum\", did you mean sample run?"),
      (["hlep"], "unknown command \"hlep\", did you mean help?"),
      (["qqqqqqqq"], "unknown command \"qqqqqqqq\""),
    ])
  func mistakes(_ words: [String], _ what: String) {
    let found = failure(words)
    #expect(found?.status == .usage)
    #expect(found?.what.hasPrefix(what) == true, "\(found?.what ?? "none")")
    #expect(found?.whatToDo.hasPrefix("see: navigator help") == true)
  }

  @Test("help is asked for at every level and wins over other mistakes of the call")
  func help() throws {
    for words in [
      [], ["--help"], ["-h"], ["sample", "--help"], ["sample"], ["sample", "run", "--help"], ["sample", "run", "-h"],
    ] {
      guard case .help = try table.request(words) else {
        Issue.record("\(words) is not help")
        continue
      }
    }
  }

  @Test("numbers are read within their range; everything else is told")
  func numbers() throws {
    func vehicles(_ text: String) throws -> Int? {
      try invocation(["sample", "run", "--network", "a", "--vehicles", text]).integer("vehicles", in: 1...10)
    }
    #expect(try vehicles("10") == 10)
    for text in ["0", "11", "1.5", "x", "", "99999999999999999999", "-3"] {
      #expect(throws: CommandFailure.self) { try vehicles(text) }
    }
    for text in ["nan", "inf", "-0.1", "2", "1e999"] {
      let call = try invocation(["sample", "run", "--network", "a", "--vehicles", text])
      #expect(throws: CommandFailure.self) { try call.number("vehicles", in: 0...1) }
    }
  }
}
