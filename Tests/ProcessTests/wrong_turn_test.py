"""No wrong turn: random routes over the extracts break no rule that another reading of the tags finds in the file.

`ROUTES` sets how many routes are checked over all extracts and both modes (a few thousand unless it is set), `SEED` the
pairs. By hand, for one file: wrong_turn_test.py FILE.osm.pbf [DRIVE|TWO_WHEELER] [ROUTES]
"""
import itertools
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time
import unittest

from program import HELSINKI, NAVIGATOR, navigator, shared
from route_checker import Extract, RouteChecker

# Each extract's part of the routes: more where there are more rules to break.
EXTRACTS = {"porto-2015": 4, "malta-2018": 4, "andorra-2026": 3, "monaco-2021": 2, "portland-central": 3, "oslo-east": 3,
            "andorra-gh": 1}
# Small files of other engines, each for one rule: restrictions over ways, by the hour, barriers, private ground, ferries.
CASES = ["r5-reisterstown-via-restriction", "r5-cathedral-no-left", "osr-a17-barrier-access-yes", "osr-karlsruhe-kit-nord",
         "osr-switzerland-motorway-shortcut", "osr-hamburg-hafen-ferry", "valhalla-ny-access-restriction",
         "valhalla-pa-access-restriction", "valhalla-whitelion_bristol_uk", "valhalla-whitelion_bristol_uk_reversed_oneway",
         "valhalla-via_montebello_roma_italy", "valhalla-baltimore"]
ROUTES = int(os.environ.get("ROUTES", "3000"))
SEED = int(os.environ.get("SEED", "20240601"))


# Files with conditions by the hour, with their offset from UTC in winter, and moments of Monday, 30 November 2026.
BY_THE_HOUR = {"osm/oslo-east": 1, "cases/valhalla-via_montebello_roma_italy": 1, "cases/valhalla-ny-access-restriction": -5,
               "cases/valhalla-pa-access-restriction": -5}
MONDAY = 1_795_996_800
MINUTES = (8 * 60, 17 * 60, 12 * 60)
# Wishes that the law comes before, each for a part of the pairs.
WISHES = ([], ["--avoid", "tolls,highways,ferries,tunnels"], ["--objective", "SHORTER_DISTANCE"])


class Ground:
    """A network built from an extract, and the extract as the checker reads it: once for every mode and moment.

    `offset`: of local time in hours, where conditions by the hour are judged.
    """

    def __init__(self, extract, offset=None):
        self.name, self.offset = pathlib.Path(extract).name, offset
        self.folder = tempfile.TemporaryDirectory()
        self.network = pathlib.Path(self.folder.name, "map.nav")
        clock = [] if offset is None else ["--utc-offset", f"{offset:+03d}:00"]
        navigator("network", "build", "--osm", extract, "--out", self.network, *clock)
        self.rules = Extract(extract)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.folder.cleanup()

    def check(self, mode, count, seed=SEED, minute=None):
        """Routes random pairs and checks them. Returns (routed, without a route, violations, through private).

        `minute`: of local time on a Monday, at which conditions by the hour are judged.
        """
        pairs = pathlib.Path(self.folder.name, "pairs.csv")
        at = [] if minute is None else ["--at", str(MONDAY + minute * 60 - self.offset * 3600)]
        checker = RouteChecker(self.rules, mode, None if minute is None else (0, minute))
        lines = checker.random_pairs(random.Random(f"{seed} {self.name} {mode}"), count)
        routed, missing, wrong, private = 0, 0, [], 0
        for number, wishes in enumerate(WISHES):
            part = lines[number::len(WISHES)]
            with open(pairs, "w") as file:
                file.write("id,lon1,lat1,lon2,lat2\n")
                file.writelines(f"{n},{a:.7f},{b:.7f},{c:.7f},{d:.7f}\n" for n, a, b, c, d in part)
            command = [
                NAVIGATOR, "route", "--network", str(self.network), "--pairs", str(pairs), "--path", "--mode", mode, *at, *wishes]
            with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
                for line in process.stdout:
                    answer = json.loads(line)
                    if answer["status"] != "ok":
                        missing += 1
                        continue
                    routed += 1
                    pair = (*lines[int(answer["id"])], *wishes)
                    found = checker.check(answer["path"])
                    wrong += [f"pair {pair}: {text}" for text in found]
                    if not found and checker.passes_private(answer["path"]):
                        private += 1
                        if checker.has_way_without_private(answer["path"]):
                            wrong.append(f"pair {pair}: through private ground, though another way is open")
            # A part may be empty, which is no file of pairs.
            if process.returncode != 0 and part:
                raise AssertionError(f"navigator route ended with {process.returncode}")
        if routed + missing != count:
            raise AssertionError(f"{routed + missing} answers to {count} pairs")
        return routed, missing, wrong, private


class WrongTurnTest(unittest.TestCase):
    def check_extract(self, extract, count, minutes=(None,), offset=None):
        with Ground(extract, offset) as ground:
            for minute, (mode, share) in itertools.product(minutes, (("DRIVE", 2), ("TWO_WHEELER", 1))):
                with self.subTest(extract=ground.name, mode=mode, minute=minute):
                    start = time.monotonic()
                    routed, missing, wrong, private = ground.check(mode, max(1, count * share // 3), minute=minute)
                    at = "" if minute is None else f" at {minute // 60}:{minute % 60:02}"
                    print(f"{ground.name} {mode}{at}: {routed} routes, {missing} pairs without, {len(wrong)} violations,"
                          f" {private} through private ground for want of another way, {time.monotonic() - start:.1f} s", file=sys.stderr)
                    self.assertEqual(wrong[:20], [])
                    self.assertGreater(routed, 0)

    def test_no_route_on_the_shipped_map_breaks_a_rule(self):
        self.check_extract(HELSINKI, max(30, ROUTES // 10))

    def test_no_route_on_the_extracts_breaks_a_rule(self):
        for name, part in EXTRACTS.items():
            extract = shared("data/osm", name + ".osm.pbf")
            if extract is not None:
                self.check_extract(extract, max(3, ROUTES * part // sum(EXTRACTS.values())))

    def test_no_route_on_the_case_files_breaks_a_rule(self):
        for name in CASES:
            extract = shared("data/cases", name + ".osm.pbf")
            if extract is not None:
                self.check_extract(extract, max(30, ROUTES // 50))

    def test_restrictions_by_the_hour_hold_in_their_hours(self):
        for name, offset in BY_THE_HOUR.items():
            extract = shared("data/" + name + ".osm.pbf")
            if extract is not None:
                self.check_extract(extract, max(30, ROUTES // 60), MINUTES, offset)


if __name__ == "__main__" and len(sys.argv) > 1:
    mode = sys.argv[2] if len(sys.argv) > 2 else "DRIVE"
    with Ground(sys.argv[1]) as ground:
        routed, missing, wrong, private = ground.check(mode, int(sys.argv[3]) if len(sys.argv) > 3 else 1000)
    print(f"{routed} routes, {missing} pairs without, {len(wrong)} violations, {private} through private ground")
    print(*wrong[:50], sep="\n")
elif __name__ == "__main__":
    unittest.main()
