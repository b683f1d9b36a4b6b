import Geometry
import Messages

/// One published event as a consumer of the topics reads it: its headers and its JSON value.
struct DemoEvent {
  let topic: String
  let key: String
  let timestampMillis: Int64
  let headers: [(name: String, value: String)]
  let text: String
  private let value: JSONValue

  /// Nil when the value is no JSON object.
  init?(
    topic: String, key: String, timestampMillis: Int64, headers: [(name: String, value: String)], value bytes: [UInt8]
  ) {
    guard let value = try? JSONParser.parse(bytes), case .object = value else { return nil }
    self.topic = topic
    self.key = key
    self.timestampMillis = timestampMillis
    self.headers = headers
    self.value = value
    text = String(decoding: bytes, as: UTF8.self)
  }

  func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

  /// The record that caused it and its place among that record's outputs, as its id says.
  var cause: (topic: String, offset: Int64, index: Int) {
    let parts = (header(HeaderName.eventID) ?? "").split(separator: "/")
    let numbers = parts.dropFirst(2)
    return (
      parts.first.map(String.init) ?? "", numbers.first.flatMap { Int64($0) } ?? 0,
      numbers.dropFirst().compactMap { Int($0) }.last ?? 0
    )
  }

  /// The message's name without its package, e.g. `RouteStatus`.
  var type: String {
    let full = header(HeaderName.eventType) ?? ""
    return full.hasPrefix(MessageType.package) ? String(full.dropFirst(MessageType.package.count)) : full
  }

  /// The member at a path of names.
  func member(_ path: String...) -> JSONValue? {
    path.reduce(value as JSONValue?) { $0?[$1] }
  }

  func string(_ name: String) -> String? { value[name]?.stringValue }

  func number(_ path: String...) -> Double? { path.reduce(value as JSONValue?) { $0?[$1] }?.number }

  /// Zero where proto3's JSON leaves a zero out.
  func integer(_ path: String...) -> Int {
    Int(exactly: (path.reduce(value as JSONValue?) { $0?[$1] }?.number ?? 0).rounded()) ?? 0
  }

  func isTrue(_ name: String) -> Bool { value[name] == .bool(true) }

  /// The geometry of a RouteStatus's route, all remaining legs joined; nil without a route.
  var routeLine: [Coordinate]? {
    guard case .array(let legs)? = value["route"]?["legs"], !legs.isEmpty else { return nil }
    var line: [Coordinate] = []
    for leg in legs {
      guard let text = leg["encodedPolyline"]?.stringValue, let points = try? PolylineCodec.decode(text) else {
        return nil
      }
      line += line.last == points.first ? points.dropFirst() : points[...]
    }
    return line
  }

  /// The geometry of each remaining leg.
  var legLines: [[Coordinate]] {
    guard case .array(let legs)? = value["route"]?["legs"] else { return [] }
    return legs.compactMap { leg in
      (leg["encodedPolyline"]?.stringValue).flatMap { try? PolylineCodec.decode($0) }
    }
  }
}

extension JSONValue {
  /// A string's characters; nil for anything else.
  var stringValue: String? {
    if case .string(let text) = self { return text }
    return nil
  }

  /// A number, or a string that holds one (64-bit integers, durations such as `12.5s`).
  var number: Double? {
    switch self {
    case .number(let text): Double(text)
    case .string(let text): Double(text.hasSuffix("s") ? String(text.dropLast()) : text)
    default: nil
    }
  }
}
