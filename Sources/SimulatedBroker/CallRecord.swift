public import Broker

/// One call as the cluster saw it.
public struct CallRecord: Hashable, Sendable {
  public var process: String
  /// Number of the handle, unique in the cluster; 0 for calls of the factory.
  public var handle: Int
  /// Number of the call among those of its process, from 1.
  public var step: Int
  public var atMillis: Int64
  public var call: Call
  /// What the call threw; `nil`: it returned.
  public var failure: BrokerFailure?
}
