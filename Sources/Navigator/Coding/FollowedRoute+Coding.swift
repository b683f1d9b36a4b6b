import MapMatching
import RoadNetwork
import RoutePlan
import Routing

extension ByteWriter {
  mutating func write(_ followed: FollowedRoute) {
    write(unsigned: followed.networkFingerprint)
    write(unsigned: followed.revision)
    write(unsigned: UInt(followed.planIndex))
    write(byte: followed.route.mode.rawValue)
    write(signed: followed.route.cost)
    write(list: followed.route.legs) { $0.write($1) }
    write(signed: followed.firstStopIndex)
    write(list: followed.labels) { $0.write(byte: $1.rawValue) }
    write(signed: followed.plannedDistanceMeters)
    write(signed: followed.plannedDurationSeconds)
    write(optional: followed.plannedPaths) { writer, paths in writer.write(list: paths) { $0.write($1) } }
    write(list: followed.maneuvers) { writer, point in
      writer.write(unsigned: point.legIndex)
      writer.write(unsigned: point.edgeIndex)
      writer.write(byte: point.maneuver.rawValue)
    }
    write(followed.isDetour)
  }

  private mutating func write(_ leg: RouteLeg) {
    write(leg.path)
    write(leg.distanceMeters)
    write(leg.durationSeconds)
    write(leg.staticDurationSeconds)
  }

  private mutating func write(_ path: EdgePath) {
    write(edges: path.edges)
    write(path.startFraction)
    write(path.endFraction)
  }

  /// Edges that follow one another often have ids near to one another.
  private mutating func write(edges: [EdgeID]) {
    var former: Int64 = 0
    write(list: edges) { writer, edge in
      writer.write(signed: Int64(edge.rawValue) - former)
      former = Int64(edge.rawValue)
    }
  }

  mutating func write(_ following: Following) {
    write(signed: following.stopIndex)
    write(bits: [
      following.hasArrived, following.isOffRoute, following.isOffRouteTold, following.isFailureTold,
      following.hasToldApproach, following.isGuidanceOff, following.hasPassedStop, following.totals.isOnToll,
    ])
    write(bytes: following.matcher.encoded)
    write(byte: following.evidence)
    write(signed: following.nextRerouteMillis)
    write(signed: following.rerouteIntervalMillis)
    write(optional: following.departing) { writer, departing in
      writer.write(signed: departing.stopIndex)
      writer.write(signed: departing.arrivedAtMillis)
    }
    let totals = following.totals
    for value in [totals.startedAtMillis, totals.millimeters, totals.plannedMillimeters, totals.waitingMillis] {
      write(signed: value)
    }
    for value in [totals.tolls, totals.reroutes, totals.stopsReached] { write(signed: value) }
    write(optional: following.published) { writer, told in
      writer.write(signed: told.remainingMeters)
      writer.write(signed: told.remainingSeconds)
      writer.write(byte: told.category.rawValue)
      writer.write(byte: told.status.rawValue)
      writer.write(signed: told.severity.rawValue)
      writer.write(signed: told.maneuverIndex)
    }
    write(optional: following.speedingSinceMillis) { $0.write(signed: $1) }
    write(optional: following.road) { writer, road in
      writer.write(unsigned: road.edge.rawValue)
      writer.write(road.fraction)
    }
    write(optional: totals.coverage.current) { $0.write(unsigned: UInt($1)) }
    var former: Int64 = 0
    write(list: totals.coverage.stretches) { writer, stretch in
      writer.write(signed: stretch.from - former)
      writer.write(signed: stretch.to - stretch.from)
      former = stretch.to
    }
  }

  /// Eight truths in a byte.
  private mutating func write(bits: [Bool]) {
    write(byte: bits.enumerated().reduce(0) { $0 | ($1.element ? 1 << UInt8($1.offset) : 0) })
  }
}

extension ByteReader {
  mutating func followedRoute() throws(MalformedSession) -> FollowedRoute {
    let fingerprint = try unsigned(UInt64.self)
    let revision = try unsigned(UInt32.self)
    let planIndex = Int(try unsigned(UInt16.self))
    let mode = try choice(TravelMode.self)
    let cost = try signed(Int64.self)
    let legs = try list { reader throws(MalformedSession) in try reader.leg() }
    guard !legs.isEmpty else { throw MalformedSession() }
    let firstStop = try signed(Int32.self)
    guard firstStop >= 0, Int64(firstStop) + Int64(legs.count) < 1 << 20 else { throw MalformedSession() }
    let followed = FollowedRoute(
      networkFingerprint: fingerprint, revision: revision, planIndex: planIndex,
      route: Route(mode: mode, legs: legs, cost: cost), firstStopIndex: firstStop,
      labels: try list { reader throws(MalformedSession) in try reader.choice(RouteLabel.self) },
      plannedDistanceMeters: try signed(Int32.self), plannedDurationSeconds: try signed(Int32.self),
      plannedPaths: try optional { reader throws(MalformedSession) in try reader.plannedPaths() },
      maneuvers: try list { reader throws(MalformedSession) in
        ManeuverPoint(
          legIndex: try reader.unsigned(UInt32.self), edgeIndex: try reader.unsigned(UInt32.self),
          maneuver: try reader.choice(Maneuver.self))
      },
      isDetour: try bool())
    // Each maneuver must lie on the route.
    for point in followed.maneuvers {
      guard Int(point.legIndex) < legs.count, Int(point.edgeIndex) < legs[Int(point.legIndex)].path.edges.count else {
        throw MalformedSession()
      }
    }
    return followed
  }

