public import RoadNetwork

/// What the tags of a way mean for the network: the one home of the import's way rules.
public struct WayRules: Sendable {
  /// The country where the tags do not name one.
  public var country: CountryCode

  public init(country: CountryCode = .unknown) { self.country = country }

  /// Why a way is no road.
  public enum Rejection: Error, Hashable, Sendable {
    case notARoad
    case construction
    case noAccess
  }

  /// The attributes of a way, and how many of its conditions were kept and ignored.
  public struct Result: Sendable {
    public var attributes: RoadAttributes
    public var conditionsIgnored: Int
    /// Speed limits with a condition: times of arrival are of an ordinary day, so they are counted only.
    public var speedConditionsIgnored: Int
  }

  /// Reads the tags of a way.
  public func attributes(of tags: Tags) throws(Rejection) -> Result {
    let kind = try kind(of: tags)
    var attributes = RoadAttributes(
      roadClass: kind.roadClass, flags: flags(tags, kind), lanes: lanes(tags), name: tags[.name] ?? "",
      ref: tags[.ref] ?? "", country: country, forward: DirectionRules(), backward: DirectionRules())
    attributes.forward = rules(tags, kind, forward: true)
    attributes.backward = rules(tags, kind, forward: false)
    guard !attributes.forward.access.isEmpty || !attributes.backward.access.isEmpty else { throw .noAccess }
    if kind.roadClass == .ferry { attributes.wholeWaySeconds = tags[.duration].flatMap(Duration.seconds) }
    attributes.hasOwnDrivingSide = tags[.drivingSide] == "left" || tags[.drivingSide] == "right"
    let conditions = ConditionRules(tags)
    attributes.conditions = conditions.kept
    return Result(
      attributes: attributes, conditionsIgnored: conditions.ignored, speedConditionsIgnored: conditions.ignoredSpeeds)
  }

  // MARK: Class

  struct Kind {
    var roadClass: RoadClass
    var isLink = false
    /// Open to vehicles only by an explicit tag.
    var needsPermission = false
  }

  private func kind(of tags: Tags) throws(Rejection) -> Kind {
    if let route = tags[.route], route == "ferry" || route == "shuttle_train" { return Kind(roadClass: .ferry) }
    guard let highway = tags[.highway] else { throw .notARoad }
    guard tags[.area] != "yes", tags[.impassable] != "yes", tags[.status] != "impassable" else { throw .noAccess }
    switch highway {
    case "motorway": return Kind(roadClass: .motorway)
    case "motorway_link": return Kind(roadClass: .motorway, isLink: true)
    case "trunk": return Kind(roadClass: .trunk)
    case "trunk_link": return Kind(roadClass: .trunk, isLink: true)
    case "primary": return Kind(roadClass: .primary)
    case "primary_link": return Kind(roadClass: .primary, isLink: true)
    case "secondary": return Kind(roadClass: .secondary)
    case "secondary_link": return Kind(roadClass: .secondary, isLink: true)
    case "tertiary": return Kind(roadClass: .tertiary)
    case "tertiary_link": return Kind(roadClass: .tertiary, isLink: true)
    case "unclassified": return Kind(roadClass: .unclassified)
    case "residential": return Kind(roadClass: .residential)
    case "living_street": return Kind(roadClass: .livingStreet)
    case "service":
      guard tags[.service] != "emergency_access" else { throw .noAccess }
      return Kind(roadClass: .service)
    // Nobody has looked yet what road it is: enough to reach a place on it, nothing to drive through for.
    case "road": return Kind(roadClass: .service)
    case "track", "unsurfaced", "byway": return Kind(roadClass: .track)
    case "pedestrian", "footway", "path", "cycleway", "bridleway":
      return Kind(roadClass: .path, needsPermission: true)
    case "construction", "proposed": throw .construction
    default: throw .notARoad
    }
  }

  // MARK: Directions

