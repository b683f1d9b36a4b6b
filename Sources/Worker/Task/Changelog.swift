/// Keys of the sessions changelog: a kind byte and the vehicle's id.
enum ChangelogKey {
  /// Of no vehicle: the version of the road conditions that the partition's sessions were held against.
  static let conditions: [UInt8] = [0x43]
  /// Of no vehicle: how far the partition's event time has come.
  static let streamTime: [UInt8] = [0x54]

  static func bytes(_ kind: SessionRecordKind, _ vehicle: String) -> [UInt8] { [kind.rawValue] + Array(vehicle.utf8) }

  /// nil for a key that no worker wrote.
  static func parse(_ bytes: [UInt8]) -> (kind: SessionRecordKind, vehicle: String)? {
    guard let first = bytes.first, let kind = SessionRecordKind(rawValue: first),
      let vehicle = String(validating: bytes.dropFirst(), as: UTF8.self)
    else { return nil }
    return (kind, vehicle)
  }
}

/// The changelog records of one partition, collected during a restore: the last value of each key.
struct RestoredRecords {
  private(set) var values: [String: [SessionRecordKind: [UInt8]]] = [:]
  private(set) var conditions: ConditionsMark?
  private(set) var time = StreamTime()
  private(set) var recordCount = 0
  private(set) var foreignCount = 0

  mutating func add(key: [UInt8]?, value: [UInt8]?) {
    recordCount += 1
    if key == ChangelogKey.conditions {
      conditions = value.flatMap { String(validating: $0, as: UTF8.self) }.map(ConditionsMark.init(version:))
      return
    }
    if key == ChangelogKey.streamTime {
      time = value.flatMap { String(validating: $0, as: UTF8.self) }.map(StreamTime.init(text:)) ?? StreamTime()
      return
    }
    guard let key, let (kind, vehicle) = ChangelogKey.parse(key) else {
      foreignCount += 1
      return
    }
    if let value {
      values[vehicle, default: [:]][kind] = value
    } else {
      values[vehicle]?[kind] = nil
      if values[vehicle]?.isEmpty == true { values[vehicle] = nil }
    }
  }
}
