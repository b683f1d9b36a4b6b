public import Observability

/// The one home of the worker's metrics. No label grows with vehicles.
public enum WorkerMetrics {
  static let consumed = MetricDefinition(
    "navigator_records_consumed_total", .counter, labels: ["topic"], "Input records applied.")
  static let refused = MetricDefinition(
    "navigator_records_refused_total", .counter, labels: ["reason"], "Well-formed inputs that were declined.")
  static let deadLetters = MetricDefinition(
    "navigator_dead_letters_total", .counter, labels: ["topic", "reason"], "Records that could not be read.")
  static let published = MetricDefinition(
    "navigator_events_published_total", .counter, labels: ["topic"],
    "Events produced, by topic; those of aborted transactions too.")
  static let mispartitioned = MetricDefinition(
    "navigator_records_mispartitioned_total", .counter, labels: ["topic"],
    "Records whose key belongs to another partition.")
  static let navigation = MetricDefinition(
    "navigator_navigation_total", .counter, labels: ["what"], "Decisions of the navigator core.")
  static let transactions = MetricDefinition(
    "navigator_transactions_total", .counter, labels: ["outcome"], "Transactions ended: committed, aborted, rebuilt.")
  static let transactionSeconds = MetricDefinition(
    "navigator_transaction_duration_seconds", .histogram([0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 15]),
    "From the beginning of a transaction to its commit.")
  static let openTransactionAge = MetricDefinition(
    "navigator_transaction_age_seconds", .gauge, labels: ["thread"], "Age of the open transaction, 0 without one.")
  static let pollSeconds = MetricDefinition(
    "navigator_poll_interval_seconds", .histogram([0.005, 0.02, 0.1, 0.5, 2, 10, 60]),
    "Time between two polls of a thread.")
  static let lagRecords = MetricDefinition(
    "navigator_partition_lag_records", .gauge, labels: ["topic", "partition"],
    "Stable records that are not applied yet.")
  static let lagSeconds = MetricDefinition(
    "navigator_partition_lag_seconds", .gauge, labels: ["partition"],
    "Age of the record applied last while more wait; 0 when read to the end.")
  static let assigned = MetricDefinition(
    "navigator_partitions_assigned", .gauge, labels: ["thread"], "Partitions owned.")
  static let paused = MetricDefinition(
    "navigator_partitions_paused", .gauge, labels: ["thread"], "Partitions not read because records wait here.")
  static let rebalances = MetricDefinition(
    "navigator_rebalances_total", .counter, labels: ["kind"], "Assignments, revocations, losses.")
  static let offsetResets = MetricDefinition(
    "navigator_offset_resets_total", .counter, labels: ["topic", "cause"], "Positions that the log no longer has.")
  static let restoreSeconds = MetricDefinition(
    "navigator_restore_duration_seconds", .histogram([0.01, 0.1, 0.5, 1, 3, 10, 60, 300]),
    "Time to restore a task's sessions.")
  static let restoreRemaining = MetricDefinition(
    "navigator_restore_remaining_records", .gauge, labels: ["thread"], "Changelog offsets still to read.")
  static let restoreUnreadable = MetricDefinition(
    "navigator_restore_unreadable_total", .counter, "Changelog records that could not be read.")
  static let sessions = MetricDefinition("navigator_trips_active", .gauge, labels: ["thread"], "Sessions held.")
  static let stateBytes = MetricDefinition(
    "navigator_state_bytes", .gauge, labels: ["thread"], "Memory taken by the sessions held, estimated.")
  static let bufferedBytes = MetricDefinition(
    "navigator_buffered_bytes", .gauge, labels: ["thread"], "Records read and not applied.")
  static let replacements = MetricDefinition(
    "navigator_handles_replaced_total", .counter, labels: ["code"], "Broker handles given up and made anew.")
  static let staleRecords = MetricDefinition(
    "navigator_records_dropped_total", .counter, labels: ["cause"], "Records read again or of no assigned partition.")
  static let conditionsOffset = MetricDefinition(
    "navigator_conditions_offset", .gauge, labels: ["partition"], "Road conditions read up to this offset.")
  static let conditionsUnknown = MetricDefinition(
    "navigator_conditions_unknown_total", .counter, "Road conditions whose segment the network does not have.")
  static let conditionsUnreadable = MetricDefinition(
    "navigator_conditions_unreadable_total", .counter, labels: ["reason"],
    "Road conditions that could not be read: counted here and no dead letters, because every worker reads them all.")
  static let conditionsClosures = MetricDefinition(
    "navigator_conditions_closures", .gauge, "Reported closures in force now.")
  static let conditionsSpeeds = MetricDefinition(
    "navigator_conditions_speeds", .gauge, "Reported speeds in force now.")
  static let routingMetrics = MetricDefinition(
    "navigator_routing_metrics", .gauge,
    "Weights of the network kept for routing: one for each mode, objective, avoid set and set of speeds.")
  static let routingMetricsCustomized = MetricDefinition(
    "navigator_routing_metrics_customized", .gauge,
    "Those of them that the hierarchy routes by; others by plain search.")
  static let routingMetricsBytes = MetricDefinition(
    "navigator_routing_metrics_bytes", .gauge, "Memory that they take.")
  static let routingMetricsLimit = MetricDefinition(
    "navigator_routing_metrics_limit_bytes", .gauge,
    "What metrics.bytes allows them; beyond it the least recently used goes.")
  static let customizations = MetricDefinition(
    "navigator_routing_customizations_total", .counter,
    "Metrics made usable for the hierarchy, and closures put into one.")
  static let customizationSeconds = MetricDefinition(
    "navigator_routing_customization_duration_seconds", .histogram([0.01, 0.03, 0.1, 0.3, 1, 3, 10]),
    "Time of one customization.")
  public static let networkInfo = MetricDefinition(
    "navigator_network_info", .gauge, labels: ["fingerprint"], "The road network in use; the value is 1.")
  public static let buildInfo = MetricDefinition(
    "navigator_build_info", .gauge, labels: ["version", "client"], "The program and its Kafka client; the value is 1.")
  public static let startTime = MetricDefinition(
    "process_start_time_seconds", .gauge, "When the process started, seconds since 1970.")

  /// Every metric that exists.
  public static let all: [MetricDefinition] = [
    consumed, refused, deadLetters, published, mispartitioned, navigation, transactions, transactionSeconds,
    openTransactionAge,
    pollSeconds, lagRecords, lagSeconds, assigned, paused, rebalances, offsetResets, restoreSeconds, restoreRemaining,
    restoreUnreadable, sessions, stateBytes, bufferedBytes, replacements, staleRecords, conditionsOffset,
    conditionsUnknown, conditionsUnreadable, conditionsClosures, conditionsSpeeds, routingMetrics,
    routingMetricsCustomized, routingMetricsBytes, routingMetricsLimit, customizations, customizationSeconds,
    networkInfo,
    buildInfo, startTime,
  ]
}
