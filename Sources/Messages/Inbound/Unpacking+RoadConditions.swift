internal import CNavigatorProto
internal import Geometry
public import Routing

extension Unpacking {
  /// Most points of a polyline that are read.
  static let maximumPolylinePoints = 10_000

  func roadCondition() throws(DecodeFailure) -> RoadConditionChange {
    let message = try unpack(.roadCondition, as: Navigator__V1__RoadCondition.self).pointee
    let keyText = String(decoding: key, as: UTF8.self)
    var speed: Double?
    if message.has_speed_kph_case.rawValue != 0 {
      guard message.speed_kph.isFinite else {
        throw DecodeFailure(.validation, .notANumber, "speed_kph: not a finite number")
      }
      guard message.speed_kph >= 0 else { throw DecodeFailure(.validation, .outOfRange, "speed_kph: negative") }
      speed = message.speed_kph
    }
    return RoadConditionChange(
      key: keyText,
      update: RoadConditionUpdate(
        segment: try place(message, keyText), isClosed: message.closed != 0, speedKilometersPerHour: speed,
        validFromMillis: try Self.millis(message.valid_from, "valid_from"),
        validUntilMillis: try Self.millis(message.valid_until, "valid_until")))
  }

  private func place(
    _ message: Navigator__V1__RoadCondition, _ keyText: String
  ) throws(DecodeFailure) -> RoadConditionUpdate.Segment {
    switch message.place_case {
    case NAVIGATOR__V1__ROAD_CONDITION__PLACE_SEGMENT:
      guard let segment = message.segment?.pointee else { break }
      return .reference(
        SegmentReference(wayID: segment.way_id, fromNodeID: segment.from_node_id, toNodeID: segment.to_node_id))
    case NAVIGATOR__V1__ROAD_CONDITION__PLACE_POLYLINE:
      guard let polyline = message.polyline?.pointee else { break }
      let points: [Coordinate]
      do {
        points = try PolylineCodec.decode(Self.text(polyline.encoded_polyline), limit: Self.maximumPolylinePoints)
      } catch { throw DecodeFailure(.validation, .outOfRange, "polyline.encoded_polyline: no encoded polyline") }
      guard points.count >= 2 else {
        throw DecodeFailure(.validation, .missingField, "polyline.encoded_polyline: two points are needed")
      }
      return .polyline(points)
    default: break
    }
    // A sender that keys by the segment need not repeat it.
    guard let reference = SegmentReference(key: keyText) else {
      throw DecodeFailure(.validation, .missingField, "segment or polyline is missing, and the key names no segment")
    }
    return .reference(reference)
  }
}

extension SegmentReference {
  /// `way:from:to`, the key of a condition on `road-conditions`.
  public init?(key: String) {
    let parts = key.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let way = Int64(parts[0]), let from = Int64(parts[1]), let to = Int64(parts[2]) else {
      return nil
    }
    self.init(wayID: way, fromNodeID: from, toNodeID: to)
  }

  /// The key of a condition on this segment.
  public var key: String { "\(wayID):\(fromNodeID):\(toNodeID)" }
}
