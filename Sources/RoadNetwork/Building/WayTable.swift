/// A way with its attributes in fixed size; texts are numbers of the string table.
struct WayRow {
  var id: Int64
  var firstNode: Int
  var nodeCount: UInt32
  var name: UInt32
  var ref: UInt32
  var flags: RoadFlags
  var country: CountryCode
  var hasOwnDrivingSide: Bool
  var roadClass: RoadClass
  var lanes: UInt8
  var forward: DirectionRow
  var backward: DirectionRow
  /// The time over the whole way in seconds; 0 if the speeds hold.
  var wholeWaySeconds: Float
}

/// `DirectionRules` in fixed size; speeds in tenths of kilometres an hour.
struct DirectionRow {
  var access: ModeSet
  var restricted: ModeSet
  var driveSpeed: UInt16
  var twoWheelerSpeed: UInt16
  var speedLimit: UInt8

  init(_ rules: DirectionRules) {
    access = rules.access
    restricted = rules.restricted.intersection(rules.access)
    driveSpeed = Self.tenths(rules.driveSpeed)
    twoWheelerSpeed = Self.tenths(rules.twoWheelerSpeed)
    speedLimit = UInt8(clamping: rules.speedLimit ?? 0)
  }

  private static func tenths(_ speed: Double) -> UInt16 {
    guard speed >= 1 else { return 10 }
    return UInt16(min(6_000, (speed * 10).rounded()))
  }
}

/// A time at which the edges of a way are closed.
struct WayConditionRow {
  var way: UInt32
  var modes: ModeSet
  var isForDestinations: Bool
  var forward: Bool
  var backward: Bool
  var text: UInt32
}

/// All ways, their nodes in one flat array.
struct WayTable {
  private(set) var rows: [WayRow] = []
  private(set) var conditions: [WayConditionRow] = []
  /// OpenStreetMap ids; empty after `resolveNodes`.
  private var nodeIDs: [Int64] = []
  /// Indices into the node table; filled by `resolveNodes`.
  private(set) var nodes: [UInt32] = []

  mutating func add(
    id: Int64, nodes wayNodes: some Collection<Int64>, attributes: RoadAttributes, strings: inout StringTable
  ) {
    let row = UInt32(truncatingIfNeeded: rows.count)
    rows.append(
      WayRow(
        id: id, firstNode: nodeIDs.count, nodeCount: UInt32(truncatingIfNeeded: wayNodes.count),
        name: strings.number(of: attributes.name), ref: strings.number(of: attributes.ref), flags: attributes.flags,
        country: attributes.country, hasOwnDrivingSide: attributes.hasOwnDrivingSide, roadClass: attributes.roadClass,
        lanes: UInt8(clamping: attributes.lanes),
        forward: DirectionRow(attributes.forward), backward: DirectionRow(attributes.backward),
        wholeWaySeconds: Float(min(864_000, max(0, attributes.wholeWaySeconds ?? 0)))))
    nodeIDs.append(contentsOf: wayNodes)
    for condition in attributes.conditions {
      conditions.append(
        WayConditionRow(
          way: row, modes: condition.modes, isForDestinations: condition.isForDestinations, forward: condition.forward,
          backward: condition.backward,
          text: strings.number(of: condition.condition)))
    }
  }

  /// Gives a way the country that it lies in, and the side on which one drives there.
  mutating func setCountry(_ country: CountryCode, ofRow row: Int) {
    rows[row].country = country
    guard !rows[row].hasOwnDrivingSide else { return }
    if country.drivesOnTheLeft {
      rows[row].flags.insert(.leftHandTraffic)
    } else {
      rows[row].flags.remove(.leftHandTraffic)
    }
  }

  /// The sorted ids of all nodes of all ways, after which ways name nodes by their index in it.
  mutating func resolveNodes() -> [Int64] {
    var sorted = nodeIDs
    sorted.sort()
    var unique = 0
    for index in sorted.indices where index == 0 || sorted[index] != sorted[unique - 1] {
      sorted[unique] = sorted[index]
      unique += 1
    }
    sorted.removeLast(sorted.count - unique)
    nodes = nodeIDs.map { UInt32(truncatingIfNeeded: sorted.firstIndex(notBelow: $0)) }
    nodeIDs = []
    return sorted
  }
}

extension Array where Element: Comparable {
  /// The first index of a sorted array whose element is not below a value; the count if there is none.
  func firstIndex(notBelow value: Element) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
