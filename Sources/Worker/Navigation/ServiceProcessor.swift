public import Broker
import Messages
import Observability
import RoutePlan
import RouteService
public import RouteTokens
public import Routing

/// Answers `service-requests`: one response a request, keyed by its request id.
///
/// The moment of an answer is its request's timestamp and the token's nonce comes from its place in the log, so that a repetition gives
/// the same bytes.
public final class ServiceProcessor: TaskProcessor {
  /// Requests leave nothing behind.
  public struct Session: SessionModel {
    public var nextDeadlineMillis: Int64? { nil }
    public func encoded(_ kind: SessionRecordKind) -> [UInt8]? { nil }
  }

  private let surroundings: NavigatorProcessor.Surroundings
  private let service: RouteService
  private let sealer: TokenSealer?
  private let settledNodeBudget: Int
  private let decoder: MessageDecoder
  private let encoder: MessageEncoder
  private let deadLetters: DeadLetters

  /// - Parameter sealer: nil: requests for tokens are answered without.
  public init(
    router: any Router, sealer: TokenSealer?, settledNodeBudget: Int, surroundings: NavigatorProcessor.Surroundings
  ) {
    self.surroundings = surroundings
    self.sealer = sealer
    self.settledNodeBudget = settledNodeBudget
    service = RouteService(router)
    decoder = MessageDecoder(framings: surroundings.framings.byRole)
    encoder = surroundings.encoder
    deadLetters = surroundings.deadLetters
  }

  public func apply(
    _ record: Record, rank: Int, to sessions: inout SessionStore<Session>, _ outputs: inout [OutgoingRecord]
  ) {
    do throws(DecodeFailure) {
      let inbound = try decoder.decode(
        role: .serviceRequests, key: record.key, value: record.value, headers: record.messageHeaders)
      guard case .serviceRequest(let request) = inbound.message else { return }
      outputs.append(response(answer(request, for: record), to: record, inbound.trace))
    } catch {
      outputs.append(deadLetters.letter(record, error))
    }
  }

  private func answer(_ request: ServiceRequest, for record: Record) -> ServiceResponse {
    switch request {
    case .computeRoutes(let request):
      do throws(ServiceFailure) {
        return .computeRoutes(try service.computeRoutes(request, in: serviceContext(for: record)))
      } catch { return .failure(error) }
    case .other(let type, _):
      return .failure(ServiceFailure(.invalidArgument, "\(type.rawValue) is not answered on this topic."))
    }
  }

  private func serviceContext(for record: Record) -> ServiceContext {
    var context = ServiceContext(
      conditions: surroundings.board.current.conditions, nowMillis: max(0, record.timestampMillis),
      settledNodeBudget: settledNodeBudget)
    guard let sealer else { return context }
    context.tokenDemand = .whenPreferenceAllows
    var index: Int32 = 0
    context.seal = { plan in
      defer { index += 1 }
      return try? sealer.seal(
        plan,
        nonce: .derived(
          topic: TopicRole.serviceRequests.rawValue, partition: record.partition, offset: record.offset,
          outputIndex: index))
    }
    return context
  }

  private func response(
    _ answer: ServiceResponse, to record: Record, _ trace: TraceContext?
  ) -> OutgoingRecord {
    func encoded(_ answer: ServiceResponse) -> EncodedRecord {
      // The decoder has seen that the key is text.
      encoder.encode(
        answer, requestID: String(decoding: record.key ?? [], as: UTF8.self),
        request: (record.partition, record.offset), timeMillis: record.timestampMillis, trace: trace)
    }
    let whole = encoded(answer)
    let limit = surroundings.settings.maxRecordBytes
    if whole.byteCount <= limit { return OutgoingRecord(whole, in: surroundings.topics) }
    // It would be refused at every try, and stand in the way of all requests behind it.
    surroundings.log.warning(
      "response is too large", digestedBy: record.topicPartition.description, LogField("partition", record.partition),
      LogField("offset", record.offset),
      LogField("bytes", whole.byteCount), LogField("limit", limit))
    return OutgoingRecord(
      encoded(
        .failure(
          ServiceFailure(
            .resourceExhausted,
            "The response takes \(whole.byteCount) bytes, a record at most \(limit): ask for fewer alternatives or for less detail."
          )
        )), in: surroundings.topics)
  }

  public func fireTimers(
    of vehicle: String, dueBy millis: Int64, in sessions: inout SessionStore<Session>, _ outputs: inout [OutgoingRecord]
  ) {}

  public var isReady: Bool { surroundings.board.isComplete }

  public var conditionsInForce: ConditionsMark {
    ConditionsMark(version: surroundings.board.current.conditions.version.text)
  }

  /// A request is answered under the conditions of its moment; there is nothing to bring up to date.
  public func applyConditions(
    since former: ConditionsMark?, to sessions: inout SessionStore<Session>, _ outputs: inout [OutgoingRecord]
  ) -> ConditionsMark { conditionsInForce }

  public func restore(_ vehicle: String, from records: [SessionRecordKind: [UInt8]]) -> Session? { nil }
}
