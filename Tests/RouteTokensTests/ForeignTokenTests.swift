import RoutePlan
import Testing

@testable import RouteTokens

@Suite("Tokens that are not ours")
struct ForeignTokenTests {
  let keys: KeyRing
  let opener: TokenOpener
  let token: String

  init() throws {
    keys = try KeyRing.generate()
    opener = TokenOpener(keys: keys)
    token = try TokenSealer(keys: keys).seal(SamplePlan.full, nonce: .random)
  }

  private func failure(_ token: String) -> TokenFailure? {
    do throws(TokenFailure) {
      _ = try opener.open(token)
      return nil
    } catch {
      return error
    }
  }

  @Test("any changed bit of the sealed bytes is noticed")
  func flippedBytes() throws {
    var bytes = try #require(Base64URL.decode(Array(token.utf8)))
    for bit in 0..<(bytes.count * 8) {
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      let failure = failure(Base64URL.encode(bytes))
      switch bit / 8 {
      case 0: #expect(failure == .unsupportedVersion(bytes[0]), "bit \(bit)")
      case 1...4: #expect(failure == .unknownKey(TokenEnvelope.keyID(of: bytes).rawValue), "bit \(bit)")
      default: #expect(failure == .notAuthentic, "bit \(bit)")
      }
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
    }
    #expect(failure(Base64URL.encode(bytes)) == nil)
  }

  @Test("any changed bit of the text is noticed, also where base64 has bits to spare")
  func flippedText() {
    var text = Array(token.utf8)
    for bit in 0..<(text.count * 8) {
      text[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(failure(String(decoding: text, as: UTF8.self)) != nil, "bit \(bit)")
      text[bit / 8] ^= 1 << UInt8(bit % 8)
    }
  }

  @Test("every beginning of a token fails, and so does a token with more behind it")
  func truncated() {
    for length in 0..<token.utf8.count { #expect(failure(String(token.prefix(length))) != nil, "\(length)") }
    for more in ["A", "AA", "AAAA", "=", "==", "\n", " ", "\0"] { #expect(failure(token + more) != nil) }
  }

  @Test("nothing, padding, foreign characters and other alphabets say what they are")
  func texts() {
    #expect(failure("") == .empty)
    #expect(failure("A") == .notBase64URL)
    #expect(failure("AQ==") == .notBase64URL)
    #expect(failure("AQ+/") == .notBase64URL)
    #expect(failure("AR") == .notBase64URL)  // the last four bits are not zero
    #expect(failure("ÄÖÜ🚕") == .notBase64URL)
    #expect(failure("AQ") == .truncated)
    #expect(failure("AQAAAAA") == .truncated)
    #expect(failure("AAAAAAA") == .unsupportedVersion(0))
  }

  @Test("a text longer than any token is refused before it is decoded")
  func huge() {
    #expect(failure(String(repeating: "A", count: TokenEnvelope.maximumCharacters + 1)) == .tooLong)
    #expect(failure(String(repeating: "A", count: 50_000_000)) == .tooLong)
  }

  @Test("a token of another ring has an unknown key")
  func foreign() throws {
    let other = try KeyRing.generate()
    let foreign = try TokenSealer(keys: other).seal(SamplePlan.full, nonce: .random)
    #expect(failure(foreign) == .unknownKey(other.active.id.rawValue))
  }

  @Test("a key of the same id but other bytes opens nothing")
  func sameID() throws {
    let other = try KeyRing(entries: [
      KeyRing.Entry(id: keys.active.id, state: .active, secret: SecretKey.generate())
    ])
    let foreign = try TokenSealer(keys: other).seal(SamplePlan.full, nonce: .random)
    #expect(failure(foreign) == .notAuthentic)
  }

  @Test("after a rotation old tokens still open, and after retiring they refuse")
  func rotation() throws {
    let rotated = try keys.rotated()
    #expect(try TokenOpener(keys: rotated).open(token).plan == SamplePlan.full)
    let newer = try TokenSealer(keys: rotated).seal(SamplePlan.bare, nonce: .random)
    #expect(failure(newer) == .unknownKey(rotated.active.id.rawValue))
    let retired = try rotated.rotated(retiring: [keys.active.id])
    #expect(throws: TokenFailure.retiredKey(keys.active.id.rawValue)) { try TokenOpener(keys: retired).open(token) }
    #expect(try TokenOpener(keys: retired).open(newer).plan == SamplePlan.bare)
  }

  @Test("no garbage opens or crashes", arguments: [UInt64(20_260_101)])
  func garbage(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    for _ in 0..<20_000 {
      let length = Int.random(in: 0...200, using: &generator)
      var text = (0..<length).map { _ in alphabet[Int.random(in: 0..<64, using: &generator)] }
      // Half of them get as far as the key.
      if Bool.random(using: &generator) {
        let head = Array(Base64URL.encode(TokenEnvelope.header(keyID: keys.active.id)).utf8.prefix(6))
        text = head + text
      }
      #expect(failure(String(decoding: text, as: UTF8.self)) != nil, "seed \(seed)")
    }
  }

  @Test("a sound seal around anything but a plan is an invalid payload, never a crash", arguments: [UInt64(7)])
  func payloads(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let sealer = TokenSealer(keys: keys)
    let sound = TokenPayload.encode(SamplePlan.full)
    for round in 0..<6_000 {
      var payload = sound
      switch round % 3 {
      case 0:
        payload = (0..<Int.random(in: 0...300, using: &generator)).map { _ in .random(in: 0...255, using: &generator) }
      case 1: payload.removeLast(Int.random(in: 1...payload.count, using: &generator))
      default:
        for _ in 0..<Int.random(in: 1...8, using: &generator) {
          payload[Int.random(in: 0..<payload.count, using: &generator)] = .random(in: 0...255, using: &generator)
        }
      }
      switch failure(try sealer.seal(payload: payload, nonce: .random)) {
      case nil, .invalidPayload: break
      case let other: Issue.record("seed \(seed), round \(round): \(String(describing: other))")
      }
    }
  }
}

/// SplitMix64 (Steele, Lea, Flood 2014).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

extension Base64URL {
  static func decode(_ text: [UInt8]) -> [UInt8]? { text.withUnsafeBytes { decode($0) } }
}
