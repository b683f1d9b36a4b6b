import Broker
import Messages
import Observability

/// One thread's worth of work: a group consumer, a restore reader, a transactional producer, and the stream tasks assigned to it.
///
/// A pass, ``step()``, is: end the open transaction if it is ending · poll, answering rebalances inside · start and restore tasks by bounded
/// slices · apply records until the pass budget is spent · fire timers · commit when due · report. Every call is synchronous, so that a
/// whole cluster of threads can be run in turns in a test; in the program each runs on an OS thread of its own.
public final class StreamThread<Processor: TaskProcessor> {
  let context: ThreadContext
  let index: Int
  let duty: ThreadDuty
  let name: String
  /// In order of rank.
  let inputNames: [String]
  let processor: Processor
  /// What it is doing, readable from other threads.
  public let note: StepNote

  var consumer: (any GroupConsumer)?
  var producer: (any TransactionalProducer)?
  /// Reads the changelog, read_committed.
  var restorer: (any LogReader)?
  /// Asks for the changelog's true end, read_uncommitted: an open transaction's records may still become part of it.
  var endAsker: (any LogReader)?
  /// Partitions that the restorer is assigned.
  var restoring: Set<Int32> = []

  var tasks: [Int32: StreamTask<Processor>] = [:]
  var machine: TransactionMachine
  var budget = ReplacementBudget()
  var batch = RecordBatch()
  var outputs: [OutgoingRecord] = []
  let instruments: ThreadInstruments
  /// Where the heartbeat looks; set before the first pass.
  public var statuses: ThreadStatusBoard?
  var lastStatusAt: Int64 = .min
  var lastStatusSummary = ""
  /// Steady time before which no handle is opened again.
  var openAfter: Int64 = 0
  var consecutiveFailures = 0
  /// Why the last step or record of a transaction failed, since the last commit.
  var lastFailure: BrokerFailure?
  /// Aborted transactions since the last commit, but for those that a passing trouble aborted.
  var consecutiveAborts = 0
  /// A failure met inside a rebalance, where handles cannot be replaced.
  var pendingFailure: BrokerFailure?
  var isClosing = false
  /// In a callback of the consumer's poll.
  var isInsideRebalance = false
  var hasAnsweredAssignment = false
  var lastPollAt: Int64?
  var transactionBeganAt: Int64?
  /// What the process's session budget knows of this thread.
  var toldStateBytes: Int64 = 0
  var commitStartedAt: Int64 = 0
  /// How many of the open transaction's records were read when.
  var applied: [(arrivedAt: Int64, count: Int)] = []
  /// How the thread ended; nil while it runs.
  public private(set) var end: ThreadEnd?
  private let stop: StopSignal

  /// - Parameters:
  ///   - index: the thread's number in its worker; part of its transactional id.
  ///   - duty: what it reads and in which group.
  ///   - stop: asked once a pass; raised, it begins the orderly stop.
  public init(
    index: Int, duty: ThreadDuty = .navigation, context: ThreadContext, processor: Processor, stop: StopSignal
  ) {
    self.index = index
    self.duty = duty
    inputNames = duty.inputs.map { context.topics.catalogue.name(of: $0) }
    self.context = context
    self.processor = processor
    self.stop = stop
    name = "\(duty.name)-\(index)"
    note = StepNote(thread: name)
    machine = TransactionMachine(boundMillis: context.settings.commitBoundMillis)
    instruments = ThreadInstruments(context, thread: name, inputNames: inputNames)
    context.health.register(thread: name, at: context.clock.steadyMillis)
  }

  var now: Int64 { context.clock.steadyMillis }
  var settings: WorkerSettings { context.settings }

  /// One pass. Returns how the thread ended, once it has.
  @discardableResult
  public func step() -> ThreadEnd? {
    if let end { return end }
    pass()
    if let end { return end }
    report()
    return nil
  }

  private func pass() {
    if stop.isRaised { return drain() }
    guard openHandles() else { return }
    // Nothing is polled while a commit is under way: a rebalance answered in between could release partitions whose fate is open.
    if machine.isEnding, !settle() { return context.clock.pause(milliseconds: 20) }
    poll()
    if let failure = pendingFailure { return replaceHandles(after: failure) }
    guard end == nil, consumer != nil else { return }
    startTasks()
    restoreSlice()
    guard end == nil, consumer != nil else { return }
    applyRecords()
    fireTimers()
    guard end == nil, consumer != nil else { return }
    throttle()
    commitIfDue()
  }

  /// Ends the thread for good.
  func finish(_ exit: WorkerExit, _ reason: String) {
    guard end == nil else { return }
    end = ThreadEnd(exit, reason)
    if exit != .drained {
      context.log.error(
        "thread ended", LogField("thread", name), LogField("status", exit.rawValue), LogField("reason", reason))
    }
  }

  /// Gives up all handles without a word: what a process that is about to end does with them.
  func abandonHandles() {
    consumer = nil
    producer = nil
    restorer = nil
    endAsker = nil
    tasks.removeAll()
    restoring.removeAll()
  }
}
