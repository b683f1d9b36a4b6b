"""A worker killed at twenty moments publishes what a worker that lived on publishes, by id and by bytes."""
import os
import random
import tempfile
import time
import unittest

from brokers import grounds
from program import Worker, navigator, wait_until
from records import is_drained, produce, read_committed
from trips import dispatch, town_with_trips

KILLS = int(os.environ.get("KILLS", 20))
TRIPS = int(os.environ.get("TRIPS", 40))
COPIES = int(os.environ.get("COPIES", 6))
SEED = int(os.environ.get("SEED", 20240601))


class Kill(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.town, trips = town_with_trips(cls.folder.name, TRIPS)
        cls.records = dispatch(cls.town, trips, COPIES)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def committed(self, ground, encoding, kills, during=None):
        """The committed events of one run on a fresh broker, with `kills` SIGKILLs on the way."""
        rng = random.Random(SEED)
        with ground() as broker:
            prefix = f"run{time.time_ns()}." if ground.name == "external" else "navigator."
            group = prefix.rstrip(".")
            # Small passes and a commit after each: slow enough that every kill meets work under way, at many places of it.
            pace = {"pass_records": 2, "commit_interval": "1 ms"} if kills else {}
            if during is not None:
                pace = {"max.task.idle": "500 ms"}    # a fix and the assignment just after it keep their order
            config = self.town.config(
                broker.bootstrap, topics_prefix=prefix, application_id=group, output_encoding=encoding, **pace)
            navigator("topics", "create", "--config", config)
            if during is None:
                produce(broker.bootstrap, self.records, encoding, prefix)
            worker = Worker(config, f"{self.folder.name}/worker.log").start()
            if during is not None:
                during(broker.bootstrap, prefix)
            under_way = 0
            for _ in range(kills):
                time.sleep(rng.uniform(0.3, 1.1))
                under_way += not is_drained(broker.bootstrap, group, prefix=prefix)
                worker.kill()
                worker.start()
            wait_until("all input processed", lambda: is_drained(broker.bootstrap, group, prefix=prefix), 300, 0.3)
            self.assertTrue(worker.is_running, worker.log_tail())
            self.assertEqual(worker.stop(), 0, worker.log_tail())
            return read_committed(broker.bootstrap, prefix=prefix), under_way

    def test_committed_events_equal_those_of_a_run_without_kills(self):
        for ground in grounds():
            for encoding in ("protobuf", "json"):
                with self.subTest(broker=ground.name, encoding=encoding):
                    expected, _ = self.committed(ground, encoding, kills=0)
                    got, under_way = self.committed(ground, encoding, KILLS)
                    print(f"\n{ground.name}, {encoding}: {len(self.records)} records in, {len(expected)} events, {KILLS} kills, {under_way} of them with work under way")
                    self.assertGreaterEqual(under_way, KILLS // 2, "the input was used up too early: raise COPIES")
                    self.assertGreater(len(expected), len(self.records) // 10)
                    self.assert_same_events(expected, got)

    def assert_same_events(self, expected, got):
        """Equal by id and by bytes, partition by partition and in order; offsets may differ by markers and aborted records."""
        self.assertEqual([e.id for e in got if e.id is None], [])
        ids = [(e.topic, e.id) for e in got]
        self.assertEqual(len(ids), len(set(ids)), "an event is there twice")
        lanes = sorted({(e.topic, e.partition) for e in expected + got})
        for lane in lanes:
            a = [e.content for e in expected if (e.topic, e.partition) == lane]
            b = [e.content for e in got if (e.topic, e.partition) == lane]
            first = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
            self.assertTrue(a == b, f"{lane}: {len(a)} and {len(b)} events, first difference at {first}:\n"
                                    f"{a[first:first + 1]}\n{b[first:first + 1]}")

    def test_with_live_input_arrivals_and_final_states_are_equal(self):
        for ground in grounds():
            with self.subTest(broker=ground.name):
                def feed(bootstrap, prefix):
                    batch = max(1, len(self.records) // 40)
                    for start in range(0, len(self.records), batch):
                        produce(bootstrap, self.records[start:start + batch], "protobuf", prefix)
                        time.sleep(0.1)
                expected, _ = self.committed(ground, "protobuf", kills=0)
                got, _ = self.committed(ground, "protobuf", kills=0, during=feed)
                self.assertEqual(self.arrivals(expected), self.arrivals(got))
                self.assertEqual(self.final_states(expected), self.final_states(got))

    @staticmethod
    def arrivals(events):
        return sorted((e.key, e.body.get("assignmentId"), e.body.get("stopIndex", 0))
                      for e in events if e.type == "Arrival")

    @staticmethod
    def final_states(events):
        """Per vehicle the last route status, and where the trip stands. How many reroutes led there depends on the order of arrival."""
        last = {}
        for event in events:
            if event.type == "RouteStatus":
                last[event.key] = (event.body.get("assignmentId"), event.body.get("status"), event.body.get("stopIndex", 0))
        return sorted(last.items())


if __name__ == "__main__":
    unittest.main()