  private mutating func leg() throws(MalformedSession) -> RouteLeg {
    RouteLeg(
      path: try path(), distanceMeters: try double(), durationSeconds: try double(),
      staticDurationSeconds: try double())
  }

  private mutating func path() throws(MalformedSession) -> EdgePath {
    let edges = try edges()
    let (start, end) = (try double(), try double())
    guard !edges.isEmpty, (0...1).contains(start), (0...1).contains(end) else { throw MalformedSession() }
    return EdgePath(edges: edges, startFraction: start, endFraction: end)
  }

  /// The first version kept the planned edges sorted, each once: they count whole and once.
  private mutating func plannedPaths() throws(MalformedSession) -> [EdgePath] {
    if version >= 2 { return try list { reader throws(MalformedSession) in try reader.path() } }
    let edges = try edges()
    return edges.isEmpty ? [] : [EdgePath(edges: edges, startFraction: 0, endFraction: 1)]
  }

  private mutating func edges() throws(MalformedSession) -> [EdgeID] {
    var former: Int64 = 0
    return try list { reader throws(MalformedSession) in
      former = former.saturatingAdd(try reader.signed(Int64.self))
      guard let raw = UInt32(exactly: former) else { throw MalformedSession() }
      return EdgeID(raw)
    }
  }

  mutating func following() throws(MalformedSession) -> Following {
    let stopIndex = try signed(Int32.self)
    let bits = try byte()
    guard let matcher = MatcherState(encoded: try byteList()) else { throw MalformedSession() }
    var following = Following(matcher: matcher, rerouteIntervalMillis: 0)
    following.stopIndex = stopIndex
    following.hasArrived = bits & 1 != 0
    following.isOffRoute = bits & 2 != 0
    following.isOffRouteTold = bits & 4 != 0
    following.isFailureTold = bits & 8 != 0
    following.hasToldApproach = bits & 16 != 0
    following.isGuidanceOff = bits & 32 != 0
    following.hasPassedStop = bits & 64 != 0
    following.totals.isOnToll = bits & 128 != 0
    following.evidence = try byte()
    following.nextRerouteMillis = try signed(Int64.self)
    following.rerouteIntervalMillis = try signed(Int64.self)
    following.departing = try optional { reader throws(MalformedSession) in
      Following.Departing(
        stopIndex: try reader.signed(Int32.self), arrivedAtMillis: try reader.signed(Int64.self))
    }
    following.totals.startedAtMillis = try signed(Int64.self)
    following.totals.millimeters = try total()
    following.totals.plannedMillimeters = try total()
    following.totals.waitingMillis = try total()
    following.totals.tolls = try signed(Int32.self)
    following.totals.reroutes = try signed(Int32.self)
    following.totals.stopsReached = try signed(Int32.self)
    following.published = try optional { reader throws(MalformedSession) in try reader.published() }
    following.speedingSinceMillis = try optional { reader throws(MalformedSession) in try reader.signed(Int64.self) }
    following.road = try optional { reader throws(MalformedSession) in
      let edge = EdgeID(try reader.unsigned(UInt32.self))
      let fraction = try reader.double()
      guard (0...1).contains(fraction) else { throw MalformedSession() }
      return EdgePosition(edge: edge, fraction: fraction)
    }
    if version >= 2 { following.totals.coverage = try coverage() }
    return following
  }

  private mutating func coverage() throws(MalformedSession) -> PlanCoverage {
    let current = try optional { reader throws(MalformedSession) in Int(try reader.unsigned(UInt32.self)) }
    var former: Int64 = 0
    let stretches = try list { reader throws(MalformedSession) in
      let from = former.saturatingAdd(try reader.signed(Int64.self))
      former = from.saturatingAdd(try reader.signed(Int64.self))
      return PlanCoverage.Stretch(from: from, to: former)
    }
    guard let coverage = PlanCoverage(stretches: stretches, current: current) else { throw MalformedSession() }
    return coverage
  }

  /// A sum of small steps: never negative, never near the end of the range.
  private mutating func total() throws(MalformedSession) -> Int64 {
    let value = try signed(Int64.self)
    guard (0...DrivenTotals.limit).contains(value) else { throw MalformedSession() }
    return value
  }

  private mutating func published() throws(MalformedSession) -> PublishedProgress {
    let (distance, time) = (try signed(Int32.self), try signed(Int32.self))
    let (category, status) = (try choice(DelayCategory.self), try choice(NavigationStatus.self))
    guard let severity = SpeedAlertSeverity(rawValue: try signed(Int8.self)) else { throw MalformedSession() }
    return PublishedProgress(
      remainingMeters: distance, remainingSeconds: time, category: category, status: status, severity: severity,
      maneuverIndex: try signed(Int32.self))
  }
}
