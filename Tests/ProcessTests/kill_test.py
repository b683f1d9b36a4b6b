"""A worker killed at twenty moments publishes what a worker that lived on publishes, by id and by bytes."""
import dataclasses
import os
import random
import tempfile
import time
import unittest

from brokers import grounds
from program import Worker, navigator, wait_until
from records import Progress, produce, read_committed
from trips import conditions, dispatch, town_with_trips

KILLS = int(os.environ.get("KILLS", 20))
TRIPS = int(os.environ.get("TRIPS", 40))
COPIES = int(os.environ.get("COPIES", 6))
SEED = int(os.environ.get("SEED", 20240601))
# Records in a pass, with a commit after each, of the worker that each kill meets, in turn: small ones for kills to fall into
# any step of a transaction, several for transactions not to begin where they did before the kill. The kill at the start has
# the smallest, so that it cannot come after the last record however fast the machine is.
PASSES = (2, 3, 7, 19)


def renamed(event, name, other):
    """The event with another name in its headers."""
    headers = tuple((key, value and value.replace(name, other)) for key, value in event.headers)
    return dataclasses.replace(event, headers=headers)


class Kill(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.town, trips = town_with_trips(cls.folder.name, TRIPS)
        cls.records = dispatch(cls.town, trips, COPIES)
        cls.conditions = conditions(cls.town, trips)
        cls.undisturbed = {}

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def expected(self, ground, encoding):
        """The committed events of a run without kills over input that is there before the start: one run for every test."""
        key = ground.name, encoding
        if key not in self.undisturbed:
            self.undisturbed[key] = self.committed(ground, encoding)
        return self.undisturbed[key]

    def committed(self, ground, encoding, kills=0, feed=None):
        """The committed events of one run on a fresh broker, with `kills` SIGKILLs on the way, each of which must meet work under way.

        `feed` produces the input while the worker runs; without it all of it is there before the start.
        """
        with ground() as broker:
            prefix = f"run{time.time_ns()}." if ground.name == "external" else "navigator."
            group = prefix.rstrip(".")
            # Live: records of two topics that are on their way for up to this long keep the order of their timestamps.
            order = {"max.task.idle": "3 s"} if feed else {}

            def configured(number):
                """The settings file for the worker that kill `number` meets."""
                pace = {"pass_records": PASSES[number % len(PASSES)], "commit_interval": "1 ms"} if kills else {}
                return self.town.config(
                    broker.bootstrap, topics_prefix=prefix, application_id=group, output_encoding=encoding, **pace, **order)

            config = configured(1)
            navigator("topics", "create", "--config", config)
            produce(broker.bootstrap, self.conditions, encoding, prefix)
            if not feed:
                produce(broker.bootstrap, self.records, encoding, prefix)
            worker = Worker(config, f"{self.folder.name}/worker.log").start()
            if feed:
                feed(broker.bootstrap, prefix)
            with Progress(broker.bootstrap, group, prefix=prefix) as progress:
                self.kill_at_work(worker, progress, kills, configured)
                wait_until("all input processed", lambda: progress.is_drained, 300, 0.3)
            self.assertTrue(worker.is_running, worker.log_tail())
            self.assertEqual(worker.stop(), 0, worker.log_tail())
            # Each run on a lasting broker has topics and an application id of its own, which its events name.
            return [renamed(event, group.encode(), b"navigator") for event in read_committed(broker.bootstrap, prefix=prefix)]

    def kill_at_work(self, worker, progress, kills, configured):
        """Kills and restarts the worker, spread evenly over its input whatever the machine's speed; every fourth kill hits its start."""
        rng = random.Random(SEED)
        total = progress.total
        for number in range(1, kills + 1):
            if number % 4 == 0:
                time.sleep(rng.uniform(0.02, 0.6))
            else:
                target = total * (number - rng.random()) / (kills + 1)
                wait_until(f"{target:.0f} of {total} records applied", lambda: (progress.applied() or 0) >= target, 120, 0.005)
            worker.kill()
            applied = progress.applied(timeout=3)
            # An undecided transaction is work under way as well.
            self.assertTrue(applied is None or applied < total, f"kill {number} met no work: {applied} of {total} records")
            configured(number + 1)
            worker.start()

    def test_committed_events_equal_those_of_a_run_without_kills(self):
        for ground in grounds():
            for encoding in ("protobuf", "json"):
                with self.subTest(broker=ground.name, encoding=encoding):
                    expected = self.expected(ground, encoding)
                    got = self.committed(ground, encoding, KILLS)
                    print(f"\n{ground.name}, {encoding}: {len(self.records)} records in, {len(expected)} events, {KILLS} kills, all with work under way")
                    self.assertGreater(len(expected), len(self.records) // 10)
                    # Closures come and go by the records' own time, so that they too are the same after a kill.
                    self.assertIn("ROAD_CLOSED", {event.body.get("cause") for event in expected if event.type == "RouteStatus"})
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

    def test_live_input_gives_what_the_same_input_gives_when_it_is_there_before_the_start(self):
        for ground in grounds():
            with self.subTest(broker=ground.name):
                def feed(bootstrap, prefix):
                    batch = max(1, len(self.records) // 40)
                    for start in range(0, len(self.records), batch):
                        produce(bootstrap, self.records[start:start + batch], "protobuf", prefix)
                        time.sleep(0.1)
                expected = self.expected(ground, "protobuf")
                got = self.committed(ground, "protobuf", feed=feed)
                self.assertEqual(self.statuses(expected), self.statuses(got))
                self.assert_same_events_of_each_vehicle(expected, got)

    @staticmethod
    def statuses(events):
        """Per vehicle the way of its trip: each route status, in order."""
        ways = {}
        for event in events:
            if event.type == "RouteStatus":
                body = event.body
                ways.setdefault(event.key, []).append(
                    (body.get("assignmentId"), body.get("status"), body.get("cause"), body.get("stopIndex", 0), body.get("routeRevision", 0)))
        return ways

    def assert_same_events_of_each_vehicle(self, expected, got):
        """Equal by bytes and in order for each vehicle; which of two vehicles comes first is a matter of when timers fired."""
        def by_vehicle(events):
            ways = {}
            for event in events:
                ways.setdefault((event.topic, event.key), []).append(event.content)
            return ways
        a, b = by_vehicle(expected), by_vehicle(got)
        self.assertEqual(a.keys(), b.keys())
        for lane in sorted(a):
            first = next((i for i, (x, y) in enumerate(zip(a[lane], b[lane])) if x != y), min(len(a[lane]), len(b[lane])))
            self.assertTrue(a[lane] == b[lane], f"{lane}: {len(a[lane])} and {len(b[lane])} events, first difference at {first}:\n"
                                                f"{a[lane][first:first + 1]}\n{b[lane][first:first + 1]}")


if __name__ == "__main__":
    unittest.main()
