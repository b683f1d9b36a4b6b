import Broker
import Testing

@Suite struct RecordBatchTests {
  private func append(
    _ batch: inout RecordBatch, topic: String = "fixes", offset: Int64, key: [UInt8]?, value: [UInt8]?,
    headers: [RecordHeader] = []
  ) {
    let index = batch.topicIndex(of: topic)
    withBytes(key) { key in
      withBytes(value) { value in
        batch.append(
          topicIndex: index, partition: 3, offset: offset, timestampMillis: 1_600_000_000_123, timestampKind: .create,
          key: key, value: value)
      }
    }
    for header in headers {
      Array(header.name.utf8).withUnsafeBytes { name in
        withBytes(header.value) { batch.appendHeader(name: name, value: $0) }
      }
    }
  }

  private func withBytes(_ bytes: [UInt8]?, _ body: (UnsafeRawBufferPointer?) -> Void) {
    if let bytes { bytes.withUnsafeBytes { body($0) } } else { body(nil) }
  }

  @Test("null and empty keys, values and headers stay apart")
  func nullAndEmpty() {
    var batch = RecordBatch()
    append(&batch, offset: 0, key: nil, value: [])
    append(
      &batch, offset: 1, key: [], value: nil,
      headers: [RecordHeader("a", nil), RecordHeader("a", []), RecordHeader("", [0xff])])
    append(&batch, topic: "other", offset: 2, key: [1], value: [2, 3])
    #expect(batch.count == 3)
    #expect(batch[0].key == nil)
    #expect(batch[0].value == [])
    #expect(batch[1].key == [])
    #expect(batch[1].value == nil)
    #expect(batch[1].headers == [RecordHeader("a", nil), RecordHeader("a", []), RecordHeader("", [0xff])])
    #expect(batch[2].topic == "other")
    #expect(batch[2].value == [2, 3])
    #expect(batch[2].headers.isEmpty)
    #expect(batch.byteCount == 6)
  }

  @Test("an emptied batch keeps its topic numbers and nothing else")
  func reuse() {
    var batch = RecordBatch()
    append(&batch, offset: 0, key: [1], value: [2])
    let number = batch.topicIndex(of: "fixes")
    batch.removeAll()
    #expect(batch.isEmpty)
    #expect(batch.byteCount == 0)
    #expect(batch.topicIndex(of: "fixes") == number)
    append(&batch, offset: 9, key: [5], value: [6])
    #expect(batch[0].offset == 9)
    #expect(batch[0].key == [5])
  }

  @Test("a view lends the bytes of the record and throws what its reader throws")
  func views() {
    struct Refused: Error, Equatable {}
    var batch = RecordBatch()
    append(&batch, offset: 4, key: [7, 8], value: nil)
    let sum = batch.withView(at: 0) { view in view.key.map { $0.reduce(0) { $0 + Int($1) } } }
    #expect(sum == 15)
    #expect(throws: Refused()) {
      try batch.withView(at: 0) { (_: RecordView) throws(Refused) -> Void in throw Refused() }
    }
  }
}
