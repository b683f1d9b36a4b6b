import RouteTokens
import Testing

@Suite("Key rings")
struct KeyRingTests {
  private let secret = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"

  private func ring(_ text: String) throws -> KeyRing { try KeyRing(json: Array(text.utf8)) }

  @Test("a ring of active, open and retired keys is read")
  func read() throws {
    let ring = try ring(
      """
      {"keys": [
        {"id": "5f3a9c01", "state": "open", "secret": "\(secret)"},
        {"state": "active", "secret": "\(secret)", "id": "000000FF"},
        {"id": "00000001", "state": "retired"}
      ]}
      """)
    #expect(ring.keys.map(\.id.description) == ["5f3a9c01", "000000ff", "00000001"])
    #expect(ring.keys.map(\.state) == [.open, .active, .retired])
  }

  @Test("a ring never shows a secret")
  func secrecy() throws {
    let ring = try ring(#"{"keys":[{"id":"5f3a9c01","state":"active","secret":"\#(secret)"}]}"#)
    var dumped = ""
    dump(ring, to: &dumped)
    for text in ["\(ring)", String(describing: ring), String(reflecting: ring), dumped] {
      #expect(!text.contains(secret) && !text.contains("0x"), "\(text)")
    }
  }

  @Test(
    "what is no ring is refused, without quoting it",
    arguments: [
      "", "{}", "[]", "null", #"{"keys":[]}"#, #"{"keys":[{}]}"#,
      #"{"keys":[{"id":"5f3a9c01","state":"active"}]}"#,
      #"{"keys":[{"id":"5f3a9c01","state":"active","secret":"AAEC"}]}"#,
      #"{"keys":[{"id":"5f3a9c01","state":"active","secret":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh9"}]}"#,
      #"{"keys":[{"id":"5f3a9c01","state":"active","secret":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="}]}"#,
      #"{"keys":[{"id":"5f3a9c","state":"active","secret":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"}]}"#,
      #"{"keys":[{"id":"5f3a9c01","state":"sealing","secret":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"}]}"#,
      #"{"keys":[{"id":"5f3a9c01","state":"open","secret":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"}]}"#,
      #"{"keys":[{"id":"5f3a9c01","state":"active","secret":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8","x":1}]}"#,
      #"{"keys":[{"id":"5f3a9c01","state":"active","secret":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"}]}{"#,
      #"{"keys":[{"id":"5f3a9c01","state":"active","secret":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"},{"#,
      #"{"keys":[{"id":"5f3a9c01","state":"active","secret":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"#,
      #"{"keys":[{"id":"5f3a9c01","state":"retired","secret":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"}]}"#,
    ])
  func malformed(text: String) {
    do throws(KeyRingFailure) {
      _ = try KeyRing(json: Array(text.utf8))
      Issue.record("read \(text)")
    } catch {
      #expect(!error.description.contains("AAECAwQ"))
    }
  }

  @Test("two active keys, or two keys of one id, are refused")
  func twice() {
    for (id, state) in [("00000002", "active"), ("5f3a9c01", "open")] {
      #expect(throws: KeyRingFailure.self) {
        try ring(
          """
          {"keys":[{"id":"5f3a9c01","state":"active","secret":"\(secret)"},
          {"id":"\(id)","state":"\(state)","secret":"\(secret)"}]}
          """)
      }
    }
  }

  @Test("a rotated ring keeps what still opens and forgets what is retired")
  func rotation() throws {
    let first = try KeyRing.generate()
    let second = try first.rotated()
    #expect(second.keys.map(\.state) == [.active, .open])
    #expect(second.keys[1].id == first.keys[0].id)
    let third = try second.rotated(retiring: [first.keys[0].id])
    #expect(third.keys.map(\.state) == [.active, .open, .retired])
    #expect(throws: KeyRingFailure.unknownKey(KeyID(rawValue: 0))) {
      try first.rotated(retiring: [KeyID(rawValue: 0)])
    }
  }
}
