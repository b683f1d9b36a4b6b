import Broker
import CRdKafka

/// Turns the library's errors into the contract's failures.
enum LibraryError {
  static func code(_ error: rd_kafka_resp_err_t) -> BrokerCode {
    rd_kafka_err2name(error).map { BrokerCode(String(cString: $0)) } ?? BrokerCode("ERR_\(error.rawValue)")
  }

  /// A bare code, from calls that give nothing more.
  static func failure(_ error: rd_kafka_resp_err_t, of handle: OpaquePointer) -> BrokerFailure {
    if error == RD_KAFKA_RESP_ERR__FATAL { return fatal(of: handle) ?? .fatal(code(error)) }
    return BrokerFailure(classifying: code(error))
  }

  /// An error object, which is destroyed.
  static func failure(consuming error: OpaquePointer, of handle: OpaquePointer) -> BrokerFailure {
    defer { rd_kafka_error_destroy(error) }
    let code = rd_kafka_error_code(error)
    if code == RD_KAFKA_RESP_ERR__FATAL, let failure = fatal(of: handle) { return failure }
    return BrokerFailure(
      classifying: self.code(code),
      LibraryVerdict(
        isFatal: rd_kafka_error_is_fatal(error) != 0, isRetriable: rd_kafka_error_is_retriable(error) != 0,
        requiresAbort: rd_kafka_error_txn_requires_abort(error) != 0))
  }

  /// What finished the handle, by the code behind the general `_FATAL`; nil while it lives.
  static func fatal(of handle: OpaquePointer) -> BrokerFailure? {
    let error = rd_kafka_fatal_error(handle, nil, 0)
    guard error != RD_KAFKA_RESP_ERR_NO_ERROR else { return nil }
    return BrokerFailure(classifying: code(error), LibraryVerdict(isFatal: true))
  }
}
