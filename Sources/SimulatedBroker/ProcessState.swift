/// One client process in the simulation.
struct ProcessState {
  let name: String
  /// Calls made so far.
  var steps = 0
  /// The process dies at this call, before it is carried out.
  var killAtStep: Int?
  var killSendsQueued = false
  var isKilled = false
  /// It is not scheduled and sends no heartbeats.
  var isFrozen = false
  /// Its connections are cut.
  var cutSinceMillis: Int64?

  init(name: String) { self.name = name }

  var isSilent: Bool { isKilled || isFrozen || cutSinceMillis != nil }
}
