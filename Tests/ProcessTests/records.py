"""Producing inputs and reading events with confluent-kafka, as a user's backend would."""
import dataclasses
import json
import time

from confluent_kafka import Consumer, KafkaError, KafkaException, Producer, TopicPartition

from schemas import as_dictionary, as_protobuf

OUTPUT_TOPICS = ["route-status", "execution-details", "arrivals", "trip-progress", "dead-letters"]


@dataclasses.dataclass(frozen=True)
class Input:
    """One record to be produced. `message` None: the value is given raw."""
    topic: str
    key: bytes
    message: str | None
    fields: dict | None
    timestamp: int
    value: bytes | None = None
    headers: tuple = ()

    def encoded(self, encoding):
        """(value, headers) in `json` or `protobuf`."""
        if self.message is None:
            return self.value, list(self.headers)
        if encoding == "json":
            value, kind = json.dumps(self.fields).encode(), b"application/json"
        else:
            value, kind = as_protobuf(self.message, self.fields), b"application/x-protobuf"
        return value, [("content-type", kind), ("ce_type", f"navigator.v1.{self.message}".encode()), *self.headers]


@dataclasses.dataclass(frozen=True)
class Event:
    topic: str
    partition: int
    offset: int
    timestamp: int
    key: bytes | None
    value: bytes | None
    headers: tuple

    def header(self, name):
        return next((v for k, v in self.headers if k == name), None)

    @property
    def id(self):
        return self.header("ce_id")

    @property
    def type(self):
        return (self.header("ce_type") or b"").decode().removeprefix("navigator.v1.")

    @property
    def body(self):
        """The message in its JSON form, whichever encoding it came in."""
        if self.header("content-type") == b"application/json":
            return json.loads(self.value)
        return as_dictionary(self.type, self.value)

    @property
    def content(self):
        """All of it that may not differ between two runs over the same input."""
        return self.key, self.value, self.headers, self.timestamp


def produce(bootstrap, inputs, encoding="protobuf", prefix="navigator."):
    """Produces records in order. The murmur2 partitioner is a must: this client's default would scatter the keys."""
    failures = []

    def delivered(error, _):
        if error:
            failures.append(error)

    producer = Producer({"bootstrap.servers": bootstrap, "partitioner": "murmur2_random", "enable.idempotence": True,
                         "linger.ms": 5, "queue.buffering.max.messages": 1_000_000})
    for record in inputs:
        value, headers = record.encoded(encoding)
        while True:
            try:
                producer.produce(prefix + record.topic, value, record.key, headers=headers,
                                 timestamp=record.timestamp, on_delivery=delivered)
                break
            except BufferError:
                producer.poll(0.1)
        producer.poll(0)
    assert producer.flush(60) == 0 and not failures, failures[:3]


def read_committed(bootstrap, topics=OUTPUT_TOPICS, prefix="navigator.", isolation="read_committed"):
    """Every committed record of the topics, to their last stable offset, in (topic, partition, offset) order."""
    consumer = Consumer({"bootstrap.servers": bootstrap, "group.id": "reader", "enable.auto.commit": False,
                         "isolation.level": isolation, "auto.offset.reset": "earliest", "enable.partition.eof": True})
    events = []
    try:
        known = consumer.list_topics(timeout=20).topics
        partitions = [TopicPartition(prefix + t, p, 0) for t in topics if prefix + t in known
                      for p in known[prefix + t].partitions]
        waiting = {(tp.topic, tp.partition) for tp in partitions}
        consumer.assign(partitions)
        end = time.monotonic() + 120
        while waiting:
            assert time.monotonic() < end, f"could not read to the end of {waiting}"
            for record in consumer.consume(5000, 0.2):
                error = record.error()
                if error is None:
                    events.append(Event(
                        record.topic().removeprefix(prefix), record.partition(), record.offset(),
                        record.timestamp()[1], record.key(), record.value(), tuple(record.headers() or ())))
                elif error.name() == "_PARTITION_EOF":
                    waiting.discard((record.topic(), record.partition()))
                else:
                    raise AssertionError(str(error))
    finally:
        consumer.close()
    return sorted(events, key=lambda e: (e.topic, e.partition, e.offset))


class Progress:
    """How far a worker's group has come through its input topics, by its committed offsets."""

    def __init__(self, bootstrap, group="navigator", topics=("route-assignments", "location-updates"), prefix="navigator."):
        self.consumer = Consumer({"bootstrap.servers": bootstrap, "group.id": group})
        known = self.consumer.list_topics(timeout=20).topics
        self.partitions = [TopicPartition(prefix + t, p) for t in topics for p in known[prefix + t].partitions]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.consumer.close()

    @property
    def total(self):
        """Records in the input topics: nothing but plain records is in them."""
        return sum(self.consumer.get_watermark_offsets(p, timeout=20)[1] for p in self.partitions)

    def applied(self, timeout=20):
        """Records whose outcome is committed; None while an open transaction leaves that undecided."""
        try:
            return sum(max(0, p.offset) for p in self.consumer.committed(self.partitions, timeout=timeout))
        except KafkaException as failure:
            if failure.args[0].code() == KafkaError._TIMED_OUT:
                return None
            raise

    @property
    def is_drained(self):
        applied = self.applied()
        return applied is not None and applied >= self.total


def is_drained(bootstrap, group="navigator", prefix="navigator."):
    """Whether the group has applied all of its input."""
    with Progress(bootstrap, group, prefix=prefix) as progress:
        return progress.is_drained
