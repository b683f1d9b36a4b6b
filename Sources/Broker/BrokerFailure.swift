/// Why a call to the broker failed, sorted by what the caller must do next.
public enum BrokerFailure: Error, Hashable, Sendable {
  /// Nothing was decided, or what was decided is not known (a commit that timed out). Make the *same* call again after a back-off;
  /// past the caller's bound drop state and rebuild it from the log.
  case retriable(BrokerCode)
  /// The open transaction cannot commit. Abort it, go back to the last commit, replay.
  case abortTransaction(BrokerCode)
  /// Another worker owns these partitions or this id now. Drop state, publish nothing, replace the handle, rejoin.
  case ownershipLost(BrokerCode)
  /// This handle is finished. Close it, make another, rebuild state from the log.
  case fatal(BrokerCode)

  public var code: BrokerCode {
    switch self {
    case .retriable(let code), .abortTransaction(let code), .ownershipLost(let code), .fatal(let code): code
    }
  }
}

/// What the client library itself says about an error.
public struct LibraryVerdict: Hashable, Sendable {
  public var isFatal: Bool
  public var isRetriable: Bool
  public var requiresAbort: Bool

  public init(isFatal: Bool = false, isRetriable: Bool = false, requiresAbort: Bool = false) {
    self.isFatal = isFatal
    self.isRetriable = isRetriable
    self.requiresAbort = requiresAbort
  }
}

extension BrokerFailure {
  /// Sorts one error. The order of the tests is the policy: a takeover code wins over every flag,
  /// because the library calls some of them abortable or retriable and retrying them publishes as a zombie.
  ///
  /// - Parameter code: the library's or the broker's code.
  /// - Parameter verdict: the flags of the library's error object; all false for a bare code.
  public init(classifying code: BrokerCode, _ verdict: LibraryVerdict = LibraryVerdict()) {
    if BrokerCode.takeover.contains(code) {
      self = .ownershipLost(code)
    } else if verdict.isFatal {
      self = .fatal(code)
    } else if verdict.requiresAbort {
      self = .abortTransaction(code)
    } else if verdict.isRetriable || BrokerCode.transient.contains(code) {
      self = .retriable(code)
    } else {
      self = .fatal(code)
    }
  }
}
