import Broker
import CRdKafka

/// What the library's callbacks of one handle reach through its opaque pointer.
///
/// The log callback comes on any thread and reads only the constants. All others come inside calls that the handle's
/// thread makes (poll, flush, close), so the variables are confined to that thread.
final class ClientContext {
  let log: @Sendable (LibraryLogLine) -> Void
  let statistics: (@Sendable (String) -> Void)?

  /// Answers a rebalance; without one nothing is taken.
  var rebalance: ((rd_kafka_resp_err_t, UnsafeMutablePointer<rd_kafka_topic_partition_list_t>?) -> Void)?
  /// Counts transactions; a report of a record of an earlier one says nothing about this one.
  var transaction = 0
  var delivered = 0
  var failed = 0
  /// The first failure in this transaction, and the latest of all.
  var firstFailure: rd_kafka_resp_err_t?
  var lastFailure: rd_kafka_resp_err_t?

  init(_ settings: KafkaBrokerSettings) {
    log = settings.log
    statistics = settings.statistics?.receive
  }

  static func of(_ opaque: UnsafeMutableRawPointer?) -> ClientContext? {
    opaque.map { Unmanaged<ClientContext>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Registers the callbacks; nothing is thrown across the C boundary.
  static func register(on configuration: OpaquePointer, _ role: ClientProperties.Role) {
    rd_kafka_conf_set_log_cb(configuration) { handle, level, facility, message in
      guard let handle, let context = ClientContext.of(rd_kafka_opaque(handle)) else { return }
      context.log(
        LibraryLogLine(
          level: Int(level), facility: facility.map { String(cString: $0) } ?? "",
          message: message.map { String(cString: $0) } ?? "",
          client: rd_kafka_name(handle).map { String(cString: $0) } ?? ""))
    }
    rd_kafka_conf_set_error_cb(configuration) { handle, error, reason, opaque in
      guard let handle, let context = ClientContext.of(opaque) else { return }
      let name = rd_kafka_err2name(rd_kafka_resp_err_t(error)).map { String(cString: $0) } ?? ""
      context.log(
        LibraryLogLine(
          level: 4, facility: "ERROR", message: "\(name): \(reason.map { String(cString: $0) } ?? "")",
          client: rd_kafka_name(handle).map { String(cString: $0) } ?? ""))
    }
    rd_kafka_conf_set_stats_cb(configuration) { _, json, length, opaque in
      guard let json, let receive = ClientContext.of(opaque)?.statistics else { return 0 }
      receive(String(decoding: UnsafeRawBufferPointer(start: json, count: length), as: UTF8.self))
      return 0
    }
    switch role {
    case .consumer:
      rd_kafka_conf_set_rebalance_cb(configuration) { handle, event, partitions, opaque in
        if let answer = ClientContext.of(opaque)?.rebalance {
          answer(event, partitions)
        } else {
          rd_kafka_assign(handle, nil)
        }
      }
    case .producer:
      rd_kafka_conf_set_dr_msg_cb(configuration) { _, message, opaque in
        guard let message, let context = ClientContext.of(opaque) else { return }
        let error = message.pointee.err
        if error == RD_KAFKA_RESP_ERR_NO_ERROR {
          context.delivered += 1
        } else {
          context.failed += 1
          context.lastFailure = error
          let isOfThisTransaction = Int(bitPattern: message.pointee._private) == context.transaction
          if isOfThisTransaction, context.firstFailure == nil { context.firstFailure = error }
        }
      }
    }
  }
}
