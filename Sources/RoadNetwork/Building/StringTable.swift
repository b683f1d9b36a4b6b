/// The texts of a network, each kept once and numbered by first use; number 0 is the empty text.
struct StringTable {
  private(set) var offsets: [UInt32] = [0, 0]
  private(set) var bytes: [UInt8] = []
  private var numbers: [String: UInt32] = ["": 0]

  mutating func number(of text: String) -> UInt32 {
    if let known = numbers[text] { return known }
    let number = UInt32(truncatingIfNeeded: offsets.count - 1)
    bytes.append(contentsOf: text.utf8)
    offsets.append(UInt32(truncatingIfNeeded: bytes.count))
    numbers[text] = number
    return number
  }
}
