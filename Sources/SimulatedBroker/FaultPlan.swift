public import Broker

/// The calls of the contract that a fault can meet and that count as steps of a process.
public enum Call: String, CaseIterable, Sendable {
  case openConsumer, openReader, openTransactionalProducer, openPlainProducer, openAdmin
  case subscribe, poll, committed, commitOffsets, watermarks, groupMetadata, closeConsumer
  case assignReader, pollReader, readerWatermarks, closeReader
  case initTransactions, beginTransaction, produce, flush, sendOffsets, commitTransaction, abortTransaction
  case closeTransactionalProducer
  case plainProduce, plainFlush, closePlainProducer
  case createTopics, describeTopics, listTopics, closeAdmin

  /// Answered by the client itself: such a call cannot be carried out and its answer be lost.
  var isLocal: Bool {
    switch self {
    case .beginTransaction, .produce, .plainProduce, .subscribe, .groupMetadata, .assignReader: true
    default: false
    }
  }
}

/// What happens at a call.
public enum FaultEffect: Hashable, Sendable {
  /// The call fails and nothing was done.
  case failBefore(BrokerFailure)
  /// The call is carried out, but its caller is told this failure: the outcome is unknown to it.
  case failAfter(BrokerFailure)
  /// The request is under way when the caller gives up with `_TIMED_OUT`, and arrives this much later. Commits and aborts only; others fail before.
  case arriveLater(Duration)
  /// The records queued by the producer are delivered as failed with this code. `produce` and `flush` only.
  case failDelivery(BrokerCode)
  /// The answer to what is sent gets lost and the client sends it again: the log knows the doubles. `flush` and `commitTransaction` only.
  case sendTwice
  /// The first queued record gets lost on its way, so that the log sees a gap behind it. `flush` and `commitTransaction` only.
  case loseFirstQueued
  /// The process dies before the call, without a goodbye. What its producers had queued is lost, or was sent just before.
  case killBefore(sendingQueued: Bool)
  /// The process dies when the call has been carried out, before it returns.
  case killAfter
  /// The clock moves on before the call is carried out.
  case delay(Duration)
  /// Someone else initialises the transactional ids of this process, just before the call.
  case fence
  /// The coordinator takes the open transactions of this process for timed out, just before the call.
  case expireTransactions
  /// The group forgets this process's members, just before the call.
  case ejectMembers
  /// The group begins a rebalance, just before the call.
  case rebalance
}

/// One fault: at which calls, and what.
public struct Fault: Hashable, Sendable {
  /// A process's name; `nil`: any.
  public var process: String?
  /// `nil`: any call.
  public var call: Call?
  /// Which of the matching calls, counted from 1.
  public var occurrences: ClosedRange<Int>
  public var effect: FaultEffect

  public init(_ effect: FaultEffect, at call: Call?, of process: String? = nil, occurrences: ClosedRange<Int> = 1...1) {
    self.process = process
    self.call = call
    self.occurrences = occurrences
    self.effect = effect
  }

  /// At the n-th matching call, counted from 1.
  public init(_ effect: FaultEffect, at call: Call?, number: Int, of process: String? = nil) {
    self.init(effect, at: call, of: process, occurrences: number...number)
  }
}

/// A time without broker: everything that was acknowledged is kept.
public struct Outage: Hashable, Sendable {
  /// Since the simulation's start.
  public var from: Duration
  public var until: Duration

  public init(from: Duration, until: Duration) {
    self.from = from
    self.until = until
  }
}

/// Everything that goes wrong in a run, as data.
public struct FaultPlan: Hashable, Sendable {
  public var faults: [Fault]
  public var outages: [Outage]

  public init(faults: [Fault] = [], outages: [Outage] = []) {
    self.faults = faults
    self.outages = outages
  }
}

extension BrokerCode {
  /// What every call of a killed process throws; its code runs on in the simulation, but reaches nobody.
  public static let simulatedKill = BrokerCode("_SIMULATED_KILL")
}
