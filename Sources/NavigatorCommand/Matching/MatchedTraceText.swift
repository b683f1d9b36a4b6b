import Geometry
import MapMatching
import Observability
import RoadNetwork
import Routing

/// A matched trace as text.
struct MatchedTraceText {
  enum Form {
    /// A line a fix.
    case fixes
    /// A line a road piece.
    case edges
    /// A line a trace.
    case json
  }

  let network: RoadNetwork
  let form: Form

  var heading: String? {
    switch form {
    case .fixes: "id,index,way_id,from_node,to_node,lon,lat,distance_m,part"
    case .edges: "id,seq,way_id,from_node,to_node,gap"
    case .json: nil
    }
  }

  func lines(of match: TraceMatch, _ trace: FinishedTrip) -> [String] {
    switch form {
    case .fixes: match.outcomes.enumerated().map { "\(trace.id),\($0),\(fix($1))" }
    case .edges: edges(of: match, trace.id)
    case .json: [json(match, trace)]
    }
  }

  private func fix(_ outcome: TraceMatch.Outcome) -> String {
    guard case .matched(let part, let place) = outcome else { return ",,,,,," }
    let spot = EdgePath(edges: [place.edge], startFraction: place.fraction, endFraction: place.fraction)
    guard let road = spot.stretches(on: network).first?.reference else { return ",,,,,," }
    let (longitude, latitude) = (place.point.longitudeE7, place.point.latitudeE7)
    return "\(road.wayID),\(road.fromNodeID),\(road.toNodeID),\(GraphExport.degrees(longitude)),"
      + "\(GraphExport.degrees(latitude)),\(Self.decimal(place.distanceMeters, 1)),\(part)"
  }

  private func edges(of match: TraceMatch, _ id: String) -> [String] {
    var lines: [String] = []
    for (number, part) in match.parts.enumerated() {
      var isFirst = true
      for leg in part.legs {
        for stretch in leg.stretches(on: network) {
          let nodes = stretch.nodeIDs(of: leg, on: network)
          for (from, to) in zip(nodes, nodes.dropFirst()) {
            let gap = isFirst && number > 0 ? 1 : 0
            lines.append("\(id),\(lines.count),\(stretch.reference.wayID),\(from),\(to),\(gap)")
            isFirst = false
          }
        }
      }
    }
    return lines
  }

  private func json(_ match: TraceMatch, _ trace: FinishedTrip) -> String {
    let outliers = match.outcomes.indices.filter { match.outcomes[$0].place == nil }
    return "{\"id\":\(JSONString.quoted(trace.id)),\"fixes\":\(trace.fixes.count),\"matched\":\(match.matchedCount)"
      + ",\"outliers\":[\(outliers.map(String.init).joined(separator: ","))]"
      + ",\"lengthMeters\":\(Self.decimal(match.lengthMeters, 1)),\"reversals\":\(match.reversalCount)"
      + ",\"meanDistanceMeters\":\(Self.decimal(match.meanDistanceMeters, 1))"
      + ",\"confidence\":\(Self.decimal(match.confidence, 3))"
      + ",\"parts\":[\(match.parts.map(part).joined(separator: ","))]"
      + ",\"gaps\":[\(match.gaps.map(gap).joined(separator: ","))]}"
  }

  private func part(_ part: TraceMatch.Part) -> String {
    var points: [Coordinate] = []
    var roads: [String] = []
    for leg in part.legs {
      let line = leg.geometry(on: network)
      points += line.dropFirst(points.last == line.first ? 1 : 0)
      for stretch in leg.stretches(on: network) {
        let nodes = stretch.nodeIDs(of: leg, on: network)
        roads.append("[\(stretch.reference.wayID),\(nodes.map(String.init).joined(separator: ","))]")
      }
    }
    return "{\"firstFix\":\(part.firstFix),\"lastFix\":\(part.lastFix)"
      + ",\"lengthMeters\":\(Self.decimal(part.lengthMeters, 1)),\"reversals\":\(part.reversalCount)"
      + ",\"polyline\":\(JSONString.quoted(PolylineCodec.encode(points))),\"path\":[\(roads.joined(separator: ","))]}"
  }

  private func gap(_ gap: TraceMatch.Gap) -> String {
    let reason = gap.reason == .noRoad ? "NO_ROAD" : "NO_WAY"
    return "{\"afterFix\":\(gap.afterFix),\"beforeFix\":\(gap.beforeFix)"
      + ",\"straightMeters\":\(Self.decimal(gap.straightMeters, 1)),\"seconds\":\(Self.decimal(gap.seconds, 1))"
      + ",\"reason\":\"\(reason)\"}"
  }

  /// A value from 0 on with some digits behind the point.
  static func decimal(_ value: Double, _ digits: Int) -> String {
    let scale = digits == 3 ? 1_000 : 10
    let whole = Int(min(max((value * Double(scale)).rounded(), 0), 1e15))
    return "\(whole / scale).\(String(scale + whole % scale).dropFirst())"
  }
}
