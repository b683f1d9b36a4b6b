"""`navigator replay`: equal bytes on every run, and equal to what the worker publishes for the same records."""
import base64
import collections
import json
import tempfile
import unittest

from brokers import grounds
from program import Worker, navigator, wait_until
from records import is_drained, produce, read_committed
from replays import line, replay, replay_bytes
from trips import dispatch, town_with_trips

OUTPUTS = ["route-status", "execution-details", "arrivals", "trip-progress", "dead-letters"]


class Replay(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.town, trips = town_with_trips(cls.folder.name, 12)
        cls.records = dispatch(cls.town, trips)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_the_same_file_gives_the_same_bytes(self):
        first = replay_bytes(self.town, self.records)
        self.assertGreater(len(first), 10_000)
        for _ in range(3):
            self.assertEqual(replay_bytes(self.town, self.records), first)

    def test_it_equals_what_the_worker_publishes_by_topic_and_partition(self):
        for ground in grounds():
            if ground.name == "external":
                continue    # its topics are not this test's alone, so the offsets are not known beforehand
            with self.subTest(broker=ground.name), ground() as broker:
                config = self.town.config(broker.bootstrap, output_encoding="json")
                navigator("topics", "create", "--config", config)
                produce(broker.bootstrap, self.records, "json")
                inputs = read_committed(broker.bootstrap, ["route-assignments", "location-updates"])
                worker = Worker(config, f"{self.folder.name}/worker.log").start()
                wait_until("all input processed", lambda: is_drained(broker.bootstrap), 120, 0.3)
                self.assertEqual(worker.stop(), 0, worker.log_tail())
                published = read_committed(broker.bootstrap)
            lines = [json.dumps({
                "topic": e.topic, "partition": e.partition, "offset": e.offset, "timestamp": e.timestamp,
                "key": e.key.decode(), "headers": {k: v.decode() for k, v in e.headers},
                "valueBase64": base64.b64encode(e.value).decode()}) + "\n" for e in inputs]
            replayed = replay(self.town, None, "--partitions", "3", lines=lines)
            by_lane = collections.defaultdict(list)
            for event in replayed:
                by_lane[event["topic"], event["partition"]].append(
                    (event["timestamp"], event["key"], event["headers"], event["value"]))
            for lane in sorted({(e.topic, e.partition) for e in published} | {k for k in by_lane if k[0] in OUTPUTS}):
                got = [(e.timestamp, e.key.decode(), {k: v.decode() for k, v in e.headers}, json.loads(e.value))
                       for e in published if (e.topic, e.partition) == lane]
                self.assertEqual(got, by_lane[lane], lane)
            print(f"\n{ground.name}: {len(inputs)} records, {len(published)} events equal to the replay's")


if __name__ == "__main__":
    unittest.main()
