"""network match: recorded traces give the roads driven, in three forms, with their gaps and outliers stated."""
import csv
import io
import json
import math
import pathlib
import re
import tempfile
import unittest

from program import navigator, shared
from trips import Town, along, decode_polyline

# The 17 fixes of Project-OSRM/osrm-backend#4853, a taxi in Porto.
REPORTED = [
    (-8.585694, 41.148603), (-8.585757, 41.148684), (-8.585712, 41.148882), (-8.585757, 41.148963), (-8.585838, 41.148954),
    (-8.586063, 41.148972), (-8.586171, 41.148972), (-8.587323, 41.149152), (-8.588007, 41.149386), (-8.588736, 41.149602),
    (-8.591031, 41.150187), (-8.592165, 41.150484), (-8.592201, 41.150493), (-8.593389, 41.150844), (-8.59455, 41.150664),
    (-8.595918, 41.149872), (-8.596647, 41.149431)]


def meters(a, b):
    return math.hypot((a[0] - b[0]) * 111_320 * math.cos(math.radians(a[1])), (a[1] - b[1]) * 110_574)


def trace(name, points, seconds):
    return "".join(f"{name},{1_372_636_800 + seconds * i},{lon:.6f},{lat:.6f}\n" for i, (lon, lat) in enumerate(points))


