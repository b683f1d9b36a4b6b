import Broker
import CRdKafka

/// An owned `rd_kafka_topic_partition_list_t`.
final class PartitionList {
  let pointer: UnsafeMutablePointer<rd_kafka_topic_partition_list_t>

  /// Takes over `pointer`.
  init(owning pointer: UnsafeMutablePointer<rd_kafka_topic_partition_list_t>) { self.pointer = pointer }

  /// Without offsets.
  convenience init(_ partitions: [TopicPartition]) {
    self.init(owning: rd_kafka_topic_partition_list_new(Int32(clamping: partitions.count)))
    for partition in partitions { rd_kafka_topic_partition_list_add(pointer, partition.topic, partition.partition) }
  }

  convenience init(_ offsets: [PartitionOffset]) {
    self.init(owning: rd_kafka_topic_partition_list_new(Int32(clamping: offsets.count)))
    for entry in offsets {
      rd_kafka_topic_partition_list_add(pointer, entry.partition.topic, entry.partition.partition)
        .pointee.offset = entry.offset
    }
  }

  deinit { rd_kafka_topic_partition_list_destroy(pointer) }

  /// The partitions of a list that the library owns.
  static func partitions(_ list: UnsafeMutablePointer<rd_kafka_topic_partition_list_t>?) -> [TopicPartition] {
    elements(list).map { TopicPartition(topic: String(cString: $0.topic), partition: $0.partition) }
  }

  static func elements(
    _ list: UnsafeMutablePointer<rd_kafka_topic_partition_list_t>?
  ) -> UnsafeMutableBufferPointer<rd_kafka_topic_partition_t> {
    UnsafeMutableBufferPointer(start: list?.pointee.elems, count: list.map { Int($0.pointee.cnt) } ?? 0)
  }

  var elements: UnsafeMutableBufferPointer<rd_kafka_topic_partition_t> { Self.elements(pointer) }
}
