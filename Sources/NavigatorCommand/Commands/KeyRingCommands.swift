internal import RouteTokens

/// What the commands that use a key ring share.
enum KeyRingCommands {
  /// The ring in a file, or a failure that says what to do.
  static func read(_ path: String) throws(CommandFailure) -> KeyRing {
    do throws(KeyRingFailure) { return try KeyRing.read(path: path) } catch {
      // Before anything is said of the mode, which is right for another kind of file.
      let kind = FileKind.of(path)
      switch kind {
      case .roadNetwork, .extract, .speedTable, .records, .tripMap, .table:
        throw CommandFailure(
          .badData, "\(path) is \(kind.text), no key ring", "one is made with: navigator keys new FILE")
      case .nothing, .keyRing, .other, .noFile: throw failure(error)
      }
    }
  }

  /// Runs `body` with its failures told as a command's.
  static func mapped<Result>(_ body: () throws(KeyRingFailure) -> Result) throws(CommandFailure) -> Result {
    do { return try body() } catch { throw failure(error) }
  }

  /// One line for each key: its id and what it may do.
  static func list(_ ring: KeyRing) throws(CommandFailure) {
    let output = StandardOutput()
    for key in ring.keys { output.writeLine("\(key.id) \(key.state.rawValue)") }
    try output.flush()
  }

  private static func failure(_ failure: KeyRingFailure) -> CommandFailure {
    let status: ExitStatus =
      switch failure {
      case .malformed, .unknownKey: .badData
      case .noRandomness: .internalFault
      case .file: .missingFile
      case .fileExists: .inputOutput
      case .permissionsTooWide, .notARegularFile: .settings
      }
    return CommandFailure(status, failure.what, failure.whatToDo)
  }
}
