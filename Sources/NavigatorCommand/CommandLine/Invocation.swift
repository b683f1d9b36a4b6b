/// One call of a command: the flags and operands given, read with checks.
struct Invocation: Sendable {
  let command: any Command
  var operands: [String] = []
  /// By option name; a flag without a value holds empty strings.
  var values: [String: [String]] = [:]
  var wantsHelp = false

  init(command: any Command) { self.command = command }

  /// True when `--name` was given.
  func flag(_ name: String) -> Bool { values[name] != nil }

  /// The value of `--name`, the last one given; nil when absent.
  func value(_ name: String) -> String? { values[name]?.last }

  /// Every value of `--name`, in the order given.
  func allValues(_ name: String) -> [String] { values[name] ?? [] }

  /// The value of an option that must be there.
  func required(_ name: String) throws(CommandFailure) -> String {
    guard let value = value(name) else {
      let spelling = command.options.first { $0.name == name }?.spelling ?? "--\(name)"
      throw .usage("\(spelling) is missing", command: command.name)
    }
    return value
  }

  /// The integer value of `--name`, within `range`; nil when absent.
  func integer(_ name: String, in range: ClosedRange<Int>) throws(CommandFailure) -> Int? {
    guard let text = value(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw .usage(
        "--\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound), not \"\(text)\"",
        command: command.name)
    }
    return number
  }

  /// The decimal value of `--name`, within `range`; nil when absent. NaN is refused.
  func number(_ name: String, in range: ClosedRange<Double>) throws(CommandFailure) -> Double? {
    guard let text = value(name) else { return nil }
    guard let number = Double(text), range.contains(number) else {
      throw .usage(
        "--\(name) must be a number from \(range.lowerBound) to \(range.upperBound), not \"\(text)\"",
        command: command.name)
    }
    return number
  }

  /// The value of `--name` as one of `choices`; nil when absent.
  func choice(_ name: String, of choices: [String]) throws(CommandFailure) -> String? {
    guard let text = value(name) else { return nil }
    guard choices.contains(text) else {
      throw .usage(
        "--\(name) must be one of \(choices.joined(separator: ", ")), not \"\(text)\"", command: command.name)
    }
    return text
  }

  /// Refuses a missing required option and a wrong number of operands.
  func check() throws(CommandFailure) {
    for option in command.options where option.isRequired { _ = try required(option.name) }
    if operands.count < command.operands.count.lowerBound {
      throw .usage("\(command.operands.spelling) is missing", command: command.name)
    }
    if operands.count > command.operands.count.upperBound {
      throw .usage("unexpected \"\(operands[command.operands.count.upperBound])\"", command: command.name)
    }
  }
}
