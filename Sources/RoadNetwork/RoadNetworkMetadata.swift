/// What was counted when a network was built: the one home of these names.
public enum BuildCount: String, CaseIterable, Sendable {
  case waysRead = "ways.read"
  case waysUsed = "ways.used"
  case waysClosedToBothModes = "ways.dropped.noAccess"
  case waysNotARoad = "ways.dropped.notARoad"
  case waysUnderConstruction = "ways.dropped.construction"
  case waysWithoutNodes = "ways.dropped.noNodes"
  case waysSplitAtMissingNodes = "ways.splitAtMissingNodes"
  case nodesMissing = "nodes.missing"
  case barriersClosed = "barriers.closed"
  case barriersOpened = "barriers.passable"
  case trafficSignals = "nodes.trafficSignals"
  case tollBooths = "nodes.tollBooths"
  case conditionalAccessKept = "access.conditional.kept"
  case conditionalAccessIgnored = "access.conditional.ignored"
  case conditionalSpeedsIgnored = "speeds.conditional.ignored"
  case ferryRoutesTimed = "ferries.timedByRelation"
  case waysPlacedInCountries = "ways.placedInCountries"
  case boundariesOpen = "boundaries.dropped.open"
  case restrictionsRead = "restrictions.read"
  case restrictionsUsed = "restrictions.used"
  case restrictionsViaWay = "restrictions.used.viaWay"
  case restrictionsConditional = "restrictions.used.conditional"
  case restrictionsUnknownKind = "restrictions.dropped.unknownKind"
  case restrictionsOtherMode = "restrictions.dropped.otherMode"
  case restrictionsIncomplete = "restrictions.dropped.incomplete"
  case restrictionsNotConnected = "restrictions.dropped.notConnected"
  case restrictionsAmbiguous = "restrictions.dropped.ambiguous"
  case restrictionsConditionIgnored = "restrictions.dropped.conditionNotATime"
}

/// Where a network came from, and the counts of its build.
public struct RoadNetworkMetadata: Equatable, Sendable {
  /// The name of the source, such as the extract's file name.
  public let source: String
  /// The country given for the build; `unknown` if none was.
  public let country: CountryCode
  /// The local time by which conditions in tags are judged.
  public let clock: LocalClock
  private let counts: [BuildCount: UInt64]

  public init(source: String, country: CountryCode, clock: LocalClock = .utc, counts: [BuildCount: UInt64]) {
    self.source = source
    self.country = country
    self.clock = clock
    self.counts = counts
  }

  /// A count of the build; 0 if it was not counted.
  public func count(_ name: BuildCount) -> UInt64 { counts[name] ?? 0 }

  // MARK: Lines of text, one `name<TAB>value` each

  init(lines: Column<UInt8>) {
    let text = String(decoding: UnsafeBufferPointer(start: lines.start, count: lines.count), as: UTF8.self)
    var source = ""
    var country = CountryCode.unknown
    var clock = LocalClock.utc
    var counts: [BuildCount: UInt64] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      switch parts[0] {
      case "source": source = String(parts[1])
      case "country": country = CountryCode(String(parts[1])) ?? .unknown
      case "clock": clock = LocalClock(String(parts[1])) ?? .utc
      default:
        if let name = BuildCount(rawValue: String(parts[0])), let value = UInt64(parts[1]) { counts[name] = value }
      }
    }
    self.init(source: source, country: country, clock: clock, counts: counts)
  }

  var lines: String {
    let cleanSource = String(source.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    let counted = BuildCount.allCases.compactMap { name in counts[name].map { "\(name.rawValue)\t\($0)\n" } }
    return "source\t\(cleanSource)\ncountry\t\(country)\nclock\t\(clock)\n" + counted.joined()
  }
}
