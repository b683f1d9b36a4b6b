/// The sections of a network file; the numbers are part of the format.
enum Section: UInt32, CaseIterable {
  case metadata = 1

  case nodeCoordinate = 10
  case nodeOSMID
  case nodeFirstOut
  case outEdge

  case segmentWay = 20
  case segmentFirstPoint
  case segmentName
  case segmentRef
  case segmentFlags
  case segmentClass
  case segmentLanes
  case segmentCountry
  case segmentLength
  case segmentForwardEdge
  case segmentBackwardEdge
  case segmentByWay

  case pointCoordinate = 40
  case pointOSMID

  case edgeFrom = 50
  case edgeTo
  case edgeSegment
  case edgeAccess
  case edgeDurationDrive
  case edgeDurationTwoWheeler
  case edgeSpeedLimit
  case edgeComponentDrive
  case edgeComponentTwoWheeler
  case componentSizeDrive
  case componentSizeTwoWheeler
  case shadowCanonical

  case turnFirst = 70
  case turnTarget
  case turnSource
  case turnDuration
  case turnPenalty
  case turnFlags
  case turnAngle
  case incomingFirst
  case incomingTurn

  case conditionalTurn = 85
  case conditionalEdge

  case stringOffset = 90
  case stringBytes

  case treeBox = 100
  case treeLevel
  case treeItem

  case hierarchyRank = 110
  case hierarchyEdge
  case hierarchyUpFirst
  case hierarchyUpHead
  case hierarchyDownFirst
  case hierarchyDownTail
  case hierarchyParent
  case hierarchyArcOfTurn

  /// Whether the fingerprint covers it: ids and roads, not the metadata, nor the hierarchy that is made from the turns.
  /// A better contraction order so leaves tokens and sessions as they are.
  var isContent: Bool { self != .metadata && rawValue < Section.hierarchyRank.rawValue }
}

/// A section's place in the file.
struct SectionEntry: BitwiseCopyable {
  var id: UInt32
  var elementSize: UInt32
  var offset: UInt64
  var count: UInt64
}

/// The first bytes of a network file. All numbers are little-endian.
///
/// ```
/// 0   magic "DNAVROAD"
/// 8   format version (8)
/// 16  file size
/// 24  checksum: XXH64 of everything from byte 32
/// 32  fingerprint: XXH64 of the content sections, which come first (not metadata, not the hierarchy)
/// 40  section count (4), then zeros
/// 64  section table, 24 bytes each, then the sections, each aligned to 8
/// ```
enum FileHeader {
  static let magic: UInt64 = 0x4441_4F52_5641_4E44  // "DNAVROAD"
  static let version: UInt64 = 2
  static let size = 64
  static let versionOffset = 8
  static let sectionCountOffset = 40
  static let fileSizeOffset = 16
  static let checksumOffset = 24
  static let fingerprintOffset = 32
}

extension RoadNetwork {
  /// The version of the files that this program writes, and the only one that it reads.
  public static var fileFormatVersion: UInt64 { FileHeader.version }
}
