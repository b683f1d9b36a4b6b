import Broker
import Messages
import Navigator

/// A record no larger than the broker takes can ask for events, or for a session, that are larger: texts are repeated and escaped. The
/// broker would refuse them at every try, and the record would stand in the way of all behind it; so it is held against the bound first.
extension NavigatorProcessor {
  /// Why a record's effects cannot be written; nil where they can.
  ///
  /// - Parameters:
  ///   - outputs: what the record has published.
  ///   - session: what the record has left of its vehicle's session; nil where that has not changed or is small.
  func excess(of outputs: some Collection<OutgoingRecord>, session: Session?) -> DecodeFailure? {
    let limit = surroundings.settings.maxRecordBytes
    for output in outputs where output.byteCount > limit {
      return DecodeFailure(
        .validation, .tooLarge,
        "an event for \(output.topic) would take \(output.byteCount) bytes, a record at most \(limit)")
    }
    guard let session else { return nil }
    for kind in [ChangelogKinds.route, .progress] {
      let bytes = session.encoded(kind)?.count ?? 0
      if bytes + Self.changelogOverhead > limit {
        return DecodeFailure(
          .validation, .tooLarge, "the session would take \(bytes) bytes in the changelog, a record at most \(limit)")
      }
    }
    return nil
  }

  /// A changelog record's key, the longest there can be, and the record's own bytes.
  private static let changelogOverhead = 1_200
}

extension OutgoingRecord {
  /// Bytes of key, value and headers.
  var byteCount: Int {
    (key?.count ?? 0) + (value?.count ?? 0) + headers.reduce(0) { $0 + $1.name.utf8.count + ($1.value?.count ?? 0) }
  }
}
