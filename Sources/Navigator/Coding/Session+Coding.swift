import Geometry
import MapMatching
import RoadNetwork
import RoutePlan
import Routing

/// A session in the changelog: two records, written together where both change, each with a version byte before it.
///
/// Version 2 added places and navigation points of stops, the number plate, and which parts of the plan were driven. Records of
/// version 1 are read for ever; the two of a session may differ in it, because the route is written less often. Version 3 is of
/// progress records where a vehicle lags, by how much stands at the end; and of route records where destinations wait with a
/// wish for their first route, which stands at the end. All others are still of version 2.
extension Session {
  private static let version: UInt8 = 2
  private static let laggingVersion: UInt8 = 3
  private static let wishingVersion: UInt8 = 3

  /// The bytes of one record; nil where a tombstone belongs, because the session has nothing of that kind.
  public func encoded(_ kind: ChangelogKinds) -> [UInt8]? {
    kind == .route ? encodedRoute : encodedProgress
  }

  /// Assignment, route, and what guards against repetition.
  private var encodedRoute: [UInt8]? {
    guard trip != nil || queued != nil || !assignmentIDs.isEmpty || !tokenHashes.isEmpty else { return nil }
    var writer = ByteWriter()
    let wishes = [trip?.assignment, queued].compactMap { $0?.wish }
    let hasWish = wishes.contains { !$0.isEmpty }
    writer.write(byte: hasWish ? Self.wishingVersion : Self.version)
    writer.write(unsigned: routeEpoch)
    writer.write(list: assignmentIDs) { $0.write($1) }
    writer.write(list: tokenHashes) { writer, hash in
      writer.write(unsigned: hash.high)
      writer.write(unsigned: hash.low)
    }
    writer.write(optional: trip?.assignment) { $0.write($1) }
    writer.write(optional: active?.followed) { $0.write($1) }
    writer.write(optional: queued) { $0.write($1) }
    if hasWish { for wish in wishes { writer.write(wish) } }
    return writer.bytes
  }

  /// Where the vehicle is.
  private var encodedProgress: [UInt8] {
    var writer = ByteWriter()
    writer.write(byte: lagMillis == 0 ? Self.version : Self.laggingVersion)
    writer.write(unsigned: routeEpoch)
    writer.write(signed: clockMillis)
    writer.write(optional: lastFix) { writer, fix in
      writer.write(fix.coordinate)
      writer.write(signed: fix.timeMillis)
      writer.write(optional: fix.accuracyMeters) { $0.write($1) }
      writer.write(optional: fix.bearingDegrees) { $0.write($1) }
      writer.write(optional: fix.speedMetersPerSecond) { $0.write($1) }
    }
    writer.write(signed: completedStops)
    writer.write(list: timers.armed) { writer, timer in
      writer.write(byte: timer.name.rawValue)
      writer.write(signed: timer.deadlineMillis)
      writer.write(timer.armedBy)
    }
    writer.write(optional: active?.following) { $0.write($1) }
    if lagMillis != 0 { writer.write(signed: lagMillis) }
    return writer.bytes
  }

  /// The session of its two records; nil when they are not a session's, or not of one and the same moment.
  ///
  /// - Parameters:
  ///   - route: nil where the changelog has none.
  ///   - progress: nil likewise; a session always has one.
  init?(vehicleID: String, route: [UInt8]?, progress: [UInt8]?) {
    guard let progress else { return nil }
    self.init(vehicleID: vehicleID)
    do throws(MalformedSession) {
      var followed: FollowedRoute?
      if let route { followed = try readRoute(route) }
      let (kept, version) = try readProgress(progress, mustMatch: route != nil)
      var following = kept
      if version < 2, let followed { following?.assumeCoverage(on: followed) }
      try join(followed, following)
    } catch {
      return nil
    }
  }

