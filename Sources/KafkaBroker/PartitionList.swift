import Broker
import CRdKafka

/// The library's lists of partitions, lent for the time of a call: no object whose end could come before the call's.
enum PartitionList {
  typealias Native = UnsafeMutablePointer<rd_kafka_topic_partition_list_t>

  /// A list without offsets.
  static func with<Result>(_ partitions: [TopicPartition], _ body: (Native) -> Result) -> Result {
    let list: Native = rd_kafka_topic_partition_list_new(Int32(clamping: partitions.count))
    defer { rd_kafka_topic_partition_list_destroy(list) }
    for partition in partitions { rd_kafka_topic_partition_list_add(list, partition.topic, partition.partition) }
    return body(list)
  }

  /// A list with offsets.
  static func with<Result>(_ offsets: [PartitionOffset], _ body: (Native) -> Result) -> Result {
    with(offsets.map(\.partition)) { list in
      for (element, offset) in zip(elements(list).indices, offsets) { elements(list)[element].offset = offset.offset }
      return body(list)
    }
  }

  /// The partitions of a list that the library owns.
  static func partitions(_ list: Native?) -> [TopicPartition] {
    elements(list).map { TopicPartition(topic: String(cString: $0.topic), partition: $0.partition) }
  }

  static func elements(_ list: Native?) -> UnsafeMutableBufferPointer<rd_kafka_topic_partition_t> {
    UnsafeMutableBufferPointer(start: list?.pointee.elems, count: list.map { Int($0.pointee.cnt) } ?? 0)
  }
}
