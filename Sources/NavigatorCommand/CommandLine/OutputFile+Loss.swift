extension OutputFile {
  /// Refuses to write over a file that is neither empty nor of the kind that is about to be written: a mistaken `--out`
  /// must not cost a map or a key ring. To be asked before the work.
  static func refuseLoss(of path: String, unless kind: FileKind) throws(CommandFailure) {
    let found = FileKind.of(path)
    guard found != .nothing, found != .noFile, found != kind else { return }
    throw CommandFailure(
      .inputOutput, "\(path) is \(found.text) and would be lost: only \(kind.text) is replaced",
      "name another file, or remove this one first")
  }
}
