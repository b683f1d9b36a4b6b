import Broker
import Testing

@Suite struct BrokerFailureTests {
  static let everyVerdict = [false, true].flatMap { fatal in
    [false, true].flatMap { retriable in
      [false, true].map { LibraryVerdict(isFatal: fatal, isRetriable: retriable, requiresAbort: $0) }
    }
  }

  @Test("a takeover code ends ownership whatever the library's flags say", arguments: BrokerCode.takeover)
  func takeover(code: BrokerCode) {
    for verdict in Self.everyVerdict {
      #expect(BrokerFailure(classifying: code, verdict) == .ownershipLost(code))
    }
  }

  @Test("a transient code is retriable when the library says nothing", arguments: BrokerCode.transient)
  func transient(code: BrokerCode) {
    #expect(BrokerFailure(classifying: code) == .retriable(code))
    #expect(BrokerFailure(classifying: code, LibraryVerdict(requiresAbort: true)) == .abortTransaction(code))
    #expect(BrokerFailure(classifying: code, LibraryVerdict(isFatal: true)) == .fatal(code))
  }

  @Test("fatal comes before abort, abort before retriable, and the rest is fatal")
  func order() {
    let code = BrokerCode("SOMETHING")
    for verdict in Self.everyVerdict {
      let failure = BrokerFailure(classifying: code, verdict)
      if verdict.isFatal {
        #expect(failure == .fatal(code))
      } else if verdict.requiresAbort {
        #expect(failure == .abortTransaction(code))
      } else if verdict.isRetriable {
        #expect(failure == .retriable(code))
      } else {
        #expect(failure == .fatal(code))
      }
    }
  }

  @Test("no code is both a takeover and transient")
  func disjoint() {
    #expect(BrokerCode.takeover.isDisjoint(with: BrokerCode.transient))
  }
}
