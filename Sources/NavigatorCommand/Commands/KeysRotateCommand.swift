internal import RouteTokens

/// `navigator keys rotate FILE`.
struct KeysRotateCommand: Command {
  let name = "keys rotate"
  let summary = "Put a fresh key into a key ring; the former ones still open tokens."
  let options = [
    CommandOption.value(
      "retire", "ID", "a key that refuses its tokens from now on; its secret is forgotten (repeatable)")
  ]
  let operands = CommandOperands.one("FILE")
  let notes = """
    The file is replaced in one step: a reader sees the former ring or the new one. Give the new file to every
    worker before anything seals with the new key.
    """
  let example = "navigator keys rotate --retire 5f3a9c01 keys.json"

  func run(_ invocation: Invocation) throws(CommandFailure) {
    var retiring: Set<KeyID> = []
    for text in invocation.allValues("retire") {
      guard let id = KeyID(text) else {
        throw .usage("--retire takes a key id of eight hexadecimal digits, not \"\(text)\"", command: name)
      }
      retiring.insert(id)
    }
    let path = invocation.operands[0]
    let former = try KeyRingCommands.read(path)
    let ring = try KeyRingCommands.mapped { () throws(KeyRingFailure) in
      let ring = try former.rotated(retiring: retiring)
      try ring.replace(path: path)
      return ring
    }
    try KeyRingCommands.list(ring)
  }
}
