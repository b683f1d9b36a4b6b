/// A token whose seal was sound, with what it says.
public struct OpenedToken: Hashable, Sendable {
  public var plan: RoutePlan
  /// Of the token's text: tells a token that is assigned again.
  public var hash: TokenHash

  public init(plan: RoutePlan, hash: TokenHash) {
    self.plan = plan
    self.hash = hash
  }
}

/// 128-bit digest of a token's text.
public struct TokenHash: Hashable, Sendable {
  public var high: UInt64
  public var low: UInt64

  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }
}

/// Why a token could not be opened. To the vehicle all of them are TOKEN_MALFORMED.
public enum TokenFailure: Error, Hashable, Sendable {
  case empty
  case tooLong
  /// Not base64url without padding, or not as an encoder writes it.
  case notBase64URL
  case truncated
  case unsupportedVersion(UInt8)
  case unknownKey(UInt32)
  case retiredKey(UInt32)
  /// Altered, or sealed by another key of the same id.
  case notAuthentic
  /// The seal is sound, but the content is not a plan: an issuer's fault.
  case invalidPayload(String)
}

extension TokenFailure: CustomStringConvertible {
  /// One line, without any part of the token.
  public var description: String {
    switch self {
    case .empty: "the route token is empty"
    case .tooLong: "the route token is longer than any token can be"
    case .notBase64URL: "the route token is not base64url without padding"
    case .truncated: "the route token is cut short"
    case .unsupportedVersion(let version): "the route token has the unknown version \(version)"
    case .unknownKey(let id): "the route token is sealed with the unknown key \(Self.text(id))"
    case .retiredKey(let id): "the route token is sealed with the retired key \(Self.text(id))"
    case .notAuthentic: "the route token was altered or sealed with another key"
    case .invalidPayload(let detail): "the route token's content is invalid: \(detail)"
    }
  }

  private static func text(_ id: UInt32) -> String {
    let digits = String(id, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
