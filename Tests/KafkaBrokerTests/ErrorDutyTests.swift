import Broker
import CRdKafka
import Testing

@testable import KafkaBroker

/// The duty of every code the loaded library knows.
struct ErrorDutyTests {
  /// Neither taken over nor passing by itself: the request, or the handle, is finished.
  static let final: Set<String> = [
    "_BAD_MSG", "_BAD_COMPRESSION", "_DESTROY", "_FAIL", "_CRIT_SYS_RESOURCE", "_MSG_TIMED_OUT", "_UNKNOWN_PARTITION",
    "_FS", "_UNKNOWN_TOPIC", "_INVALID_ARG", "_ISR_INSUFF", "_NODE_UPDATE", "_SSL", "_UNKNOWN_GROUP",
    "_EXISTING_SUBSCRIPTION", "_CONFLICT", "_STATE", "_UNKNOWN_PROTOCOL", "_NOT_IMPLEMENTED", "_AUTHENTICATION",
    "_NO_OFFSET", "_OUTDATED", "_UNSUPPORTED_FEATURE", "_KEY_SERIALIZATION", "_VALUE_SERIALIZATION",
    "_KEY_DESERIALIZATION", "_VALUE_DESERIALIZATION", "_PARTIAL", "_READ_ONLY", "_NOENT", "_UNDERFLOW",
    "_INVALID_TYPE", "_PURGE_QUEUE", "_PURGE_INFLIGHT", "_FATAL", "_INCONSISTENT", "_GAPLESS_GUARANTEE",
    "_UNKNOWN_BROKER", "_NOT_CONFIGURED", "_APPLICATION", "UNKNOWN", "OFFSET_OUT_OF_RANGE", "INVALID_MSG",
    "UNKNOWN_TOPIC_OR_PART", "INVALID_MSG_SIZE", "MSG_SIZE_TOO_LARGE", "STALE_CTRL_EPOCH",
    "OFFSET_METADATA_TOO_LARGE", "TOPIC_EXCEPTION", "RECORD_LIST_TOO_LARGE", "INVALID_REQUIRED_ACKS",
    "INCONSISTENT_GROUP_PROTOCOL", "INVALID_GROUP_ID", "INVALID_SESSION_TIMEOUT", "INVALID_COMMIT_OFFSET_SIZE",
    "TOPIC_AUTHORIZATION_FAILED", "GROUP_AUTHORIZATION_FAILED", "CLUSTER_AUTHORIZATION_FAILED", "INVALID_TIMESTAMP",
    "UNSUPPORTED_SASL_MECHANISM", "ILLEGAL_SASL_STATE", "UNSUPPORTED_VERSION", "TOPIC_ALREADY_EXISTS",
    "INVALID_PARTITIONS", "INVALID_REPLICATION_FACTOR", "INVALID_REPLICA_ASSIGNMENT", "INVALID_CONFIG",
    "INVALID_REQUEST", "UNSUPPORTED_FOR_MESSAGE_FORMAT", "POLICY_VIOLATION", "OUT_OF_ORDER_SEQUENCE_NUMBER",
    "DUPLICATE_SEQUENCE_NUMBER", "INVALID_TXN_STATE", "INVALID_TRANSACTION_TIMEOUT", "TRANSACTION_COORDINATOR_FENCED",
    "TRANSACTIONAL_ID_AUTHORIZATION_FAILED", "SECURITY_DISABLED", "OPERATION_NOT_ATTEMPTED", "LOG_DIR_NOT_FOUND",
    "SASL_AUTHENTICATION_FAILED", "UNKNOWN_PRODUCER_ID", "REASSIGNMENT_IN_PROGRESS", "DELEGATION_TOKEN_AUTH_DISABLED",
    "DELEGATION_TOKEN_NOT_FOUND", "DELEGATION_TOKEN_OWNER_MISMATCH", "DELEGATION_TOKEN_REQUEST_NOT_ALLOWED",
    "DELEGATION_TOKEN_AUTHORIZATION_FAILED", "DELEGATION_TOKEN_EXPIRED", "INVALID_PRINCIPAL_TYPE", "NON_EMPTY_GROUP",
    "GROUP_ID_NOT_FOUND", "FETCH_SESSION_ID_NOT_FOUND", "INVALID_FETCH_SESSION_EPOCH", "LISTENER_NOT_FOUND",
    "TOPIC_DELETION_DISABLED", "UNSUPPORTED_COMPRESSION_TYPE", "STALE_BROKER_EPOCH", "MEMBER_ID_REQUIRED",
    "PREFERRED_LEADER_NOT_AVAILABLE", "GROUP_MAX_SIZE_REACHED", "ELIGIBLE_LEADERS_NOT_AVAILABLE",
    "ELECTION_NOT_NEEDED", "NO_REASSIGNMENT_IN_PROGRESS", "GROUP_SUBSCRIBED_TO_TOPIC", "INVALID_RECORD",
    "RESOURCE_NOT_FOUND", "DUPLICATE_RESOURCE", "UNACCEPTABLE_CREDENTIAL", "INCONSISTENT_VOTER_SET",
    "INVALID_UPDATE_VERSION", "FEATURE_UPDATE_FAILED", "PRINCIPAL_DESERIALIZATION_FAILURE",
  ]

  /// No errors: what the library tells by the same numbers. Nobody classifies them.
  static let events: Set<String> = [
    "NO_ERROR", "_BEGIN", "_END", "_PARTITION_EOF", "_ASSIGN_PARTITIONS", "_REVOKE_PARTITIONS", "_MAX_POLL_EXCEEDED",
    "_NOOP",
    "_AUTO_OFFSET_RESET",
  ]

  @Test("every code of the library is sorted; one that a newer library brings fails here until it is")
  func everyCodeIsSorted() {
    #expect(LibraryCodes.all.count > 150)
    for known in LibraryCodes.all {
      let code = BrokerCode(known.name)
      let homes = [
        BrokerCode.takeover.contains(code), BrokerCode.transient.contains(code), Self.final.contains(known.name),
        Self.events.contains(known.name),
      ]
      #expect(homes.filter { $0 }.count == 1, "\(known.code.rawValue) \(known.name): \(known.text)")
    }
  }

  @Test("no code is sorted that the library does not know")
  func nothingInvented() {
    let known = Set(LibraryCodes.all.map(\.name))
    for code in BrokerCode.takeover.union(BrokerCode.transient) { #expect(known.contains(code.name), "\(code)") }
    for name in Self.final.union(Self.events) { #expect(known.contains(name), "\(name)") }
  }

  @Test("a code that means a takeover ends ownership whatever flags stand beside it (apache/kafka#9700)")
  func takeoverWins() {
    for code in BrokerCode.takeover {
      for bits in 0..<8 {
        let verdict = LibraryVerdict(isFatal: bits & 1 != 0, isRetriable: bits & 2 != 0, requiresAbort: bits & 4 != 0)
        #expect(BrokerFailure(classifying: code, verdict) == .ownershipLost(code))
      }
    }
  }

  @Test("the code's name is the library's own")
  func names() {
    #expect(LibraryError.code(RD_KAFKA_RESP_ERR__FENCED) == .fenced)
    #expect(LibraryError.code(RD_KAFKA_RESP_ERR_PRODUCER_FENCED) == .producerFenced)
    #expect(LibraryError.code(RD_KAFKA_RESP_ERR__TIMED_OUT) == .timedOut)
  }
}
