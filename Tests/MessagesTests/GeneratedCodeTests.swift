import Foundation
import Messages
import Testing

@Suite("Generated code")
struct GeneratedCodeTests {
  @Test("it was generated from the schemas as they are (else run schemas/generate.sh)")
  func drift() throws {
    let recorded = try String(
      contentsOf: SchemaFiles.directory.deletingLastPathComponent()
        .appendingPathComponent("Sources/CNavigatorProto/schemas.sha256"), encoding: .utf8)
    let files = try SchemaFiles.names(in: "navigator/v1").map { "navigator/v1/\($0)" }
    let expected = try files.map { "\(SHA256.hex(of: try SchemaFiles.bytes($0)))  \($0)\n" }.joined()
    #expect(recorded == expected)
  }

  @Test("the digest is SHA-256")
  func digest() {
    #expect(
      SHA256.hex(of: Array("abc".utf8)) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }
}

/// FIPS 180-4, enough for a digest of files: no library of the tests has it.
enum SHA256 {
  /// The first 32 bits of the fractions of the cube roots (square roots) of the first primes.
  private static let primes: [UInt64] = (2...311).filter { number in (2..<number).allSatisfy { number % $0 != 0 } }

  private static func fraction(_ root: Double) -> UInt32 { UInt32((root - root.rounded(.down)) * 4_294_967_296) }

  static func hex(of message: [UInt8]) -> String {
    let constants = primes.prefix(64).map { fraction(Foundation.cbrt(Double($0))) }
    var hash = primes.prefix(8).map { fraction(Double($0).squareRoot()) }
    var padded = message + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    padded += withUnsafeBytes(of: UInt64(message.count * 8).bigEndian) { Array($0) }
    for start in stride(from: 0, to: padded.count, by: 64) {
      var words = (0..<16).map { index in
        padded[(start + index * 4)..<(start + index * 4 + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      }
      for index in 16..<64 {
        let (a, b) = (words[index - 15], words[index - 2])
        let first = rotated(a, 7) ^ rotated(a, 18) ^ a >> 3
        let second = rotated(b, 17) ^ rotated(b, 19) ^ b >> 10
        words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
      }
      var v = hash
      for index in 0..<64 {
        let mixed = rotated(v[4], 6) ^ rotated(v[4], 11) ^ rotated(v[4], 25)
        let choice = v[4] & v[5] ^ ~v[4] & v[6]
        let first = v[7] &+ mixed &+ choice &+ constants[index] &+ words[index]
        let sum = rotated(v[0], 2) ^ rotated(v[0], 13) ^ rotated(v[0], 22)
        let majority = v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2]
        v = [first &+ sum &+ majority, v[0], v[1], v[2], v[3] &+ first, v[4], v[5], v[6]]
      }
      hash = zip(hash, v).map { $0 &+ $1 }
    }
    return hash.map { word in String(repeating: "0", count: 8 - String(word, radix: 16).count) + String(word, radix: 16)
    }
    .joined()
  }

  private static func rotated(_ value: UInt32, _ count: UInt32) -> UInt32 { value >> count | value << (32 - count) }
}
