"""network calibrate: a table fitted to trips foretells others, is the same every time, and is checked when it is read."""
import csv
import io
import json
import math
import pathlib
import tempfile
import unittest

from program import navigator
from trips import Town, decode_polyline

MONDAY_3 = 1_372_636_800 + 3 * 3600
MONDAY_8 = 1_372_636_800 + 8 * 3600 + 1800


def meters(a, b):
    return math.hypot((a[0] - b[0]) * 111_320 * math.cos(math.radians(a[1])), (a[1] - b[1]) * 110_574)


def drive(line, speed, start):
    """Fixes every 15 s along a line at a speed in m/s: (seconds, lon, lat)."""
    fixes, next_fix, driven = [(start, *line[0])], 15 * speed, 0.0
    for a, b in zip(line, line[1:]):
        length = meters(a, b)
        while length > 0 and driven + length >= next_fix:
            share = (next_fix - driven) / length
            fixes.append((start + 15 * len(fixes), a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])))
            next_fix += 15 * speed
        driven += length
    return fixes


class Calibrate(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.town = Town(cls.folder.name)
        cls.trips = pathlib.Path(cls.folder.name) / "trips.csv"
        cls.count = 0
        with open(cls.trips, "w") as file:
            file.write("id,timestamp,lon,lat\n")
            for i, (a, b) in enumerate(cls.pairs()):
                route = cls.town.route(a, b)
                if not route or route["distanceMeters"] < 1_200:
                    continue
                # Slow: 3 m/s in the morning, 4.5 at night.
                rush = i % 2 == 0
                line = decode_polyline(route["polyline"]["encodedPolyline"])
                for second, lon, lat in drive(line, 3.0 if rush else 4.5, MONDAY_8 if rush else MONDAY_3):
                    file.write(f"t{i},{second},{lon:.6f},{lat:.6f}\n")
                cls.count += 1
        cls.table = pathlib.Path(cls.folder.name) / "town.speeds"
        cls.report = navigator(
            "network", "calibrate", "--network", cls.town.network, "--out", cls.table, cls.trips).decode()

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def pairs(cls):
        info = json.loads(navigator("network", "info", "--json", cls.town.network))
        south, west, north, east = info["bounds"]
        place = lambda x, y: (west + (east - west) * x, south + (north - south) * y)
        shares = [(0.2, 0.3), (0.8, 0.7), (0.3, 0.8), (0.7, 0.2), (0.5, 0.5), (0.4, 0.2), (0.6, 0.8)]
        return [(place(*a), place(*b)) for a in shares for b in shares if a != b]

    def durations(self, *arguments, departure=None):
        path = pathlib.Path(self.folder.name) / "pairs.csv"
        end = "" if departure is None else f",{departure}"
        path.write_text("".join(
            f"{i},{a[0]:.6f},{a[1]:.6f},{b[0]:.6f},{b[1]:.6f}{end}\n" for i, (a, b) in enumerate(self.pairs())))
        answer = navigator("route", "--network", self.town.network, "--pairs", path, *arguments).decode()
        return [float(row["duration_s"]) for row in csv.DictReader(io.StringIO(answer)) if row["status"] == "ok"]

    def test_the_table_foretells_slow_trips_and_the_hour(self):
        self.assertGreater(self.count, 10)
        general = sum(self.durations(departure=MONDAY_8))
        rush = sum(self.durations("--speeds", self.table, departure=MONDAY_8))
        night = sum(self.durations("--speeds", self.table, departure=MONDAY_3))
        self.assertGreater(rush, general)
        self.assertGreater(rush, 1.15 * night)

    def test_the_report_shows_both_parts_by_length_hour_and_class(self):
        # The hours of the network's clock, two before UTC: no country is named on this map, so it goes by the sun.
        for words in ("trips of the fit", "trips held out", "free flow", "general", "fitted", "2–5 km", "10:00", "05:00"):
            self.assertIn(words, self.report)

    def test_the_same_trips_give_the_same_bytes(self):
        again = pathlib.Path(self.folder.name) / "again.speeds"
        report = navigator(
            "network", "calibrate", "--network", self.town.network, "--out", again, "-", input=self.trips.read_bytes())
        self.assertEqual(report.decode(), self.report)
        self.assertEqual(again.read_bytes(), self.table.read_bytes())

    def test_a_replay_by_the_table_gives_the_same_bytes_and_names_it(self):
        records = navigator(
            "simulate", "--network", self.town.network, "--keys", self.town.keys, "--speeds", self.table,
            "--vehicles", "3", "--rate", "0", "--out", "-")
        replay = lambda *more: navigator(
            "replay", "--network", self.town.network, "--keys", self.town.keys, *more, "-", input=records)
        first = replay("--speeds", self.table)
        self.assertGreater(len(first), 10_000)
        self.assertEqual(replay("--speeds", self.table), first)
        self.assertNotEqual(replay(), first)

    def test_a_worker_says_what_is_wrong_with_its_table_and_ends(self):
        for path, content, status, word in (
                ("none.speeds", None, 66, b"none.speeds"), ("foreign.speeds", "{}", 65, b"no speed table"),
                ("cut.speeds", self.table.read_text()[:200], 65, b"no speed table"), ("", None, 78, b"speeds.file")):
            path = path and str(pathlib.Path(self.folder.name) / path)
            if content is not None:
                pathlib.Path(path).write_text(content)
            config = self.town.config("127.0.0.1:1", "broken", speeds_file=path)
            self.assertIn(word, navigator("worker", "--config", config, status=status))

    def test_what_is_no_table_and_no_trips_is_65(self):
        bad = pathlib.Path(self.folder.name) / "bad.speeds"
        bad.write_text(self.table.read_text().replace("signal", "sgnal"))
        error = navigator("replay", "--network", self.town.network, "--speeds", bad, "-", input=b"", status=65)
        self.assertIn(b"line", error)
        far = "".join(f"x,{15 * i},{2 + i / 1000},48\n" for i in range(40)).encode()
        for trips, word in (
                (b"", b"no trips"), (b"id,timestamp,lon,lat\n", b"no trips"), (b"a,b\n1,2\n", b"line 1"),
                (b"x,10,24.94,60.17\nx,5,24.94,60.17\n", b"line 2 goes back in time"),
                (b"x,10,nan,60.17\n", b"line 1"), (b"x,nan,24.94,60.17\n", b"line 1"), (b"x,1,24.94,91\n", b"line 1"),
                (far, b"1 on no road")):
            unwritten = pathlib.Path(self.folder.name) / "unwritten.speeds"
            error = navigator(
                "network", "calibrate", "--network", self.town.network, "--out", unwritten, "-", input=trips, status=65)
            self.assertIn(word, error)
            self.assertFalse(unwritten.exists())

    def test_a_table_of_another_edition_serves_with_a_warning(self):
        other = pathlib.Path(self.folder.name) / "other.speeds"
        lines = self.table.read_text().splitlines(keepends=True)
        other.write_text("".join("network 0123456789abcdef\n" if line.startswith("network") else line for line in lines))
        self.assertEqual(self.durations("--speeds", other), self.durations("--speeds", self.table))


if __name__ == "__main__":
    unittest.main()
