/// Finds the sections of a network file after checking its header and checksum.
struct SectionReader {
  let bytes: UnsafeRawBufferPointer
  let fingerprint: UInt64
  private var entries: [UInt32: SectionEntry] = [:]

  init(_ bytes: UnsafeRawBufferPointer) throws(RoadNetworkError) {
    self.bytes = bytes
    func word<Value: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, _ type: Value.Type) -> Value {
      Value(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Value.self))
    }
    guard bytes.count >= 8, word(0, UInt64.self) == FileHeader.magic else { throw .foreign }
    guard bytes.count >= FileHeader.size else {
      throw .wrongSize(expected: UInt64(FileHeader.size), found: UInt64(bytes.count))
    }
    let version = word(FileHeader.versionOffset, UInt64.self)
    guard version == FileHeader.version else {
      throw .unsupportedVersion(found: version, supported: FileHeader.version)
    }
    let size = word(FileHeader.fileSizeOffset, UInt64.self)
    guard size == UInt64(bytes.count) else { throw .wrongSize(expected: size, found: UInt64(bytes.count)) }
    let covered = UnsafeRawBufferPointer(rebasing: bytes[FileHeader.fingerprintOffset...])
    guard XXH64.hash(covered) == word(FileHeader.checksumOffset, UInt64.self) else { throw .checksumMismatch }
    fingerprint = word(FileHeader.fingerprintOffset, UInt64.self)

    let stride = MemoryLayout<SectionEntry>.stride
    let count = Int(word(FileHeader.sectionCountOffset, UInt32.self))
    guard count <= 1_000, FileHeader.size + count * stride <= bytes.count else {
      throw .inconsistent(section: "section table")
    }
    for index in 0..<count {
      let entry = bytes.loadUnaligned(fromByteOffset: FileHeader.size + index * stride, as: SectionEntry.self)
      entries[entry.id] = entry
    }
  }

  /// A section as a column of values.
  func column<Element: BitwiseCopyable>(_ section: Section) throws(RoadNetworkError) -> Column<Element> {
    let damaged = RoadNetworkError.inconsistent(section: "\(section)")
    guard let entry = entries[section.rawValue], let base = bytes.baseAddress,
      Int(entry.elementSize) == MemoryLayout<Element>.stride, entry.offset % 8 == 0,
      let offset = Int(exactly: entry.offset), let count = Int(exactly: entry.count), offset <= bytes.count
    else { throw damaged }
    let (length, overflow) = count.multipliedReportingOverflow(by: MemoryLayout<Element>.stride)
    guard !overflow, length <= bytes.count - offset else { throw damaged }
    return Column(start: (base + offset).assumingMemoryBound(to: Element.self), count: count)
  }
}
