import Broker
import SimulatedBroker
import TestSupport
import Testing

@Suite struct ReadingTests {
  private func reader(_ town: Town, _ isolation: IsolationLevel = .readCommitted) throws -> any LogReader {
    try town.cluster.process(named: "reader").logReader(LogReaderOptions(isolation: isolation))
  }

  @Test("a reader's position passes markers and aborted tails, so that the end of a restore is told by position")
  func positionPassesMarkers() throws {
    let town = Town()
    let producer = try town.producer()
    for commits in [true, false] {
      try producer.beginTransaction()
      try producer.produce(town.value(commits ? 1 : 2))
      try producer.flush(timeout: Town.timeout)
      if commits {
        try producer.commitTransaction(timeout: Town.timeout)
      } else {
        try producer.abortTransaction(timeout: Town.timeout)
      }
    }
    let reader = try reader(town)
    try reader.assign([PartitionOffset(Town.out0, 0)])
    #expect(try reader.poll(maxRecords: 10, timeout: Town.timeout).map(\.offset) == [0])
    let target = try reader.watermarks(of: Town.out0, timeout: Town.timeout).lastStable
    #expect(target == 4)
    #expect(reader.position(of: Town.out0) == target)
  }

  @Test("a log of markers alone is read to its end")
  func markersAlone() throws {
    let town = Town()
    let producer = try town.producer()
    try producer.beginTransaction()
    try producer.produce(town.value(1))
    try producer.flush(timeout: Town.timeout)
    try producer.abortTransaction(timeout: Town.timeout)
    let reader = try reader(town)
    try reader.assign([PartitionOffset(Town.out0, 0)])
    #expect(try reader.poll(maxRecords: 10, timeout: Town.timeout).isEmpty)
    #expect(reader.position(of: Town.out0) == 2)
  }

  @Test("a reader stops at the last stable offset and goes on when the transaction is decided")
  func stopsAtStable() throws {
    let town = Town()
    let producer = try town.producer()
    try producer.beginTransaction()
    try producer.produce(town.value(1))
    try producer.flush(timeout: Town.timeout)
    town.fill(2...2, topic: "out")
    let reader = try reader(town)
    try reader.assign([PartitionOffset(Town.out0, 0)])
    #expect(try reader.poll(maxRecords: 10, timeout: Town.timeout).isEmpty)
    #expect(reader.position(of: Town.out0) == 0)
    try producer.commitTransaction(timeout: Town.timeout)
    #expect(try reader.poll(maxRecords: 10, timeout: Town.timeout).map(\.offset) == [0, 1])
    #expect(reader.position(of: Town.out0) == 3)
  }

  @Test("a reader starts where it is told, in the middle, in a hole of compaction, at the end")
  func explicitOffsets() throws {
    let town = Town()
    town.cluster.createTopic("table", partitions: 1, configuration: ["cleanup.policy": "compact"])
    let table = TopicPartition(topic: "table", partition: 0)
    for value: UInt8 in 0..<10 {
      town.cluster.append(OutgoingRecord(topic: "table", partition: 0, key: [value % 3], value: [value]))
    }
    town.cluster.compact("table")
    let reader = try reader(town)
    for (start, expected) in [(Int64(0), [Int64(7), 8, 9]), (3, [7, 8, 9]), (8, [8, 9]), (9, [9]), (10, [])] {
      try reader.assign([PartitionOffset(table, start)])
      #expect(try reader.poll(maxRecords: 10, timeout: Town.timeout).map(\.offset) == expected)
      #expect(reader.position(of: table) == 10)
    }
  }

  @Test(
    "a position outside the log is reported once, moves nothing, and is cured by a seek", arguments: [Int64(2), 11])
  func outOfRange(offset: Int64) throws {
    let town = Town()
    town.fill(0...9)
    town.cluster.deleteRecords(Town.in0, before: 5)
    town.cluster.setCommittedOffsets([PartitionOffset(Town.in0, offset)], of: "g")
    town.fill(50...50, partition: 1)
    let member = try town.member("w")
    var batch = RecordBatch()
    try member.consumer.poll(into: &batch, maxRecords: 10, timeout: Town.timeout)
    #expect(batch.partitionFailures.map(\.partition) == [Town.in0])
    #expect(batch.partitionFailures.first?.reason == .offsetOutOfRange)
    #expect(batch.partitionFailures.first?.position == offset)
    #expect(batch.records.map(\.partition) == [1])
    try member.consumer.poll(into: &batch, maxRecords: 10, timeout: Town.timeout)
    #expect(batch.isEmpty)
    #expect(member.consumer.position(of: Town.in0) == offset)
    try member.consumer.seek(to: [PartitionOffset(Town.in0, 5)])
    #expect(try member.poll() == [5, 6, 7, 8, 9])
  }

