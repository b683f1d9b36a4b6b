import Broker
import CRdKafka
import Glibc
import Synchronization

/// One `rd_kafka_t` and its end.
///
/// Unchecked Sendable: `pointer` and `context` never change, the library's functions may be called from any thread, and
/// the context's variables are touched only in callbacks of the thread that polls (see `ClientContext`).
final class NativeClient: @unchecked Sendable {
  let pointer: OpaquePointer
  let context: ClientContext
  /// An embedded cluster lives as long as its clients.
  private let embedded: EmbeddedCluster?
  private let retainedContext: Unmanaged<ClientContext>
  private let callsInFlight = Atomic<Int>(0)
  private let isGivenUp = Atomic<Bool>(false)

  init(
    _ settings: KafkaBrokerSettings, _ role: ClientProperties.Role, _ owned: [ClientProperties.Setting],
    embedded: EmbeddedCluster? = nil
  ) throws(BrokerFailure) {
    let context = ClientContext(settings)
    self.embedded = embedded
    guard let configuration = rd_kafka_conf_new() else { throw .fatal(BrokerCode("_CRIT_SYS_RESOURCE")) }
    var failure: BrokerFailure?
    func set(_ name: String, _ value: String) {
      guard failure == nil else { return }
      let reason = withErrorText { rd_kafka_conf_set(configuration, name, value, $0, $1) == RD_KAFKA_CONF_OK }
      guard let reason else { return }
      settings.log(LibraryLogLine(level: 3, facility: "CONF", message: "\(name): \(reason)", client: ""))
      failure = .fatal(.invalidArgument)
    }
    // Later values win: defaults, what was passed through, what the wrapper owns.
    for setting in ClientProperties.defaults(role) { set(setting.name, setting.value) }
    for (name, value) in settings.properties { set(name, value) }
    let own = role == .consumer ? settings.consumerProperties : settings.producerProperties
    for (name, value) in own { set(name, value) }
    set("bootstrap.servers", settings.bootstrapServers)
    if let statistics = settings.statistics {
      set("statistics.interval.ms", String(ClientProperties.milliseconds(statistics.interval)))
    }
    for setting in owned { set(setting.name, setting.value) }
    if let failure {
      rd_kafka_conf_destroy(configuration)
      throw failure
    }

    retainedContext = Unmanaged.passRetained(context)
    rd_kafka_conf_set_opaque(configuration, retainedContext.toOpaque())
    ClientContext.register(on: configuration, role)
    var made: OpaquePointer?
    let type = role == .consumer ? RD_KAFKA_CONSUMER : RD_KAFKA_PRODUCER
    let reason = withErrorText {
      made = rd_kafka_new(type, configuration, $0, $1)
      return made != nil
    }
    guard let made else {
      settings.log(LibraryLogLine(level: 3, facility: "CONF", message: reason ?? "", client: ""))
      rd_kafka_conf_destroy(configuration)
      retainedContext.release()
      throw .fatal(.invalidArgument)
    }
    pointer = made
    self.context = context
    if role == .consumer { rd_kafka_poll_set_consumer(made) }
  }

  /// Runs a call that may outstay its own time limit; `retriable(_TIMED_OUT)` when it does.
  func call<Value: Sendable>(
    timeout: Duration, _ work: @escaping @Sendable (OpaquePointer) -> Value
  ) throws(BrokerFailure) -> Value {
    callsInFlight.add(1, ordering: .acquiringAndReleasing)
    let value = AbandonableCall.run(timeout: timeout) { [self] in
      defer { callsInFlight.subtract(1, ordering: .acquiringAndReleasing) }
      return work(pointer)
    }
    guard let value else { throw .retriable(.timedOut) }
    return value
  }

  /// Frees the handle; `first` is done before, on the same thread. A second call does nothing.
  ///
  /// - Throws: `retriable(_TIMED_OUT)` when the library does not let go in time; the handle is then left behind, and freed when it does.
  func close(timeout: Duration, first: @escaping @Sendable (OpaquePointer) -> Void = { _ in }) throws(BrokerFailure) {
    guard !isGivenUp.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let handle = SendablePointer(pointer), context = SendableContext(retainedContext)
    let freed: Bool? = AbandonableCall.run(timeout: timeout) { [self] in
      first(handle.pointer)
      // A call left behind still uses the handle: freeing it now would pull the memory from under that call. Such a call ends soon
      // after its broker is back, often at this very moment (librdkafka before 2.3.0 outstays the time limit of a watermark query).
      while callsInFlight.load(ordering: .acquiring) > 0 { usleep(5_000) }
      rd_kafka_destroy(handle.pointer)
      context.retained.release()
      return true
    }
    if freed == nil { throw .retriable(.timedOut) }
  }

  /// A handle dropped without a close goes as in a crash: no leaving the group, nothing flushed.
  deinit {
    // No call is in flight: each holds on to this object.
    guard !isGivenUp.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let handle = SendablePointer(pointer), context = SendableContext(retainedContext)
    context.retained.takeUnretainedValue().rebalance = nil
    AbandonableCall.start {
      rd_kafka_destroy_flags(handle.pointer, Int32(RD_KAFKA_DESTROY_F_NO_CONSUMER_CLOSE))
      context.retained.release()
    }
  }
}

/// Unchecked Sendable: handed to one thread, which is the last to use it.
private struct SendablePointer: @unchecked Sendable {
  let pointer: OpaquePointer
  init(_ pointer: OpaquePointer) { self.pointer = pointer }
}

/// Unchecked Sendable: handed to one thread, which is the last to use it.
private struct SendableContext: @unchecked Sendable {
  let retained: Unmanaged<ClientContext>
  init(_ retained: Unmanaged<ClientContext>) { self.retained = retained }
}

/// Gives `call` a buffer for an error text; the text when it returns false.
func withErrorText(_ call: (UnsafeMutablePointer<CChar>, Int) -> Bool) -> String? {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
    buffer.initialize(repeating: 0)
    guard let start = buffer.baseAddress, !call(start, buffer.count) else { return nil }
    return String(cString: start)
  }
}
