/// Why bytes are no usable road network.
public enum RoadNetworkError: Error, Hashable, Sendable {
  /// Not a road-network file at all.
  case foreign
  /// Written by another version of the program: build the network again.
  case unsupportedVersion(found: UInt64, supported: UInt64)
  /// Shorter or longer than its header says.
  case wrongSize(expected: UInt64, found: UInt64)
  /// Bytes changed after it was written.
  case checksumMismatch
  /// The checksum is right but the content contradicts itself; `section` names the part.
  case inconsistent(section: String)
}

extension RoadNetworkError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .foreign: "not a road network file"
    case .unsupportedVersion(let found, let supported):
      "road network format \(found), this program reads format \(supported)"
    case .wrongSize(let expected, let found): "road network file is truncated: \(found) of \(expected) bytes"
    case .checksumMismatch: "road network file is damaged: checksum does not match"
    case .inconsistent(let section): "road network file is damaged: \(section)"
    }
  }
}
