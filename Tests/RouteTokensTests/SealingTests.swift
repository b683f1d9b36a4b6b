import RoutePlan
import RouteTokens
import Testing

@Suite("Sealing and opening")
struct SealingTests {
  let keys: KeyRing
  let sealer: TokenSealer
  let opener: TokenOpener

  init() throws {
    keys = try KeyRing.generate()
    sealer = TokenSealer(keys: keys)
    opener = TokenOpener(keys: keys)
  }

  @Test("what was sealed comes out again", arguments: [SamplePlan.full, SamplePlan.bare])
  func roundTrip(plan: RoutePlan) throws {
    let token = try sealer.seal(plan, nonce: .random)
    #expect(try opener.open(token).plan == plan)
  }

  @Test("a token is base64url without padding")
  func alphabet() throws {
    let token = try sealer.seal(SamplePlan.full, nonce: .random)
    #expect(
      token.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
      })
  }

  @Test("two tokens of one plan differ, and so do their hashes")
  func randomNonces() throws {
    let first = try sealer.seal(SamplePlan.full, nonce: .random)
    let second = try sealer.seal(SamplePlan.full, nonce: .random)
    #expect(first != second)
    #expect(try opener.open(first).hash != opener.open(second).hash)
  }

  @Test("the hash of a token is that of its text, every time")
  func hash() throws {
    let token = try sealer.seal(SamplePlan.full, nonce: .random)
    #expect(try opener.open(token).hash == TokenOpener.hash(of: token))
    #expect(TokenOpener.hash(of: "abc") == TokenOpener.hash(of: "abc"))
    // BLAKE2b-128 of "abc", by Python's hashlib.
    #expect(TokenOpener.hash(of: "abc") == TokenHash(high: 0xcf4a_b791_c62b_8d2b, low: 0x2109_c902_7528_7816))
  }

  @Test("a derived nonce gives the same bytes in a replay, and others for any other record or output")
  func derivedNonces() throws {
    func token(_ topic: String, _ partition: Int32, _ offset: Int64, _ index: Int32, _ plan: RoutePlan) throws -> String
    {
      try sealer.seal(
        plan, nonce: .derived(topic: topic, partition: partition, offset: offset, outputIndex: index))
    }
    let plan = SamplePlan.full
    let first = try token("service-requests", 1, 42, 0, plan)
    #expect(try token("service-requests", 1, 42, 0, plan) == first)
    #expect(try opener.open(first).plan == plan)
    var changed = plan
    changed.issuedAtMillis += 1
    let others = [
      try token("service-request", 1, 42, 0, plan), try token("service-requests", 2, 42, 0, plan),
      try token("service-requests", 1, 43, 0, plan), try token("service-requests", 1, 42, 1, plan),
      try token("service-requests", 1, 42, 0, changed), try token("", -1, -1, -1, plan),
    ]
    // The nonce follows six characters and two thirds of the header.
    let nonces = Set((others + [first]).map { $0.dropFirst(7).prefix(30) })
    #expect(nonces.count == others.count + 1)
  }

  @Test("fields of a newer issuer survive opening and sealing")
  func unknownFields() throws {
    // Field 1000 as a varint, field 1001 as text.
    let newer: [UInt8] = [0xC0, 0x3E, 0x96, 0x01, 0xCA, 0x3E, 0x03, 0x61, 0x62, 0x63]
    var plan = SamplePlan.full
    plan.unknownFields = newer
    let opened = try opener.open(sealer.seal(plan, nonce: .random)).plan
    #expect(opened.unknownFields == newer)
    #expect(try opener.open(sealer.seal(opened, nonce: .random)).plan == plan)
  }

  @Test("a plan too long for any opener is not sealed")
  func tooLong() {
    var plan = SamplePlan.bare
    plan.unknownFields = [UInt8](repeating: 0, count: 200_000)
    #expect(throws: SealFailure.tooLong) { try sealer.seal(plan, nonce: .random) }
  }
}
