@preconcurrency import CGetOpt
import Glibc
import Synchronization
import Worker

/// Splits a command's words into flags and operands by getopt_long(3).
enum OptionParser {
  /// getopt_long keeps its place in process-wide variables.
  private static let getoptState = Mutex<Void>(())
  private static let firstLongCode: Int32 = 256

  /// `words` are what follows the command's name. Errors are usage failures that name the nearest known flag.
  static func parse(_ words: [String], for command: any Command) throws(CommandFailure) -> Invocation {
    let result: Result<Invocation, CommandFailure> = getoptState.withLock { _ in
      do throws(CommandFailure) {
        return .success(try scan(words, for: command))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private static func scan(_ words: [String], for command: any Command) throws(CommandFailure) -> Invocation {
    var arguments: [UnsafeMutablePointer<CChar>?] = (["navigator"] + words).map { strdup($0) }
    defer { arguments.forEach { free($0) } }
    let names = command.options.map { strdup($0.name) } + [strdup("help")]
    defer { names.forEach { free($0) } }
    var table = names.enumerated().map { index, name in
      let takesValue = index < command.options.count && command.options[index].placeholder != nil
      return option(
        name: name.map { UnsafePointer($0) }, has_arg: takesValue ? required_argument : no_argument, flag: nil,
        val: firstLongCode + Int32(index))
    }
    table.append(option())
    let count = Int32(arguments.count)
    arguments.append(nil)

    var invocation = Invocation(command: command)
    optind = 0  // start afresh
    opterr = 0
    // "-": operands come in their place, whatever POSIXLY_CORRECT says; ":": a missing value is told apart.
    while true {
      let code = getopt_long(count, &arguments, "-:h", table, nil)
      switch code {
      case -1:
        for index in Int(optind)..<Int(count) { invocation.operands.append(text(arguments[index])) }
        return invocation
      case 1:
        invocation.operands.append(text(optarg))
      case 104:  // h
        invocation.wantsHelp = true
      case 58:  // :
        throw .usage("\(spelling(of: optopt, command)) needs a value", command: command.name)
      case 63:  // ?
        throw unknown(optopt, word: text(arguments[Int(optind) - 1]), command)
      default:
        let given = code - firstLongCode
        try refuseAbbreviation(text(arguments[wordIndex(arguments)]), Int(given), command)
        guard given < command.options.count else {
          invocation.wantsHelp = true
          continue
        }
        let name = command.options[Int(given)].name
        invocation.values[name, default: []].append(optarg == nil ? "" : text(optarg))
      }
    }
  }

  /// Where the flag just read stands: before its value, or holding it after "=".
  private static func wordIndex(_ arguments: [UnsafeMutablePointer<CChar>?]) -> Int {
    let last = Int(optind) - 1
    return optarg != nil && optarg == arguments[last] ? last - 1 : last
  }

  /// getopt_long takes unique beginnings of names; a script that used one would break when a flag is added.
  private static func refuseAbbreviation(_ word: String, _ given: Int, _ command: any Command) throws(CommandFailure) {
    let name = given < command.options.count ? command.options[given].name : "help"
    guard word != "--\(name)", !word.hasPrefix("--\(name)=") else { return }
    throw .usage("unknown option \(flagPart(word)), did you mean --\(name)?", command: command.name)
  }

  private static func unknown(_ code: Int32, word: String, _ command: any Command) -> CommandFailure {
    if code >= firstLongCode {
      return .usage("\(spelling(of: code, command)) takes no value", command: command.name)
    }
    if code != 0 {
      let letter = Unicode.Scalar(UInt32(truncatingIfNeeded: code) & 0xFF).map(String.init) ?? "?"
      return .usage("unknown option -\(letter)", command: command.name)
    }
    let flag = flagPart(word)
    let known = command.options.map(\.name) + ["help"]
    let nearest = NearestName.of(String(flag.dropFirst(2)), in: known).map { ", did you mean --\($0)?" } ?? ""
    return .usage("unknown option \(flag)\(nearest)", command: command.name)
  }

  private static func spelling(of code: Int32, _ command: any Command) -> String {
    let index = Int(code - firstLongCode)
    return index >= 0 && index < command.options.count ? "--\(command.options[index].name)" : "--help"
  }

  private static func flagPart(_ word: String) -> String { String(word.prefix { $0 != "=" }) }

  private static func text(_ pointer: UnsafeMutablePointer<CChar>?) -> String {
    pointer.map { String(cString: $0) } ?? ""
  }
}
