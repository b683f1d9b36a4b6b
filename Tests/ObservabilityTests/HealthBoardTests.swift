import Testing

@testable import Observability

@Suite("Health") struct HealthBoardTests {
  func board() -> HealthBoard {
    let board = HealthBoard(threadTimeoutMillis: 1_000, partitionTimeoutMillis: 5_000)
    board.register(thread: "t", at: 0)
    return board
  }

  @Test("alive while passes complete, also in a rebalance, a restore and without a broker")
  func alive() {
    let board = board()
    #expect(board.liveness(at: 1_000).isWell)
    board.passed(thread: "t", at: 1_000, hasAnswered: false, isRestored: false)
    #expect(board.liveness(at: 2_000).isWell)
    #expect(board.liveness(at: 2_001).text == "thread t completed no pass for 1001 ms")
  }

  @Test("a partition with waiting records that does not move fails the liveness, unless it is paused")
  func stuck() {
    let board = board()
    func report(_ at: Int64, waiting: Bool = true, paused: Bool = false, position: Int64 = 7) {
      board.passed(thread: "t", at: at, hasAnswered: true, isRestored: true)
      board.progress(thread: "t", partition: "p-0", position: position, hasWaiting: waiting, isPaused: paused, at: at)
    }
    report(0, waiting: false)
    report(100_000)
    #expect(board.liveness(at: 100_000).isWell, "it had nothing to do before")
    report(105_001)
    #expect(board.liveness(at: 105_001).text == "partition p-0 has not moved for 5001 ms")
    report(105_002, position: 8)
    #expect(board.liveness(at: 105_002).isWell)
    report(120_000, paused: true, position: 8)
    #expect(board.liveness(at: 120_000).isWell)
    board.forget(thread: "t", partition: "p-0")
    #expect(board.liveness(at: 120_500).isWell)
  }

  @Test("ready once every thread is restored, and no longer when the process drains")
  func ready() {
    let board = board()
    #expect(!board.startup().isWell)
    board.passed(thread: "t", at: 1, hasAnswered: true, isRestored: false)
    #expect(board.startup().isWell)
    #expect(board.readiness().text == "thread t is restoring")
    board.passed(thread: "t", at: 2, hasAnswered: true, isRestored: true)
    #expect(board.readiness().isWell)
    board.drain()
    #expect(board.readiness().text == "stopping")
  }

  @Test("a thread that ended in order does not fail the liveness")
  func stopped() {
    let board = board()
    board.stopped(thread: "t")
    #expect(board.liveness(at: 1_000_000).isWell)
  }
}
