/// When a step happens, and on whose word.
struct Moment {
  enum Source {
    /// A fix: the time it was taken.
    case fix
    /// A dispatcher's command: when its record was written.
    case command
    /// A deadline that has passed: its own time.
    case timer
    /// A change on the roads, which has a clock of its own: it is judged at its time, and the vehicle's does not move.
    case conditions
  }

  var source: Source
  /// Event time, milliseconds since 1970.
  var millis: Int64
  /// When the sender of a command says it issued it: orders assignments and dates a position that came with one, and nothing
  /// else. It may be a booking's time, and the sender's clock may be slow.
  var issuedAtMillis: Int64

  init(_ source: Source, _ millis: Int64, issuedAtMillis: Int64? = nil) {
    self.source = source
    self.millis = millis
    self.issuedAtMillis = issuedAtMillis ?? millis
  }
}
