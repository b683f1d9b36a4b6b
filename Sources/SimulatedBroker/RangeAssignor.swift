import Broker

/// Kafka's `range` assignor: each topic's partitions in runs over its subscribers in order, so that topics with equal partition
/// counts and subscribers are co-partitioned.
struct RangeAssignor {
  struct Subscriber {
    var memberID: String
    var instanceID: String?
    var topics: [String]
  }

  /// One list a subscriber, in the order given, each in ``TopicPartition`` order. Topics without a partition count do not exist.
  static func assign(_ subscribers: [Subscriber], partitionCounts: [String: Int32]) -> [[TopicPartition]] {
    var assignments = [[TopicPartition]](repeating: [], count: subscribers.count)
    let order = subscribers.indices.sorted { precedes(subscribers[$0], subscribers[$1]) }
    let topics = Set(subscribers.flatMap(\.topics)).sorted()
    for topic in topics {
      guard let count = partitionCounts[topic].map(Int.init) else { continue }
      let takers = order.filter { subscribers[$0].topics.contains(topic) }
      let share = count / takers.count
      let extra = count % takers.count
      var next = 0
      for (rank, taker) in takers.enumerated() {
        let length = share + (rank < extra ? 1 : 0)
        for partition in next..<next + length {
          assignments[taker].append(TopicPartition(topic: topic, partition: Int32(partition)))
        }
        next += length
      }
    }
    return assignments.map { $0.sorted() }
  }

  /// Static members come first, by instance id; dynamic ones by member id.
  private static func precedes(_ a: Subscriber, _ b: Subscriber) -> Bool {
    switch (a.instanceID, b.instanceID) {
    case (let a?, let b?): a < b
    case (.some, nil): true
    case (nil, .some): false
    case (nil, nil): a.memberID < b.memberID
    }
  }
}
