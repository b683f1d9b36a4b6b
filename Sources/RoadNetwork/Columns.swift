public import Geometry

/// A restriction that holds at times.
@usableFromInline
struct ConditionRow: BitwiseCopyable {
  /// The turn or edge.
  @usableFromInline var id: UInt32
  /// The condition's text, an index into the strings.
  @usableFromInline var text: UInt32
  /// `ModeSet` of the modes it forbids, and `forDestinations`.
  @usableFromInline var modes: UInt32

  /// The edge is not closed at that time, but for destinations only.
  static let forDestinations: UInt32 = 1 << 8
}

/// All columns of an open network.
@usableFromInline
struct Columns: Sendable {
  @usableFromInline let nodeCoordinate: Column<Coordinate>
  @usableFromInline let nodeOSMID: Column<Int64>
  @usableFromInline let nodeFirstOut: Column<UInt32>
  @usableFromInline let outEdge: Column<UInt32>

  @usableFromInline let segmentWay: Column<Int64>
  @usableFromInline let segmentFirstPoint: Column<UInt32>
  @usableFromInline let segmentName: Column<UInt32>
  @usableFromInline let segmentRef: Column<UInt32>
  @usableFromInline let segmentFlags: Column<UInt32>
  @usableFromInline let segmentClass: Column<UInt8>
  @usableFromInline let segmentLanes: Column<UInt8>
  @usableFromInline let segmentCountry: Column<UInt16>
  @usableFromInline let segmentLength: Column<UInt32>
  @usableFromInline let segmentForwardEdge: Column<UInt32>
  @usableFromInline let segmentBackwardEdge: Column<UInt32>
  @usableFromInline let segmentByWay: Column<UInt32>

  @usableFromInline let pointCoordinate: Column<Coordinate>
  @usableFromInline let pointOSMID: Column<Int64>

  @usableFromInline let edgeFrom: Column<UInt32>
  @usableFromInline let edgeTo: Column<UInt32>
  /// Segment × 2, + 1 for the backward direction.
  @usableFromInline let edgeSegment: Column<UInt32>
  /// `EdgeAccess` bits.
  @usableFromInline let edgeAccess: Column<UInt8>
  @usableFromInline let edgeDurationDrive: Column<UInt32>
  @usableFromInline let edgeDurationTwoWheeler: Column<UInt32>
  @usableFromInline let edgeSpeedLimit: Column<UInt8>
  @usableFromInline let edgeComponentDrive: Column<UInt32>
  @usableFromInline let edgeComponentTwoWheeler: Column<UInt32>
  @usableFromInline let componentSizeDrive: Column<UInt32>
  @usableFromInline let componentSizeTwoWheeler: Column<UInt32>
  @usableFromInline let shadowCanonical: Column<UInt32>

  @usableFromInline let turnFirst: Column<UInt32>
  @usableFromInline let turnTarget: Column<UInt32>
  @usableFromInline let turnSource: Column<UInt32>
  @usableFromInline let turnDuration: Column<UInt16>
  @usableFromInline let turnPenalty: Column<UInt16>
  @usableFromInline let turnFlags: Column<UInt16>
  @usableFromInline let turnAngle: Column<Int16>
  @usableFromInline let incomingFirst: Column<UInt32>
  @usableFromInline let incomingTurn: Column<UInt32>

  @usableFromInline let conditionalTurn: Column<ConditionRow>
  @usableFromInline let conditionalEdge: Column<ConditionRow>

  @usableFromInline let stringOffset: Column<UInt32>
  @usableFromInline let stringBytes: Column<UInt8>

  @usableFromInline let treeBox: Column<TreeBox>
  @usableFromInline let treeLevel: Column<UInt32>
  @usableFromInline let treeItem: Column<TreeItem>

  /// Finds every section; their content is checked by `ContentCheck`.
  init(_ sections: SectionReader) throws(RoadNetworkError) {
    nodeCoordinate = try sections.column(.nodeCoordinate)
    nodeOSMID = try sections.column(.nodeOSMID)
    nodeFirstOut = try sections.column(.nodeFirstOut)
    outEdge = try sections.column(.outEdge)
    segmentWay = try sections.column(.segmentWay)
    segmentFirstPoint = try sections.column(.segmentFirstPoint)
    segmentName = try sections.column(.segmentName)
    segmentRef = try sections.column(.segmentRef)
    segmentFlags = try sections.column(.segmentFlags)
    segmentClass = try sections.column(.segmentClass)
    segmentLanes = try sections.column(.segmentLanes)
    segmentCountry = try sections.column(.segmentCountry)
    segmentLength = try sections.column(.segmentLength)
    segmentForwardEdge = try sections.column(.segmentForwardEdge)
    segmentBackwardEdge = try sections.column(.segmentBackwardEdge)
    segmentByWay = try sections.column(.segmentByWay)
    pointCoordinate = try sections.column(.pointCoordinate)
    pointOSMID = try sections.column(.pointOSMID)
    edgeFrom = try sections.column(.edgeFrom)
    edgeTo = try sections.column(.edgeTo)
    edgeSegment = try sections.column(.edgeSegment)
    edgeAccess = try sections.column(.edgeAccess)
    edgeDurationDrive = try sections.column(.edgeDurationDrive)
    edgeDurationTwoWheeler = try sections.column(.edgeDurationTwoWheeler)
    edgeSpeedLimit = try sections.column(.edgeSpeedLimit)
    edgeComponentDrive = try sections.column(.edgeComponentDrive)
    edgeComponentTwoWheeler = try sections.column(.edgeComponentTwoWheeler)
    componentSizeDrive = try sections.column(.componentSizeDrive)
    componentSizeTwoWheeler = try sections.column(.componentSizeTwoWheeler)
    shadowCanonical = try sections.column(.shadowCanonical)
    turnFirst = try sections.column(.turnFirst)
    turnTarget = try sections.column(.turnTarget)
    turnSource = try sections.column(.turnSource)
    turnDuration = try sections.column(.turnDuration)
    turnPenalty = try sections.column(.turnPenalty)
    turnFlags = try sections.column(.turnFlags)
    turnAngle = try sections.column(.turnAngle)
    incomingFirst = try sections.column(.incomingFirst)
    incomingTurn = try sections.column(.incomingTurn)
    conditionalTurn = try sections.column(.conditionalTurn)
    conditionalEdge = try sections.column(.conditionalEdge)
    stringOffset = try sections.column(.stringOffset)
    stringBytes = try sections.column(.stringBytes)
    treeBox = try sections.column(.treeBox)
    treeLevel = try sections.column(.treeLevel)
    treeItem = try sections.column(.treeItem)
  }
}

/// The bits of an edge's access byte.
@usableFromInline
enum EdgeAccess {
  /// Bits 0–1: the modes that may drive; bits 2–3: the modes for which it is private or destination-only.
  @usableFromInline static let restrictedShift: UInt8 = 2
  /// A via-way restriction has copies of this edge.
  @usableFromInline static let hasShadows: UInt8 = 1 << 4
  /// Forbidden at times: see `RoadNetwork.conditions(onEdge:)`.
  @usableFromInline static let conditional: UInt8 = 1 << 5
}
