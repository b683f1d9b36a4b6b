internal import RouteTokens

/// `navigator keys new FILE`.
struct KeysNewCommand: Command {
  let name = "keys new"
  let summary = "Make a key ring with one fresh key, in a new file of mode 0600."
  let operands = CommandOperands.one("FILE")
  let notes = "An existing file is never overwritten. Standard output gets the key's id, never the key."
  let example = "navigator keys new keys.json"

  func run(_ invocation: Invocation) throws(CommandFailure) {
    let ring = try KeyRingCommands.mapped { () throws(KeyRingFailure) in
      let ring = try KeyRing.generate()
      try ring.create(path: invocation.operands[0])
      return ring
    }
    try KeyRingCommands.list(ring)
  }
}
