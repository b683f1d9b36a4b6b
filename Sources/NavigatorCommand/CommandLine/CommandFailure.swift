/// Why a command stopped, what the user can do about it, and the exit status.
struct CommandFailure: Error, Equatable, Sendable {
  let status: ExitStatus
  let what: String
  let whatToDo: String

  init(_ status: ExitStatus, _ what: String, _ whatToDo: String) {
    self.status = status
    self.what = what
    self.whatToDo = whatToDo
  }

  /// The wrong words on the command line; `command` is the one whose help is pointed to.
  static func usage(_ what: String, command: String? = nil) -> CommandFailure {
    CommandFailure(.usage, what, "see: navigator help" + (command.map { " " + $0 } ?? ""))
  }

  /// The reader of standard output has gone; not an error to speak about.
  static let readerLeft = CommandFailure(.success, "", "")

  /// `navigator: what is wrong (what to do)`, always one line, whatever the parts contain.
  var line: String {
    let text = whatToDo.isEmpty ? "navigator: \(what)" : "navigator: \(what) (\(whatToDo))"
    return String(
      String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }
}
