import Broker
import Messages
import Testing

@testable import NavigatorCommand

private func event(_ role: TopicRole, _ type: String?, _ value: String?, key: String? = "v1") -> EventLine {
  var headers: [RecordHeader] = []
  if let type {
    headers = [
      RecordHeader("content-type", Array("application/json".utf8)), RecordHeader("ce_type", Array(type.utf8)),
    ]
  }
  let record = Record(
    topic: "navigator." + role.rawValue, partition: 1, offset: 7, timestampMillis: 1_700_000_000_123,
    key: key.map { Array($0.utf8) }, value: value.map { Array($0.utf8) }, headers: headers)
  return EventLine(record, role: role)
}

struct EventLineTests {
  @Test("an event is one readable line with the fields that matter")
  func readable() {
    let line = event(
      .routeStatus, "navigator.v1.RouteStatus",
      #"{"vehicleId":"v1","status":"NO_ROUTE_FOUND","cause":"ASSIGNED","error":{"code":"NO_ROUTE_FOUND","text":"no\nroad"}}"#
    )
    #expect(
      line.readable
        == "2023-11-14T22:13:20.123Z v1 RouteStatus NO_ROUTE_FOUND cause=ASSIGNED "
        + "error.code=NO_ROUTE_FOUND error.text=no road"
    )
  }

  @Test("the JSON form has the topic's short name, the headers and the value")
  func json() {
    let line = event(.arrivals, "navigator.v1.Arrival", #"{"stopIndex":2}"#)
    #expect(
      line.json
        == #"{"topic":"arrivals","partition":1,"offset":7,"timestamp":1700000000123,"key":"v1","#
        + #""headers":{"content-type":"application/json","ce_type":"navigator.v1.Arrival"},"value":{"stopIndex":2}}"#
    )
  }

  @Test("values that cannot be read, nulls and foreign types do not stop the watch")
  func unreadable() {
    #expect(event(.arrivals, "navigator.v1.Arrival", "{").readable.hasSuffix("v1 Arrival 1 bytes that cannot be read"))
    #expect(event(.arrivals, nil, nil, key: nil).readable.hasSuffix("- Arrival null"))
    #expect(event(.arrivals, "other.Type", #"{"a":1}"#).json.contains(#""value":"#))
    #expect(event(.deadLetters, nil, "x").json.contains(#""value":null"#))
  }

  @Test("a dead letter tells where it comes from and why, also when its value can be read")
  func deadLetter() {
    let headers = [
      RecordHeader("content-type", Array("application/json".utf8)),
      RecordHeader("navigator.dlt.source-topic", Array("navigator.location-updates".utf8)),
      RecordHeader("navigator.dlt.reason", Array("KEY_MISMATCH".utf8)),
    ]
    let record = Record(
      topic: "navigator.dead-letters", partition: 0, offset: 1, timestampMillis: 0, key: Array("v1".utf8),
      value: Array(#"{"vehicleId":"v2"}"#.utf8), headers: headers)
    let line = EventLine(record, role: .deadLetters).readable
    #expect(line.hasSuffix("v1 dead-letters source-topic=navigator.location-updates reason=KEY_MISMATCH"))
  }

  @Test("an arrival names the caller's stop, and its place in the trip")
  func arrival() {
    let value = #"{"stopIndex":0,"stop":{"stopId":"dropoff"},"isFinalDestination":true}"#
    let line = event(.arrivals, "navigator.v1.Arrival", value).readable
    #expect(line.hasSuffix("v1 Arrival dropoff stopIndex=0 isFinalDestination=true distanceToWaypointMeters=0"))
  }

  @Test("zeros are shown though proto3's JSON leaves them out, but not those of a part that is absent")
  func zeros() {
    let summary = event(.routeStatus, "navigator.v1.TripSummary", #"{"end":"CLEARED","plannedDistanceMeters":883}"#)
    #expect(
      summary.readable.hasSuffix(
        "TripSummary CLEARED drivenDistanceMeters=0 plannedDistanceMeters=883 planFollowed=0 rerouteCount=0"))
    let status = event(.routeStatus, "navigator.v1.RouteStatus", #"{"status":"OK","cause":"CLEARED"}"#)
    #expect(status.readable.hasSuffix("RouteStatus OK cause=CLEARED"))
    let arrival = event(.arrivals, "navigator.v1.Arrival", #"{"stopIndex":0}"#)
    #expect(arrival.readable.hasSuffix("Arrival stopIndex=0 isFinalDestination=false distanceToWaypointMeters=0"))
  }

  @Test("a closed road is named")
  func closedRoad() {
    let value = #"{"status":"OK","cause":"ROAD_CLOSED","closedRoad":{"conditionKey":"4:1:9","roadName":"Quay"}}"#
    let line = event(.routeStatus, "navigator.v1.RouteStatus", value).readable
    #expect(line.hasSuffix("OK cause=ROAD_CLOSED closedRoad.roadName=Quay closedRoad.conditionKey=4:1:9"))
  }

  @Test("every message that workers publish has its fields, but the answers of services")
  func table() {
    let published = TopicRole.allCases.filter { $0.direction == .output && $0 != .serviceResponses }.flatMap(\.messages)
    let told = Set(EventLine.fields.map(\.type))
    for type in published { #expect(told.contains(type), "\(type)") }
  }

  @Test("every field shown is a field of its message: a value of the wrong kind is refused there")
  func fieldsExist() {
    for (type, names) in EventLine.fields {
      for name in names {
        var value = JSONValue.array([])
        for part in name.split(separator: ".").reversed() { value = .object([JSONMember(String(part), value)]) }
        #expect(throws: DecodeFailure.self, "\(type.rawValue).\(name)") {
          try MessageJSON.protobuf(of: value, as: type)
        }
      }
    }
  }

  @Test("a filter by vehicle leaves out the topics that are not by vehicle")
  func filter() throws {
    let catalogue = TopicCatalogue()
    let all = try EventFilter(topics: [], vehicles: [], catalogue: catalogue)
    #expect(all.roles == TopicRole.allCases.filter { $0.direction == .output })
    let one = try EventFilter(topics: [], vehicles: ["v1"], catalogue: catalogue)
    #expect(!one.roles.contains(.workerStatus) && one.roles.contains(.deadLetters))
    #expect(one.shows(event(.arrivals, nil, nil).record))
    #expect(!one.shows(event(.arrivals, nil, nil, key: "v2").record))
    #expect(!one.shows(event(.arrivals, nil, nil, key: nil).record))
    let named = try EventFilter(topics: ["navigator.arrivals", "trip-progress"], vehicles: [], catalogue: catalogue)
    #expect(named.roles == [.arrivals, .tripProgress])
    #expect(throws: CommandFailure.self) { try EventFilter(topics: ["arrival"], vehicles: [], catalogue: catalogue) }
    #expect(throws: CommandFailure.self) {
      try EventFilter(topics: ["worker-status"], vehicles: ["v1"], catalogue: catalogue)
    }
  }
}
