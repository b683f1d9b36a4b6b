import Broker
import CRdKafka

extension PartitionReader {
  /// Asks the leader, under a deadline of our own: the library's may be overrun for ever (librdkafka before 2.3.0, #4460).
  func watermarks(of partition: TopicPartition, timeout: Duration) throws(BrokerFailure) -> Watermarks {
    let limit = Int32(clamping: ClientProperties.milliseconds(timeout))
    let (error, low, high) = try client.call(timeout: timeout + .milliseconds(200)) { handle in
      var low: Int64 = 0
      var high: Int64 = 0
      let error = rd_kafka_query_watermark_offsets(handle, partition.topic, partition.partition, &low, &high, limit)
      return (error, low, high)
    }
    if error != RD_KAFKA_RESP_ERR_NO_ERROR { throw LibraryError.failure(error, of: client.pointer) }
    // Asked under read_committed, "latest" is the last stable offset.
    return Watermarks(low: low, lastStable: high, high: high)
  }

  /// From the last fetch. The library does not tell its last stable offset; where the log's readable end was reached it is
  /// known all the same, elsewhere the high watermark stands for it.
  func cachedWatermarks(of partition: TopicPartition) -> Watermarks? {
    guard let place = assigned.place(of: partition) else { return nil }
    var low: Int64 = -1
    var high: Int64 = -1
    let error = rd_kafka_get_watermark_offsets(client.pointer, partition.topic, partition.partition, &low, &high)
    guard error == RD_KAFKA_RESP_ERR_NO_ERROR, high >= 0 else { return nil }
    let entry = assigned[place]
    let isAtEnd = entry.lastEnd != nil && entry.lastEnd == entry.position
    let stable = isAtEnd ? min(high, entry.lastEnd ?? high) : high
    return Watermarks(low: max(0, low), lastStable: stable, high: high)
  }
}