class Match(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.town = Town(cls.folder.name)
        route = cls.town.route((24.938, 60.168), (24.951, 60.176))
        cls.length = route["distanceMeters"]
        cls.driven = along(decode_polyline(route["polyline"]["encodedPolyline"]), 40)
        cls.far = [(lon + 1, lat) for lon, lat in cls.driven[:9]]

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def match(self, text, *arguments, network=None, **options):
        return navigator("network", "match", "--network", network or self.town.network, *arguments, "-",
                         input=text.encode(), **options).decode()

    def objects(self, text, **options):
        return [json.loads(line) for line in self.match(text, "--json", **options).splitlines()]

    def test_a_byte_order_mark_is_no_part_of_a_trace_with_or_without_a_heading(self):
        plain = self.match(trace("t", self.driven, 5))
        self.assertEqual(self.match("\ufeff" + trace("t", self.driven, 5)), plain)
        self.assertEqual(self.match("\ufeffid,timestamp,lon,lat\n" + trace("t", self.driven, 5)), plain)

    def test_a_drive_is_found_again(self):
        (found,) = self.objects("id,timestamp,lon,lat\n" + trace("a \"trip\"", self.driven, 5))
        self.assertEqual((found["id"], found["fixes"], found["matched"]), ("a \"trip\"", len(self.driven), len(self.driven)))
        self.assertEqual((found["outliers"], found["gaps"], found["reversals"], len(found["parts"])), ([], [], 0, 1))
        self.assertAlmostEqual(found["lengthMeters"], self.length, delta=25)
        self.assertLess(found["meanDistanceMeters"], 2)
        self.assertGreater(found["confidence"], 0.5)
        line = decode_polyline(found["parts"][0]["polyline"])
        self.assertAlmostEqual(sum(map(meters, line, line[1:])), self.length, delta=30)

    def test_each_fix_has_its_line_and_each_piece_of_road_too(self):
        text = trace("t", self.driven, 5) + trace("nowhere", self.far, 5)
        rows = list(csv.DictReader(io.StringIO(self.match(text))))
        self.assertEqual([row["id"] for row in rows], ["t"] * len(self.driven) + ["nowhere"] * len(self.far))
        for row, fix in zip(rows, self.driven):
            self.assertLess(meters((float(row["lon"]), float(row["lat"])), fix), 25)
            self.assertLess(float(row["distance_m"]), 25)
            self.assertEqual(row["part"], "0")
        self.assertTrue(all(row["way_id"] == row["part"] == "" for row in rows if row["id"] == "nowhere"))
        pieces = list(csv.DictReader(io.StringIO(self.match(text, "--edges"))))
        self.assertEqual([int(row["seq"]) for row in pieces], list(range(len(pieces))))
        self.assertTrue(all(a["to_node"] == b["from_node"] for a, b in zip(pieces, pieces[1:])))
        self.assertTrue({row["way_id"] for row in rows if row["way_id"]} <= {row["way_id"] for row in pieces})

    def test_a_gap_is_told_and_not_drawn(self):
        half = len(self.driven) // 2
        hole = [(lon, lat + 0.05) for lon, lat in self.driven[:8]]
        points = self.driven[:half] + hole + self.driven[:half]
        (found,) = self.objects(trace("t", points, 5))
        self.assertEqual(len(found["parts"]), 2)
        (gap,) = found["gaps"]
        self.assertEqual((gap["afterFix"], gap["beforeFix"], gap["reason"]), (half - 1, half + 8, "NO_ROAD"))
        self.assertEqual(found["outliers"], list(range(half, half + 8)))
        rows = list(csv.DictReader(io.StringIO(self.match(trace("t", points, 5), "--edges"))))
        self.assertEqual([row["gap"] for row in rows].count("1"), 1)

    def test_accuracy_heading_and_speed_are_read_in_order_or_by_name(self):
        fix = lambda i, lon, lat, rest: f"t,{1_372_636_800 + 5 * i},{lon:.6f},{lat:.6f},{rest}\n"
        plain = "".join(fix(i, *place, "8,,") for i, place in enumerate(self.driven))
        named = "id,timestamp,lon,lat,source,Accuracy\n" + "".join(
            fix(i, *place, "gps,8") for i, place in enumerate(self.driven))
        self.assertEqual(self.match(plain), self.match(named))
        self.assertEqual(self.match(plain), self.match(plain.replace("8,,", "8,-1,-1")))

    def test_the_same_traces_give_the_same_bytes(self):
        text = trace("t", self.driven, 5) + trace("u", self.driven[::-1], 15)
        for form in ((), ("--json",), ("--edges",)):
            self.assertEqual(self.match(text, *form), self.match(text, *form))

    def test_what_is_wrong_is_told_with_its_line(self):
        good = "id,timestamp,lon,lat\nt,10,24.94,60.17\n"
        for text, word in (
                ("", "no traces"), (good + "t,5,24.94,60.17\n", "line 3 goes back in time"), (good + "t,x,24.94,60.17\n", "line 3 is no fix"),
                (good + "t,20,24.94\n", "line 3 is no fix"), (good + "t,20,24.94,91\n", "line 3 is no fix"),
                (good + "t,20,nan,60\n", "line 3 is no fix"),
                ("t,10,24.94,60.17\nt,20,24.94,60.17,nan\n", "line 2 has no number as accuracy"),
                ("t,10,24.94,60.17,5,north\n", "line 1 has no number as heading")):
            error = navigator("network", "match", "--network", self.town.network, "-", input=text.encode(), status=65)
            self.assertIn(word, error.decode())
        self.assertIn(b"--json and --edges", navigator(
            "network", "match", "--network", self.town.network, "--json", "--edges", "-", input=b"", status=64))

    def test_the_reported_trace_in_porto_makes_no_detour(self):
        # Project-OSRM/osrm-backend#4853: matched with detours and in the inverse direction.
        extract = shared("data", "osm", "porto-2015.osm.pbf")
        if extract is None:
            return
        porto = Town(self.folder.name, extract)
        for seconds in (5, 15):
            (found,) = self.objects(trace("reported", REPORTED, seconds), network=porto.network)
            self.assertEqual((len(found["parts"]), found["reversals"], found["outliers"]), (1, 0, []))
            self.assertGreater(found["lengthMeters"], 1_000)
            self.assertLessEqual(found["lengthMeters"], 1_100)

    def test_the_reported_trace_in_andorra_keeps_its_ends_and_turns_nowhere(self):
        # graphhopper/map-matching#70, #85, graphhopper/graphhopper#2613, #3023.
        extract, file = shared("data", "osm", "andorra-2026.osm.pbf"), shared("data", "traces", "andorra_for_map_matching.gpx")
        if extract is None or file is None:
            return
        text = pathlib.Path(file).read_text()
        points = [(float(lon), float(lat)) for lat, lon in re.findall(r'<trkpt lat="([^"]+)" lon="([^"]+)"', text)]
        self.assertGreater(len(points), 10)
        andorra = Town(self.folder.name, extract)
        # The file has no times: a fix each two seconds.
        (found,) = self.objects(trace("gpx", points, 2), network=andorra.network)
        self.assertEqual((len(found["parts"]), found["reversals"]), (1, 0))
        line = decode_polyline(found["parts"][0]["polyline"])
        self.assertLess(meters(line[0], points[0]), 50)
        self.assertLess(meters(line[-1], points[-1]), 50)


if __name__ == "__main__":
    unittest.main()
