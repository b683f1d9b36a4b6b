import Broker
import Testing

@testable import KafkaBroker

private let a = TopicPartition(topic: "a", partition: 0)
private let b = TopicPartition(topic: "b", partition: 0)

private func assigned(_ partitions: TopicPartition..., at offset: Int64? = nil) -> AssignedPartitions {
  var state = AssignedPartitions()
  state.replace(with: partitions)
  if let offset { _ = state.place(partitions.map { PartitionOffset($0, offset) }) }
  return state
}

struct AssignedPartitionsTests {
  @Test("a partition just assigned has no position and is not read")
  func beginsUnplaced() {
    var state = assigned(b, a)
    #expect(state.partitions == [a, b])
    let outcome1 = state.nextAssignment()
    #expect(outcome1.fetch.isEmpty)
    let outcome2 = state.deliver(0, at: 0)
    #expect(!outcome2)
  }

  @Test("records count on the position; older ones and ones of unplaced partitions are dropped (librdkafka#4636)")
  func delivery() {
    var state = assigned(a, at: 5)
    let outcome3 = state.deliver(4, at: 0)
    #expect(!outcome3)
    let outcome4 = state.deliver(5, at: 0)
    #expect(outcome4)
    let outcome5 = state.deliver(9, at: 0)
    #expect(outcome5)
    let outcome6 = state.deliver(9, at: 0)
    #expect(!outcome6)
    #expect(state[0].position == 10)
    let outcome7 = state.deliver(Int64.max, at: 0)
    #expect(!outcome7)
  }

  @Test("the end of the log moves the position over markers, never back")
  func ends() {
    var state = assigned(a, at: 5)
    state.reachEnd(8, at: 0)
    #expect(state[0].position == 8)
    state.reachEnd(7, at: 0)
    #expect(state[0].position == 8)
  }

  @Test("only what was paused is resumed, once (librdkafka#2593)")
  func pauses() {
    var state = assigned(a, b, at: 0)
    let outcome8 = state.resume([a])
    #expect(outcome8.toResume.isEmpty)
    let outcome9 = state.pause([a])
    #expect(outcome9 == [a])
    let outcome10 = state.pause([a])
    #expect(outcome10.isEmpty)
    #expect(state.paused == [a])
    let outcome11 = state.deliver(0, at: 0)
    #expect(!outcome11)
    let resumed = state.resume([a, b])
    #expect(resumed.toResume == [a] && !resumed.mustAssign)
    let outcome12 = state.resume([a])
    #expect(outcome12.toResume.isEmpty)
    let outcome13 = state.deliver(0, at: 0)
    #expect(outcome13)
  }

  @Test("a new assignment takes the library's pause back and withholds the partition instead")
  func pauseOverAssignment() {
    var state = assigned(a, b, at: 3)
    _ = state.pause([a])
    let next = state.nextAssignment()
    #expect(next.letGo == [a])
    #expect(next.fetch == [PartitionOffset(b, 3)])
    #expect(state.paused == [a])
    let resumed = state.resume([a])
    #expect(resumed.toResume.isEmpty && resumed.mustAssign)
    let outcome14 = state.nextAssignment()
    #expect(outcome14.fetch == [PartitionOffset(a, 3), PartitionOffset(b, 3)])
  }

  @Test("a paused partition that is given back begins un-paused (librdkafka#5591)")
  func pauseOverRebalance() {
    var state = assigned(a, at: 3)
    _ = state.pause([a])
    #expect(state.pausedInLibrary == [a])
    state.replace(with: [a])
    #expect(state.paused.isEmpty && state.pausedInLibrary.isEmpty)
    #expect(state[0].position == nil)
  }

  @Test("pause before the first position, then a position, then resume")
  func pauseUnplaced() {
    var state = assigned(a)
    let outcome15 = state.pause([a])
    #expect(outcome15.isEmpty)
    let outcome16 = state.place([PartitionOffset(a, 7)])
    #expect(outcome16)
    let outcome17 = state.nextAssignment()
    #expect(outcome17.fetch.isEmpty)
    let outcome18 = state.resume([a])
    #expect(outcome18.mustAssign)
    let outcome19 = state.nextAssignment()
    #expect(outcome19.fetch == [PartitionOffset(a, 7)])
  }

  @Test("a partition that cannot be read is told once, left out, and read again from a new position")
  func failing() {
    var state = assigned(a, b, at: 3)
    let outcome20 = state.fail(at: 0)
    #expect(outcome20)
    let outcome21 = state.fail(at: 0)
    #expect(!outcome21)
    let outcome22 = state.nextAssignment()
    #expect(outcome22.fetch == [PartitionOffset(b, 3)])
    let outcome23 = state.deliver(3, at: 0)
    #expect(!outcome23)
    _ = state.pause([a])
    let outcome24 = state.resume([a])
    #expect(!outcome24.mustAssign)
    let outcome25 = state.place([PartitionOffset(a, 9)])
    #expect(outcome25)
    let outcome26 = state.nextAssignment()
    #expect(outcome26.fetch == [PartitionOffset(a, 9), PartitionOffset(b, 3)])
  }

  @Test("partitions that are not assigned are left alone")
  func strangers() {
    var state = assigned(a, at: 3)
    let outcome27 = state.place([PartitionOffset(b, 1)])
    #expect(!outcome27)
    let outcome28 = state.pause([b])
    #expect(outcome28.isEmpty)
    let outcome29 = state.resume([b])
    #expect(outcome29.toResume.isEmpty)
    #expect(state.place(of: b) == nil)
    #expect(state.paused.isEmpty)
  }
}
