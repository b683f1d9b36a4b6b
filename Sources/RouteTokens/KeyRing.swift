internal import CSodium

/// Which key of a ring sealed a token; public, part of every token.
public struct KeyID: Hashable, Sendable, CustomStringConvertible {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Nil unless `text` is eight hexadecimal digits.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count == 8, text.allSatisfy(\.isHexDigit), let value = UInt32(text, radix: 16) else { return nil }
    rawValue = value
  }

  /// Eight hexadecimal digits.
  public var description: String {
    let digits = String(rawValue, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}

/// What a key may do.
public enum KeyState: String, Hashable, Sendable {
  /// Seals and opens; exactly one key of a ring.
  case active
  /// Opens only.
  case open
  /// Refuses.
  case retired
}

/// The keys that seal and open tokens. Holds secrets in guarded memory; never prints them.
///
/// Sendable and immutable; copies share the guarded memory, which is wiped when the last one goes.
public struct KeyRing: Sendable {
  struct Entry: Sendable {
    var id: KeyID
    var state: KeyState
    /// Nil for a retired key, which is forgotten.
    var secret: SecretKey?
  }

  /// More than this many keys are refused.
  public static let maximumKeys = 64

  let entries: [Entry]
  let active: (id: KeyID, secret: SecretKey)

  init(entries: [Entry]) throws(KeyRingFailure) {
    guard entries.count <= Self.maximumKeys else { throw .malformed("more than \(Self.maximumKeys) keys") }
    guard Set(entries.map(\.id)).count == entries.count else { throw .malformed("two keys with one id") }
    let sealing = entries.filter { $0.state == .active }
    guard sealing.count == 1, let first = sealing.first, let secret = first.secret else {
      throw .malformed("\(sealing.count) active keys; exactly one is needed")
    }
    self.entries = entries
    active = (first.id, secret)
  }

  /// A ring of one fresh active key.
  public static func generate() throws(KeyRingFailure) -> KeyRing {
    guard let secret = SecretKey.generate() else { throw .noRandomness }
    return try KeyRing(entries: [Entry(id: freshID(excluding: []), state: .active, secret: secret)])
  }

  /// The ring with a fresh active key; the one that was active still opens, and `retiring` refuses from now on.
  public func rotated(retiring: Set<KeyID> = []) throws(KeyRingFailure) -> KeyRing {
    guard let secret = SecretKey.generate() else { throw .noRandomness }
    for id in retiring.sorted(by: { $0.rawValue < $1.rawValue }) where !entries.contains(where: { $0.id == id }) {
      throw .unknownKey(id)
    }
    var entries = entries.map { entry in
      let isRetired = entry.state == .retired || retiring.contains(entry.id)
      return Entry(id: entry.id, state: isRetired ? .retired : .open, secret: isRetired ? nil : entry.secret)
    }
    entries.insert(
      Entry(id: Self.freshID(excluding: Set(entries.map(\.id))), state: .active, secret: secret), at: 0)
    return try KeyRing(entries: entries)
  }

  /// Ids and states, the active key first after `generate` and `rotated`; no secret.
  public var keys: [(id: KeyID, state: KeyState)] { entries.map { ($0.id, $0.state) } }

  private static func freshID(excluding taken: Set<KeyID>) -> KeyID {
    var id = KeyID(rawValue: randombytes_random())
    while taken.contains(id) { id = KeyID(rawValue: randombytes_random()) }
    return id
  }
}

extension KeyRing: CustomStringConvertible, CustomReflectable {
  /// Ids and states only.
  public var description: String { entries.map { "\($0.id) \($0.state.rawValue)" }.joined(separator: ", ") }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why a key ring could not be had.
public enum KeyRingFailure: Error, Hashable, Sendable {
  /// The text is not a key ring; says what is wrong, without any of the text.
  case malformed(String)
  case unknownKey(KeyID)
  case noRandomness
  /// A file operation failed with this errno.
  case file(path: String, errno: Int32)
  case fileExists(path: String)
  /// Others than the owner may use the file.
  case permissionsTooWide(path: String, mode: UInt32)
  case notARegularFile(path: String)
}

extension KeyRingFailure: CustomStringConvertible {
  public var what: String {
    switch self {
    case .malformed(let detail): "the key ring is malformed: \(detail)"
    case .unknownKey(let id): "the key ring has no key \(id)"
    case .noRandomness: "there is no secure randomness or memory for a key"
    case .file(let path, let code): "cannot use key ring \(path): \(errorText(code))"
    case .fileExists(let path): "\(path) exists already"
    case .permissionsTooWide(let path, let mode):
      "key ring \(path) has mode \(String(mode, radix: 8)): others may use it"
    case .notARegularFile(let path): "key ring \(path) is not a regular file"
    }
  }

  public var whatToDo: String {
    switch self {
    case .malformed: "make one with 'navigator keys new FILE'"
    case .unknownKey: "see the ids in the file"
    case .noRandomness: "check the system's limits"
    case .file: "check the path and its owner"
    case .fileExists: "choose another name, or use 'navigator keys rotate'"
    case .permissionsTooWide(let path, _): "chmod 600 \(path)"
    case .notARegularFile: "name the file itself"
    }
  }

  /// One line.
  public var description: String { "\(what) (\(whatToDo))" }
}
