import Broker
import Testing

@testable import Worker

@Suite("Transaction machine") struct TransactionMachineTests {
  typealias State = TransactionMachine.State
  typealias Step = TransactionMachine.Step
  let code = BrokerCode("X")

  /// A machine in each state, entered at time 0.
  func machine(_ state: State) -> TransactionMachine {
    var machine = TransactionMachine(boundMillis: 100)
    switch state {
    case .idle: break
    case .open: machine.began(at: 0)
    case .flushing:
      machine.began(at: 0)
      machine.startCommit(at: 0)
    case .sendingOffsets:
      machine = self.machine(.flushing(since: 0))
      _ = machine.succeeded(.flush, at: 0)
    case .committing:
      machine = self.machine(.sendingOffsets(since: 0))
      _ = machine.succeeded(.sendOffsets, at: 0)
    case .aborting:
      machine.began(at: 0)
      machine.startAbort(at: 0)
    case .broken:
      machine.began(at: 0)
      _ = machine.failed(.fatal(code), in: nil, at: 0)
    }
    return machine
  }

  static let states: [State] = [
    .idle, .open(since: 0), .flushing(since: 0), .sendingOffsets(since: 0), .committing(since: 0), .aborting(since: 0),
    .broken,
  ]

  @Test("a commit is flush, then offsets, then commit, in that order and no other")
  func order() {
    var machine = machine(.open(since: 0))
    machine.startCommit(at: 5)
    var steps: [Step] = []
    while let step = machine.dueStep {
      steps.append(step)
      _ = machine.succeeded(step, at: 5)
    }
    #expect(steps == [.flush, .sendOffsets, .commit])
    #expect(machine.isIdle)
  }

  @Test("a takeover or a fatal failure breaks the machine in every state", arguments: states)
  func broken(state: State) {
    for failure in [BrokerFailure.ownershipLost(code), .fatal(code)] {
      var machine = machine(state)
      let step = machine.dueStep
      let effect = machine.failed(failure, in: step, at: 1)
      #expect(effect == .rebuild(failure))
      #expect(machine.state == .broken)
      #expect(machine.dueStep == nil)
    }
  }

  @Test("a failure that demands an abort leads to the abort from every open state, and breaks an abort")
  func abort() {
    for state in [State.open(since: 0), .flushing(since: 0), .sendingOffsets(since: 0), .committing(since: 0)] {
      var machine = machine(state)
      let answer1 = machine.failed(.abortTransaction(code), in: machine.dueStep, at: 1)
      #expect(answer1 == .proceed)
      #expect(machine.state == .aborting(since: 1))
      let answer2 = machine.succeeded(.abort, at: 2)
      #expect(answer2 == .rolledBack)
      #expect(machine.isIdle)
    }
    var machine = machine(.aborting(since: 0))
    let answer3 = machine.failed(.abortTransaction(code), in: .abort, at: 1)
    #expect(answer3 == .rebuild(.abortTransaction(code)))
  }

  @Test("a commit of unknown outcome is repeated as the same call, and past the bound the state is rebuilt")
  func unknownOutcome() {
    var machine = machine(.committing(since: 0))
    for now in [1, 50, 99] as [Int64] {
      let answer4 = machine.failed(.retriable(code), in: .commit, at: now)
      #expect(answer4 == .tryLater)
      #expect(machine.dueStep == .commit)
    }
    let answer5 = machine.failed(.retriable(code), in: .commit, at: 100)
    #expect(answer5 == .rebuild(.retriable(code)))
  }

  @Test("a commit whose outcome may be decided can no longer be aborted")
  func noAbortAfterCommit() {
    var machine = machine(.committing(since: 0))
    machine.startAbort(at: 1)
    #expect(machine.state == .committing(since: 0))
  }

  @Test("flush and offsets that stay retriable past the bound are aborted")
  func undecidedSteps() {
    for state in [State.flushing(since: 0), .sendingOffsets(since: 0)] {
      var machine = machine(state)
      let answer6 = machine.failed(.retriable(code), in: machine.dueStep, at: 99)
      #expect(answer6 == .tryLater)
      #expect(machine.state == state)
      let answer7 = machine.failed(.retriable(code), in: machine.dueStep, at: 100)
      #expect(answer7 == .proceed)
      #expect(machine.state == .aborting(since: 100))
    }
  }

  @Test("success of a step that is not the due one changes nothing", arguments: states)
  func strayingSuccess(state: State) {
    for step in Step.allCases where step != machine(state).dueStep {
      var machine = machine(state)
      let former = machine.state
      let answer8 = machine.succeeded(step, at: 1)
      #expect(answer8 == .proceed)
      #expect(machine.state == former)
    }
  }

  @Test("starting a commit without an open transaction changes nothing", arguments: states)
  func strayingCommit(state: State) {
    var machine = machine(state)
    let former = machine.state
    machine.startCommit(at: 9)
    #expect(machine.state == former || former == .open(since: 0))
  }
}

@Suite("Replacement budget") struct ReplacementBudgetTests {
  @Test("a fourth replacement within five minutes is one too many, later ones are counted anew")
  func budget() {
    var budget = ReplacementBudget()
    var answers: [Bool] = []
    for now in [0, 1_000, 299_999, 299_999, 300_000, 300_001] as [Int64] { answers.append(budget.take(at: now)) }
    #expect(answers == [true, true, true, false, true, false])
  }
}
