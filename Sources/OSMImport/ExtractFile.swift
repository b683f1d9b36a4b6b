import COsmium
import Geometry

/// An OpenStreetMap extract on disk: `.osm.pbf`, `.osm`, and both compressed with gzip or bzip2.
public struct ExtractFile: OSMSource {
  public let path: String
  private let progress: (@Sendable (_ done: UInt64, _ all: UInt64) -> Void)?

  /// `progress` gets the bytes read and the size of the file now and then during each reading.
  public init(path: String, progress: (@Sendable (_ done: UInt64, _ all: UInt64) -> Void)? = nil) {
    self.path = path
    self.progress = progress
  }

  public func read(_ kinds: OSMKinds, into visitor: inout some OSMVisitor) throws(OSMReadError) {
    var message = [CChar](repeating: 0, count: 512)
    let status = withVisitor(&visitor) { callbacks in
      TagKey.withNames { names in
        cosmium_read(
          path, Int32(kinds.rawValue), names.baseAddress, Int32(names.count), &callbacks, &message, Int32(message.count)
        )
      }
    }
    let reason = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    switch Int(status) {
    case COSMIUM_OK: return
    case COSMIUM_MISSING: throw .missing(path: path)
    default: throw .damaged(reason: reason)
    }
  }

  /// Makes C callbacks that hand each element to the visitor.
  private func withVisitor<Visitor: OSMVisitor>(
    _ visitor: inout Visitor, _ body: (inout cosmium_visitor) -> Int32
  ) -> Int32 {
    let stream = ElementStream(progress: progress)
    return withUnsafeMutablePointer(to: &visitor) { visitor in
      stream.node = { visitor.pointee.node(id: $0, coordinate: $1, tags: $2) }
      stream.way = { visitor.pointee.way(id: $0, nodes: $1, tags: $2) }
      stream.relation = { visitor.pointee.relation(id: $0, members: $1, tags: $2) }
      return withExtendedLifetime(stream) {
        var callbacks = stream.callbacks
        return body(&callbacks)
      }
    }
  }
}

/// Turns C callbacks into Swift values.
private final class ElementStream {
  var node: (Int64, Coordinate, Tags) -> Void = { _, _, _ in }
  var way: (Int64, UnsafeBufferPointer<Int64>, Tags) -> Void = { _, _, _ in }
  var relation: (Int64, [OSMMember], Tags) -> Void = { _, _, _ in }
  let progress: ((UInt64, UInt64) -> Void)?
  private var tags = Tags()

  init(progress: ((UInt64, UInt64) -> Void)?) { self.progress = progress }

  var callbacks: cosmium_visitor {
    cosmium_visitor(
      context: Unmanaged.passUnretained(self).toOpaque(),
      node: { context, id, latitude, longitude, tags, count in
        guard let stream = ElementStream.from(context) else { return }
        stream.take(tags, count)
        stream.node(id, Coordinate(latitudeE7: latitude, longitudeE7: longitude), stream.tags)
      },
      way: { context, id, nodes, nodeCount, tags, count in
        guard let stream = ElementStream.from(context) else { return }
        stream.take(tags, count)
        stream.way(id, UnsafeBufferPointer(start: nodes, count: Int(nodeCount)), stream.tags)
      },
      relation: { context, id, members, memberCount, tags, count in
        guard let stream = ElementStream.from(context) else { return }
        stream.take(tags, count)
        // Most relations are neither restrictions nor lines of ferries nor countries; their members need not be read.
        guard stream.tags.areOfUsefulRelation else { return }
        let members = UnsafeBufferPointer(start: members, count: Int(memberCount)).map { member in
          OSMMember(
            kind: OSMMember.Kind(rawValue: member.kind) ?? .relation, id: member.id, role: String(cString: member.role))
        }
        stream.relation(id, members, stream.tags)
      },
      progress: progress == nil
        ? nil : { context, done, all in ElementStream.from(context)?.progress?(done, all) })
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> ElementStream? {
    context.map { Unmanaged<ElementStream>.fromOpaque($0).takeUnretainedValue() }
  }

  private func take(_ pointer: UnsafePointer<cosmium_tag>?, _ count: Int32) {
    tags.removeAll()
    for tag in UnsafeBufferPointer(start: pointer, count: Int(count)) {
      tags.set(Int(tag.key), String(cString: tag.value))
    }
  }
}

extension Tags {
  fileprivate var areOfUsefulRelation: Bool {
    guard let type = self[.type] else { return false }
    if type == "route" { return self[.duration] != nil }
    return type.hasPrefix("restriction") || (self[.boundary] != nil && self[.adminLevel] == "2")
  }
}

extension TagKey {
  /// The keys as C strings, in the order of `allCases`.
  fileprivate static func withNames<Result>(
    _ body: (UnsafeBufferPointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result {
    var bytes: [CChar] = []
    var offsets: [Int] = []
    for key in allCases {
      offsets.append(bytes.count)
      bytes.append(contentsOf: key.rawValue.utf8CString)
    }
    return bytes.withUnsafeBufferPointer { buffer in
      offsets.map { offset in buffer.baseAddress.map { $0 + offset } }.withUnsafeBufferPointer(body)
    }
  }
}
