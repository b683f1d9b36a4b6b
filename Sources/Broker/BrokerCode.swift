/// The name of a client's or broker's error, as librdkafka writes it (`rd_kafka_err2name`): for logs, metrics and sorting.
///
/// Names with a leading underscore are the client's own, the others the broker's.
public struct BrokerCode: Hashable, Sendable, CustomStringConvertible {
  public let name: String
  public init(_ name: String) { self.name = name }
  public var description: String { name }
}

extension BrokerCode {
  public static let fenced = BrokerCode("_FENCED")
  public static let producerFenced = BrokerCode("PRODUCER_FENCED")
  public static let invalidProducerEpoch = BrokerCode("INVALID_PRODUCER_EPOCH")
  public static let fencedInstanceID = BrokerCode("FENCED_INSTANCE_ID")
  public static let unknownMemberID = BrokerCode("UNKNOWN_MEMBER_ID")
  public static let illegalGeneration = BrokerCode("ILLEGAL_GENERATION")
  public static let assignmentLost = BrokerCode("_ASSIGNMENT_LOST")
  public static let invalidProducerIDMapping = BrokerCode("INVALID_PRODUCER_ID_MAPPING")

  public static let timedOut = BrokerCode("_TIMED_OUT")
  public static let messageTimedOut = BrokerCode("_MSG_TIMED_OUT")
  public static let transport = BrokerCode("_TRANSPORT")
  public static let allBrokersDown = BrokerCode("_ALL_BROKERS_DOWN")
  public static let queueFull = BrokerCode("_QUEUE_FULL")
  public static let state = BrokerCode("_STATE")
  public static let invalidArgument = BrokerCode("_INVALID_ARG")
  public static let autoOffsetReset = BrokerCode("_AUTO_OFFSET_RESET")
  public static let purgedInQueue = BrokerCode("_PURGE_QUEUE")
  public static let unknownPartition = BrokerCode("_UNKNOWN_PARTITION")
  public static let unknownTopic = BrokerCode("_UNKNOWN_TOPIC")

  public static let unstableOffsetCommit = BrokerCode("UNSTABLE_OFFSET_COMMIT")
  public static let rebalanceInProgress = BrokerCode("REBALANCE_IN_PROGRESS")
  public static let coordinatorNotAvailable = BrokerCode("COORDINATOR_NOT_AVAILABLE")
  public static let coordinatorLoadInProgress = BrokerCode("COORDINATOR_LOAD_IN_PROGRESS")
  public static let notCoordinator = BrokerCode("NOT_COORDINATOR")
  public static let concurrentTransactions = BrokerCode("CONCURRENT_TRANSACTIONS")
  public static let invalidTransactionState = BrokerCode("INVALID_TXN_STATE")
  public static let invalidTransactionTimeout = BrokerCode("INVALID_TRANSACTION_TIMEOUT")
  public static let offsetOutOfRange = BrokerCode("OFFSET_OUT_OF_RANGE")
  public static let messageSizeTooLarge = BrokerCode("MSG_SIZE_TOO_LARGE")
  public static let unknownTopicOrPartition = BrokerCode("UNKNOWN_TOPIC_OR_PART")
  public static let topicAlreadyExists = BrokerCode("TOPIC_ALREADY_EXISTS")
  public static let invalidPartitions = BrokerCode("INVALID_PARTITIONS")
  public static let topicAuthorizationFailed = BrokerCode("TOPIC_AUTHORIZATION_FAILED")
  public static let outOfOrderSequence = BrokerCode("OUT_OF_ORDER_SEQUENCE_NUMBER")

  /// Codes that mean "someone else took over", whatever flags the library sets beside them.
  public static let takeover: Set<BrokerCode> = [
    .fenced, .producerFenced, .invalidProducerEpoch, .fencedInstanceID, .unknownMemberID, .illegalGeneration,
    .assignmentLost, .invalidProducerIDMapping,
  ]

  /// Codes that pass by themselves; some come as bare codes, without the library's retriable flag.
  public static let transient: Set<BrokerCode> = [
    .timedOut, .transport, .allBrokersDown, .queueFull, .unstableOffsetCommit, .rebalanceInProgress,
    .coordinatorNotAvailable, .coordinatorLoadInProgress, .notCoordinator, .concurrentTransactions,
    BrokerCode("_TIMED_OUT_QUEUE"), BrokerCode("_RETRY"), BrokerCode("_WAIT_COORD"), BrokerCode("_WAIT_CACHE"),
    BrokerCode("_RESOLVE"), BrokerCode("_IN_PROGRESS"), BrokerCode("_PREV_IN_PROGRESS"), BrokerCode("_INTR"),
    BrokerCode("REQUEST_TIMED_OUT"), BrokerCode("NETWORK_EXCEPTION"), BrokerCode("LEADER_NOT_AVAILABLE"),
    BrokerCode("NOT_LEADER_FOR_PARTITION"), BrokerCode("BROKER_NOT_AVAILABLE"), BrokerCode("REPLICA_NOT_AVAILABLE"),
    BrokerCode("NOT_ENOUGH_REPLICAS"), BrokerCode("NOT_ENOUGH_REPLICAS_AFTER_APPEND"),
    BrokerCode("KAFKA_STORAGE_ERROR"), BrokerCode("NOT_CONTROLLER"), BrokerCode("THROTTLING_QUOTA_EXCEEDED"),
    BrokerCode("FENCED_LEADER_EPOCH"), BrokerCode("UNKNOWN_LEADER_EPOCH"), BrokerCode("OFFSET_NOT_AVAILABLE"),
  ]
}
