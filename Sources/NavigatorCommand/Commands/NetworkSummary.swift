internal import Geometry
import Observability
internal import RoadNetwork

/// What is in a network, for people and for programs.
struct NetworkSummary {
  private let network: RoadNetwork
  /// Seconds and peak memory of the build; nil when a finished file is looked at.
  private let effort: (seconds: Double, peakBytes: UInt64)?

  init(_ network: RoadNetwork, effort: (seconds: Double, peakBytes: UInt64)? = nil) {
    self.network = network
    self.effort = effort
  }

  // MARK: Text

  var text: String {
    let metadata = network.metadata
    var lines = [
      "source        \(metadata.source)" + (metadata.country == .unknown ? "" : ", country \(metadata.country)"),
      "fingerprint   \(fingerprint)",
      "file          \(Self.megabytes(UInt64(network.byteCount)))",
      "bounds        \(bounds.map { Self.fixed($0, 7) }.joined(separator: " ")) (south west north east)",
      "nodes         \(network.nodeCount)",
      "segments      \(network.segmentCount)",
      "edges         \(network.canonicalEdgeCount), and \(shadowCount) shadow edges of restrictions over several roads",
      "turns         \(network.turnCount)",
      "hierarchy     \(hierarchy.upArcCount + hierarchy.downArcCount) arcs,"
        + " \(hierarchy.lowerTriangleCount) triangles, tree height \(hierarchy.treeHeight)",
      "restrictions  \(metadata.count(.restrictionsUsed)) used of \(metadata.count(.restrictionsRead))"
        + " (\(metadata.count(.restrictionsViaWay)) over several roads,"
        + " \(metadata.count(.restrictionsConditional)) at certain times)",
    ]
    for name in BuildCount.allCases where metadata.count(name) > 0 {
      if let reason = Self.dropReason(name) { lines.append("  not used    \(metadata.count(name)) \(reason)") }
    }
    lines.append(
      "components    largest for cars \(largestComponent(.drive)), for motorcycles \(largestComponent(.twoWheeler)) edges"
    )
    lines.append("length (km)")
    for (roadClass, kilometers) in kilometersByClass {
      lines.append("  " + "\(roadClass)".padded(to: 12) + Self.fixed(kilometers, 1))
    }
    if let effort {
      lines.append("effort        \(Self.fixed(effort.seconds, 2)) s, peak \(Self.megabytes(effort.peakBytes))")
    }
    return lines.joined(separator: "\n")
  }

  // MARK: JSON

  var json: String {
    let metadata = network.metadata
    var members = [
      member("source", Self.quoted(metadata.source)),
      member("country", Self.quoted(metadata.country.description)),
      member("clock", Self.quoted(metadata.clock.description)),
      member("fingerprint", Self.quoted(fingerprint)),
      member("bytes", "\(network.byteCount)"),
      member("bounds", "[" + bounds.map { Self.fixed($0, 7) }.joined(separator: ",") + "]"),
      member("nodes", "\(network.nodeCount)"),
      member("segments", "\(network.segmentCount)"),
      member("edges", "\(network.canonicalEdgeCount)"),
      member("shadowEdges", "\(shadowCount)"),
      member("turns", "\(network.turnCount)"),
      member(
        "hierarchy",
        object([
          member("upArcs", "\(hierarchy.upArcCount)"), member("downArcs", "\(hierarchy.downArcCount)"),
          member("triangles", "\(hierarchy.lowerTriangleCount)"), member("treeHeight", "\(hierarchy.treeHeight)"),
        ])),
      member("conditionalTurns", "\(network.conditionCounts.turns)"),
      member("conditionalEdges", "\(network.conditionCounts.edges)"),
      member(
        "largestComponent",
        object([
          member("DRIVE", "\(largestComponent(.drive))"), member("TWO_WHEELER", "\(largestComponent(.twoWheeler))"),
        ])),
      member(
        "lengthKilometers", object(kilometersByClass.map { member("\($0.roadClass)", Self.fixed($0.kilometers, 3)) })),
      member("counts", object(BuildCount.allCases.map { member($0.rawValue, "\(metadata.count($0))") })),
    ]
    if let effort {
      members.append(member("seconds", Self.fixed(effort.seconds, 3)))
      members.append(member("peakBytes", "\(effort.peakBytes)"))
    }
    return object(members)
  }

  private func member(_ name: String, _ value: String) -> String { "\(Self.quoted(name)):\(value)" }
  private func object(_ members: [String]) -> String { "{" + members.joined(separator: ",") + "}" }

  private static func quoted(_ text: String) -> String { JSONString.quoted(text) }

  // MARK: Figures

  private var fingerprint: String { Self.text(ofFingerprint: network.fingerprint) }

  /// 16 hexadecimal digits.
  static func text(ofFingerprint fingerprint: UInt64) -> String {
    let digits = String(fingerprint, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private var bounds: [Double] {
    let box = network.bounds
    return [box.south, box.west, box.north, box.east].map { Double($0) / 1e7 }
  }

  private var hierarchy: HierarchyTopology { network.hierarchy }

  private var shadowCount: Int { network.edgeCount - network.canonicalEdgeCount }

  private func largestComponent(_ mode: TravelMode) -> Int {
    var largest = 0
    for raw in 0..<UInt32(network.canonicalEdgeCount) {
      largest = max(largest, network.componentSize(of: EdgeID(raw), mode))
    }
    return largest
  }

  private var kilometersByClass: [(roadClass: RoadClass, kilometers: Double)] {
    var millimeters = [UInt64](repeating: 0, count: RoadClass.allCases.count)
    for raw in 0..<UInt32(network.segmentCount) {
      let segment = SegmentID(raw)
      millimeters[Int(network.roadClass(of: segment).rawValue)] += UInt64(network.lengthMillimeters(of: segment))
    }
    return RoadClass.allCases.compactMap { roadClass in
      let length = millimeters[Int(roadClass.rawValue)]
      return length > 0 ? (roadClass, Double(length) / 1e6) : nil
    }
  }

  /// Why restrictions were not used; nil for other counts.
  private static func dropReason(_ name: BuildCount) -> String? {
    switch name {
    case .restrictionsUnknownKind: "of a kind that is not known"
    case .restrictionsOtherMode: "for other vehicles"
    case .restrictionsIncomplete: "with members that the extract does not have"
    case .restrictionsNotConnected: "whose roads do not meet"
    case .restrictionsAmbiguous: "that more than one turn would fit"
    case .restrictionsConditionIgnored: "under a condition that is no time"
    default: nil
    }
  }

  private static func megabytes(_ bytes: UInt64) -> String { fixed(Double(bytes) / 1e6, 1) + " MB" }

  /// A number with a fixed count of digits after the point.
  private static func fixed(_ value: Double, _ digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = (abs(value) * scale).rounded()
    guard scaled < 9e15 else { return "\(value)" }
    let whole = Int64(scaled)
    let sign = value < 0 && whole > 0 ? "-" : ""
    guard digits > 0 else { return sign + "\(whole)" }
    let fraction = String(whole % Int64(scale))
    return sign + "\(whole / Int64(scale))." + String(repeating: "0", count: digits - fraction.count) + fraction
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
