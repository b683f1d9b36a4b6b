/// Puts the sections of a network one after the other, then the header with checksum and fingerprint.
struct NetworkWriter {
  private var entries: [SectionEntry] = []
  private var bytes: [UInt8]

  /// - Parameter expectedBytes: rather too many than too few: room that is not written to takes no memory, while growing
  ///   holds the old and the new room at once.
  init(expectedBytes: Int) {
    let table = Section.allCases.count * MemoryLayout<SectionEntry>.stride
    bytes = []
    bytes.reserveCapacity(FileHeader.size + table + expectedBytes)
    bytes.append(contentsOf: repeatElement(0, count: (FileHeader.size + table + 7) / 8 * 8))
  }

  mutating func append<Element: BitwiseCopyable>(_ section: Section, _ column: [Element]) {
    entries.append(
      SectionEntry(
        id: section.rawValue, elementSize: UInt32(MemoryLayout<Element>.stride), offset: UInt64(bytes.count),
        count: UInt64(column.count)))
    column.withUnsafeBytes { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: repeatElement(0, count: (8 - bytes.count % 8) % 8))
  }

  /// The finished file, which the writer gives away. Call once, after all sections.
  mutating func finish() -> [UInt8] {
    let entries = entries
    bytes.withUnsafeMutableBytes { buffer in
      func store<Value: FixedWidthInteger & BitwiseCopyable>(_ value: Value, at offset: Int) {
        buffer.storeBytes(of: value.littleEndian, toByteOffset: offset, as: Value.self)
      }
      for (index, entry) in entries.enumerated() {
        let offset = FileHeader.size + index * MemoryLayout<SectionEntry>.stride
        buffer.storeBytes(of: entry, toByteOffset: offset, as: SectionEntry.self)
      }
      // The content comes first: what is made from it, or only said about it, follows.
      let firstOther = entries.first { Section(rawValue: $0.id)?.isContent == false }
      let contentEnd = firstOther.map { Int($0.offset) } ?? buffer.count
      let contentStart = entries.first.map { Int($0.offset) } ?? buffer.count
      let content = UnsafeRawBufferPointer(rebasing: buffer[contentStart..<max(contentStart, contentEnd)])
      store(FileHeader.magic, at: 0)
      store(FileHeader.version, at: FileHeader.versionOffset)
      store(UInt32(entries.count), at: FileHeader.sectionCountOffset)
      store(UInt64(buffer.count), at: FileHeader.fileSizeOffset)
      store(XXH64.hash(content), at: FileHeader.fingerprintOffset)
      let covered = UnsafeRawBufferPointer(rebasing: buffer[FileHeader.fingerprintOffset...])
      store(XXH64.hash(covered), at: FileHeader.checksumOffset)
    }
    defer { bytes = [] }
    return bytes
  }
}
