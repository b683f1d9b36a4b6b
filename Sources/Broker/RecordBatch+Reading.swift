/// A record in a batch, its bytes borrowed: valid only inside the closure that received it.
public struct RecordView {
  public let topic: String
  public let partition: Int32
  public let offset: Int64
  /// Milliseconds since 1970-01-01 UTC; -1 when unknown.
  public let timestampMillis: Int64
  public let timestampKind: TimestampKind
  public let key: UnsafeRawBufferPointer?
  public let value: UnsafeRawBufferPointer?
  public let headerCount: Int

  let headers: [RecordBatch.HeaderEntry]
  let base: UnsafeRawBufferPointer
  let firstHeader: Int

  /// The header at a place below ``headerCount``.
  public func header(at place: Int) -> (name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer?) {
    precondition(place >= 0 && place < headerCount, "no such header")
    let entry = headers[firstHeader + place]
    return (base.slice(entry.name) ?? UnsafeRawBufferPointer(start: nil, count: 0), base.slice(entry.value))
  }
}

extension RecordBatch {
  /// Calls `body` with the record at `place`, its bytes borrowed for the time of the call.
  public func withView<Result, Failure: Error>(
    at place: Int, _ body: (RecordView) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let entry = entries[place]
    // `withUnsafeBytes` is not typed-throwing, so the outcome is carried out by hand.
    let outcome: Swift.Result<Result, Failure> = bytes.withUnsafeBytes { base in
      do throws(Failure) { return .success(try body(view(of: entry, base))) } catch { return .failure(error) }
    }
    return try outcome.get()
  }

  /// A copy of the record at `place`.
  public subscript(place: Int) -> Record {
    withView(at: place) { view in
      var headers: [RecordHeader] = []
      headers.reserveCapacity(view.headerCount)
      for index in 0..<view.headerCount {
        let (name, value) = view.header(at: index)
        headers.append(RecordHeader(String(decoding: name, as: UTF8.self), value.map { [UInt8]($0) }))
      }
      return Record(
        topic: view.topic, partition: view.partition, offset: view.offset, timestampMillis: view.timestampMillis,
        timestampKind: view.timestampKind, key: view.key.map { [UInt8]($0) }, value: view.value.map { [UInt8]($0) },
        headers: headers)
    }
  }

  /// Copies of all records, in order.
  public var records: [Record] { (0..<count).map { self[$0] } }

  private func view(of entry: Entry, _ base: UnsafeRawBufferPointer) -> RecordView {
    RecordView(
      topic: topics[entry.topic], partition: entry.partition, offset: entry.offset,
      timestampMillis: entry.timestampMillis, timestampKind: entry.timestampKind, key: base.slice(entry.key),
      value: base.slice(entry.value), headerCount: entry.headerCount, headers: headers, base: base,
      firstHeader: entry.firstHeader)
  }
}

extension UnsafeRawBufferPointer {
  func slice(_ slice: RecordBatch.Slice) -> UnsafeRawBufferPointer? {
    guard slice.count >= 0 else { return nil }
    return UnsafeRawBufferPointer(rebasing: self[slice.start..<slice.start + slice.count])
  }
}
