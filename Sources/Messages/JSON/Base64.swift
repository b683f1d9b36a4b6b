/// RFC 4648. Reading takes the common and the URL alphabet, with or without padding, as protobuf's JSON mapping wants.
enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// With padding, common alphabet.
  static func encode(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var group: UInt32 = 0
    var filled = 0
    for byte in bytes {
      group = group << 8 | UInt32(byte)
      filled += 1
      if filled == 3 {
        for shift in [18, 12, 6, 0] as [UInt32] { text.append(alphabet[Int(group >> shift & 63)]) }
        group = 0
        filled = 0
      }
    }
    if filled == 1 {
      text += [alphabet[Int(group >> 2 & 63)], alphabet[Int(group << 4 & 63)]] + Array("==".utf8)
    } else if filled == 2 {
      text += [alphabet[Int(group >> 10 & 63)], alphabet[Int(group >> 4 & 63)], alphabet[Int(group << 2 & 63)]]
      text += Array("=".utf8)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// nil when the text is not base64.
  static func decode(_ text: String) -> [UInt8]? {
    var characters = Array(text.utf8)
    if characters.count % 4 == 0 {
      while characters.last == UInt8(ascii: "="), characters.count % 4 != 2 { characters.removeLast() }
    }
    guard characters.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count / 4 * 3 + 2)
    var group: UInt32 = 0
    var bits: UInt32 = 0
    for character in characters {
      guard let value = value(of: character) else { return nil }
      group = group << 6 | value
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: group >> bits))
      }
    }
    // The bits that are left over belong to no byte and must be zero.
    return group & (1 << bits - 1) == 0 ? bytes : nil
  }

  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case 0x41...0x5A: UInt32(character - 0x41)
    case 0x61...0x7A: UInt32(character - 0x61 + 26)
    case 0x30...0x39: UInt32(character - 0x30 + 52)
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