  private func rules(_ tags: Tags, _ kind: Kind, forward: Bool) -> DirectionRules {
    var access: ModeSet = []
    var restricted: ModeSet = []
    for mode in TravelMode.allCases {
      let directions = OnewayRules.directions(tags, mode)
      guard forward ? directions.forward : directions.backward else { continue }
      switch self.access(tags, kind, mode, forward: forward) {
      case .yes: access.insert(mode.set)
      case .restricted:
        access.insert(mode.set)
        restricted.insert(mode.set)
      case .no: break
      }
    }
    let sharesLane = lanes(tags) == 1 && isTwoWay(tags)
    let driveSaid = MaxSpeed.said(tags, .drive, forward: forward, country: country, roadClass: kind.roadClass)
    let ownSaid = MaxSpeed.said(tags, .twoWheeler, forward: forward, country: country, roadClass: kind.roadClass)
    return DirectionRules(
      access: access, restricted: restricted,
      driveSpeed: SpeedRules.freeFlow(
        tags, kind.roadClass, isLink: kind.isLink, said: driveSaid, sharesLane: sharesLane),
      twoWheelerSpeed: SpeedRules.freeFlow(
        tags, kind.roadClass, isLink: kind.isLink, said: ownSaid, sharesLane: sharesLane),
      speedLimit: driveSaid.flatMap { $0.isLaw ? Int($0.kilometersPerHour.rounded()) : nil })
  }

  private func access(_ tags: Tags, _ kind: Kind, _ mode: TravelMode, forward: Bool) -> Access {
    if kind.needsPermission { return AccessRules.motorAccess(tags, mode, forward: forward) ?? .no }
    if let access = AccessRules.access(tags, mode, forward: forward) {
      return access == .yes && isForSharedCarsOnly(tags, mode) ? .no : access
    }
    if kind.roadClass == .ferry {
      // A line that names only those whom it does carry, walkers and cyclists, carries no vehicles.
      return [TagKey.foot, .bicycle].contains { (tags[$0] ?? "no") != "no" } ? .no : .yes
    }
    return isForSharedCarsOnly(tags, mode) ? .no : .yes
  }

  /// Lanes for cars with passengers; motorcycles may use them.
  private func isForSharedCarsOnly(_ tags: Tags, _ mode: TravelMode) -> Bool {
    mode == .drive && (tags[.hov] == "designated" || tags[.hov] == "only")
  }

  // MARK: Flags

  private func flags(_ tags: Tags, _ kind: Kind) -> RoadFlags {
    var flags: RoadFlags = []
    let tolls = TollRules.modes(tags)
    if tolls.contains(.drive) { flags.insert(.tollDrive) }
    if tolls.contains(.twoWheeler) { flags.insert(.tollTwoWheeler) }
    if kind.roadClass == .motorway || tags[.motorroad] == "yes" { flags.insert(.motorway) }
    if kind.roadClass == .ferry { flags.insert(.ferry) }
    if tags[.route] == "shuttle_train" { flags.insert(.shuttleTrain) }
    if let tunnel = tags[.tunnel], tunnel != "no", tunnel != "culvert" { flags.insert(.tunnel) }
    if let bridge = tags[.bridge], bridge != "no" { flags.insert(.bridge) }
    if tags[.junction] == "roundabout" || tags[.junction] == "circular" { flags.insert(.roundabout) }
    if kind.isLink { flags.insert(.link) }
    if SpeedRules.isUnpaved(tags) { flags.insert(.unpaved) }
    switch tags[.drivingSide] {
    case "left": flags.insert(.leftHandTraffic)
    case "right": break
    default: if country.drivesOnTheLeft { flags.insert(.leftHandTraffic) }
    }
    if kind.roadClass == .service, let service = tags[.service],
      ["alley", "driveway", "parking_aisle", "drive-through", "parking"].contains(service)
    {
      flags.insert(.minorService)
    }
    return flags
  }

  /// Whether cars drive it in both directions.
  private func isTwoWay(_ tags: Tags) -> Bool {
    let directions = OnewayRules.directions(tags, .drive)
    return directions.forward && directions.backward
  }

  private func lanes(_ tags: Tags) -> Int {
    guard let text = tags[.lanes], let lanes = Double(text.prefix { $0 != ";" }), lanes >= 1, lanes <= 40 else {
      return 0
    }
    return Int(lanes)
  }
}
