import Broker
import Testing

@Suite struct Murmur2Tests {
  // The vectors of Apache Kafka's own UtilsTest.testMurmur2.
  @Test(
    "hashes equal those of the Java client",
    arguments: [
      ("21", Int32(-973_932_308)), ("foobar", -790_332_482), ("a-little-bit-long-string", -985_981_536),
      ("a-little-bit-longer-string", -1_486_304_829), ("lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8", -58_897_971),
      ("abc", 479_470_107),
    ])
  func vectors(text: String, expected: Int32) {
    #expect(Int32(bitPattern: Murmur2.hash(Array(text.utf8))) == expected)
  }

  @Test("a partition is the positive hash modulo the count", arguments: [Int32(1), 2, 3, 6, 50])
  func partition(count: Int32) {
    for text in ["21", "foobar", "abc", "", "vehicle-7"] {
      let hash = Int32(bitPattern: Murmur2.hash(Array(text.utf8)))
      let expected = (hash & 0x7fff_ffff) % count
      #expect(Murmur2.partition(forKey: Array(text.utf8), count: count) == expected)
    }
  }

  @Test("an empty key has a hash too")
  func emptyKey() {
    #expect(Murmur2.hash([]) == 0x106e_08d9)
  }
}