  @Test("a partition that does not exist is reported as unavailable")
  func unavailable() throws {
    let town = Town()
    let reader = try reader(town)
    try reader.assign([PartitionOffset(TopicPartition(topic: "nowhere", partition: 0), 0)])
    var batch = RecordBatch()
    try reader.poll(into: &batch, maxRecords: 10, timeout: Town.timeout)
    #expect(batch.partitionFailures.map(\.reason) == [.unavailable])
  }

  @Test("a paused partition stands still and goes on where it stood")
  func pause() throws {
    let town = Town()
    town.fill(1...4)
    let member = try town.member("w")
    #expect(try member.poll(2) == [1, 2])
    try member.consumer.pause([Town.in0, TopicPartition(topic: "foreign", partition: 0)])
    #expect(member.consumer.paused == [Town.in0])
    #expect(try member.poll() == [])
    #expect(member.consumer.position(of: Town.in0) == 2)
    try member.consumer.resume([Town.in0])
    #expect(member.consumer.paused == [])
    #expect(try member.poll() == [3, 4])
  }

  @Test("a partition that was paused, taken and given back is not paused")
  func pauseEndsWithAssignment() throws {
    let town = Town(plan: FaultPlan(faults: [Fault(.rebalance, at: .poll, number: 2)]))
    let member = try town.member("w")
    try member.poll()
    try member.consumer.pause(member.consumer.assignment)
    try member.poll()
    #expect(member.consumer.assignment == [Town.in0, Town.in1])
    #expect(member.consumer.paused == [])
  }

  @Test("polls take turns among partitions, so that a long one does not starve the others")
  func fairness() throws {
    let town = Town()
    town.fill(1...100)
    town.fill(200...201, partition: 1)
    let member = try town.member("w")
    #expect(try member.poll(10) == Array(1...10))
    #expect(try member.poll(10).prefix(2) == [200, 201])
  }

  @Test("cached watermarks tell the lag without a request, against the last stable offset")
  func cachedWatermarks() throws {
    let town = Town()
    town.fill(1...3)
    let member = try town.member("w")
    #expect(member.consumer.cachedWatermarks(of: Town.in0) == nil)
    try member.poll(1)
    #expect(member.consumer.cachedWatermarks(of: Town.in0)?.lastStable == 3)
  }

  @Test(
    "other read orders deliver the same records, each partition in its order",
    arguments: Seeds.fromEnvironment(count: 20))
  func readOrder(seed: UInt64) throws {
    print("SEED=\(seed)")
    var settings = SimulationSettings()
    settings.readOrderSeed = seed
    let town = Town(settings, partitions: 4)
    for partition in Int32(0)..<4 { town.fill(0...49, partition: partition) }
    let member = try town.member("w")
    var seen = [[UInt8]](repeating: [], count: 4)
    for _ in 0..<1_000 {
      for record in try member.consumer.poll(maxRecords: 20, timeout: Town.timeout) {
        seen[Int(record.partition)].append(record.value?.first ?? 0)
      }
    }
    #expect(seen == [[UInt8]](repeating: Array(0...49), count: 4))
  }

  @Test("bytes, nulls, headers and timestamps come back as they went in")
  func bytes() throws {
    let town = Town()
    let headers = [RecordHeader("a", []), RecordHeader("a", nil), RecordHeader("", [0, 255])]
    let sent = [
      OutgoingRecord(topic: "in", partition: 0, key: nil, value: nil, headers: headers, timestampMillis: 5),
      OutgoingRecord(topic: "in", partition: 0, key: [], value: [], timestampMillis: -1),
      OutgoingRecord(topic: "in", partition: 0, key: [0xff], value: [0], timestampMillis: 7),
    ]
    for record in sent { town.cluster.append(record) }
    let reader = try reader(town)
    try reader.assign([PartitionOffset(Town.in0, 0)])
    let read = try reader.poll(maxRecords: 10, timeout: Town.timeout)
    #expect(read.map(\.key) == sent.map(\.key))
    #expect(read.map(\.value) == sent.map(\.value))
    #expect(read.map(\.headers) == sent.map(\.headers))
    #expect(read.map(\.timestampMillis) == [5, -1, 7])
  }
}