  private mutating func readRoute(_ bytes: [UInt8]) throws(MalformedSession) -> FollowedRoute? {
    var reader = ByteReader(bytes)
    try reader.readVersion(in: 1...Self.wishingVersion)
    routeEpoch = try reader.unsigned(UInt32.self)
    assignmentIDs = try reader.list { reader throws(MalformedSession) in try reader.text() }
    tokenHashes = try reader.list { reader throws(MalformedSession) in
      TokenHash(high: try reader.unsigned(UInt64.self), low: try reader.unsigned(UInt64.self))
    }
    var assignment = try reader.optional { reader throws(MalformedSession) in try reader.assignment() }
    let followed = try reader.optional { reader throws(MalformedSession) in try reader.followedRoute() }
    queued = try reader.optional { reader throws(MalformedSession) in try reader.assignment() }
    if reader.version == Self.wishingVersion {
      if assignment != nil { assignment?.wish = try reader.wish() }
      if queued != nil { queued?.wish = try reader.wish() }
      guard [assignment, queued].contains(where: { $0?.wish.isEmpty == false }) else { throw MalformedSession() }
    }
    trip = assignment.map { Trip(assignment: $0, stage: .pending) }
    guard reader.isAtEnd else { throw MalformedSession() }
    return followed
  }

  private mutating func readProgress(_ bytes: [UInt8], mustMatch: Bool) throws(MalformedSession) -> (Following?, UInt8)
  {
    var reader = ByteReader(bytes)
    try reader.readVersion(in: 1...Self.laggingVersion)
    let epoch = try reader.unsigned(UInt32.self)
    guard !mustMatch || epoch == routeEpoch else { throw MalformedSession() }
    routeEpoch = epoch
    clockMillis = try reader.signed(Int64.self)
    lastFix = try reader.optional { reader throws(MalformedSession) in try reader.fix() }
    completedStops = try reader.signed(Int32.self)
    let armed = try reader.list { reader throws(MalformedSession) in
      ArmedTimer(
        name: try reader.choice(TimerName.self), deadlineMillis: try reader.signed(Int64.self),
        armedBy: try reader.origin())
    }
    guard let timers = TimerSet(armed), timers.armed == armed else { throw MalformedSession() }
    self.timers = timers
    let following = try reader.optional { reader throws(MalformedSession) in try reader.following() }
    if reader.version == Self.laggingVersion {
      let lag = try reader.signed(Int64.self)
      guard lag > 0 else { throw MalformedSession() }
      restoreLag(lag)
    }
    guard reader.isAtEnd else { throw MalformedSession() }
    return (following, reader.version)
  }

  /// Puts the halves together, when each has what the other speaks of.
  private mutating func join(_ followed: FollowedRoute?, _ following: Following?) throws(MalformedSession) {
    guard let followed, let following else {
      guard followed == nil, following == nil else { throw MalformedSession() }
      return
    }
    guard let trip, let leg = followed.legIndex(ofStop: following.stopIndex),
      trip.assignment.stop(following.stopIndex) != nil,
      trip.assignment.stops.count == Int(followed.firstStopIndex) + followed.route.legs.count,
      following.matcher.position.legIndex == leg, followed.edge(at: following.matcher.position) != nil
    else { throw MalformedSession() }
    self.trip?.stage = .active(followed, following)
  }
}

extension Following {
  /// The first version did not say which parts of the plan were driven: on the plan itself all up to the vehicle.
  fileprivate mutating func assumeCoverage(on followed: FollowedRoute) {
    guard followed.plannedPaths == nil, let number = followed.edgeNumber(at: matcher.position),
      let part = followed.route.legs.map(\.path).part(at: number), part.to > part.from
    else { return }
    let share = (matcher.position.fraction - part.from) / (part.to - part.from)
    totals.coverage = PlanCoverage(upTo: number, share: share)
  }
}

extension ByteReader {
  fileprivate mutating func fix() throws(MalformedSession) -> MatcherFix {
    MatcherFix(
      coordinate: try coordinate(), timeMillis: try signed(Int64.self),
      accuracyMeters: try optional { reader throws(MalformedSession) in try reader.double() },
      bearingDegrees: try optional { reader throws(MalformedSession) in try reader.double() },
      speedMetersPerSecond: try optional { reader throws(MalformedSession) in try reader.double() })
  }
}
