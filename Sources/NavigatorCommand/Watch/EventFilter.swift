import Broker
import Messages
import Worker

/// Which records `watch` shows.
struct EventFilter {
  /// By role, in the order of the catalogue.
  let roles: [TopicRole]
  /// Empty: every vehicle.
  let vehicles: Set<[UInt8]>

  /// - Parameters:
  ///   - topics: short names, or names on the cluster; none for all that the worker publishes.
  ///   - vehicles: ids; records of other keys, and topics that are not by vehicle, are left out.
  init(topics: [String], vehicles: [String], catalogue: TopicCatalogue) throws(CommandFailure) {
    var roles: Set<TopicRole> = topics.isEmpty ? Set(TopicRole.allCases.filter { $0.direction == .output }) : []
    for name in topics {
      guard let role = TopicRole(rawValue: name) ?? catalogue.role(ofTopic: name) else {
        let known = TopicRole.allCases.map(\.rawValue)
        let nearest = NearestName.of(name, in: known).map { ", did you mean \($0)?" } ?? ""
        throw .usage("unknown topic \"\(name)\"\(nearest)", command: "watch")
      }
      roles.insert(role)
    }
    self.vehicles = Set(vehicles.map { Array($0.utf8) })
    let isByVehicle = !vehicles.isEmpty
    self.roles = TopicRole.allCases.filter { role in
      roles.contains(role) && (!isByVehicle || role.keyKind == .vehicle || role.keyKind == .original)
    }
    if self.roles.isEmpty {
      throw .usage("no topic is left: \(topics.joined(separator: ", ")) is not by vehicle", command: "watch")
    }
  }

  func shows(_ record: Record) -> Bool {
    vehicles.isEmpty || record.key.map { vehicles.contains($0) } ?? false
  }
}
