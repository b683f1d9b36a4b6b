import Testing

@testable import NavigatorCommand

struct CommandTableTests {
  @Test("every command has a help page with its options and an example that names it")
  func pages() throws {
    let help = HelpText(table: .all)
    let listing = try help.page([])
    for command in CommandTable.all.commands {
      let page = try help.page(command.words)
      #expect(listing.contains(command.name))
      #expect(page.contains("usage: navigator \(command.name)"))
      #expect(command.example.contains("navigator \(command.name)"))
      for option in command.options { #expect(page.contains(option.spelling)) }
    }
  }

  @Test("names are unique, lower case, of one or two words, and none is hidden by a shorter one")
  func names() {
    let names = CommandTable.all.commands.map(\.name)
    #expect(Set(names).count == names.count)
    for command in CommandTable.all.commands {
      #expect((1...2).contains(command.words.count))
      #expect(command.name.allSatisfy { $0.isLowercase || $0 == " " || $0 == "-" })
      #expect(command.words.count == 1 || !names.contains(command.words[0]))
      #expect(Set(command.options.map(\.name)).count == command.options.count)
      #expect(!command.options.contains { $0.name == "help" })
    }
  }

  @Test("the listing names every exit status")
  func statuses() throws {
    let listing = try HelpText(table: .all).page([])
    for status in ExitStatus.allCases { #expect(listing.contains("\(status.rawValue)")) }
  }

  @Test("an error is one line, whatever text from outside it carries")
  func oneLine() {
    let failure = CommandFailure(.badData, "bad token \"a\nb\u{1B}[2J\"", "check it")
    #expect(failure.line == "navigator: bad token \"a b [2J\" (check it)")
  }
}
