"""What becomes of a route token, as a dispatcher sees it: issue by `navigator route`, assign, read the execution details."""
import json
import math
import shutil
import tempfile
import unittest

from program import HELSINKI, navigator
from records import Input
from replays import of_type, replay
from trips import START, Town, assignment, fix

ORIGIN, DESTINATION = (24.9405, 60.1690), (24.9480, 60.1755)


def moved(point, east=0.0, north=0.0):
    """A (longitude, latitude) moved by metres."""
    lon, lat = point
    return lon + east / (111320 * math.cos(math.radians(lat))), lat + north / 110574


class Tokens(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.town = Town(cls.folder.name)
        cls.route = cls.town.route(ORIGIN, DESTINATION)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def assigned_at(self, place, town=None, before=(), token=None):
        records = [*before, fix("v", START, *place, accuracyMeters=5), assignment("v", START + 500, token or self.route["routeToken"])]
        events = replay(town or self.town, records)
        return of_type(events, "RouteStatus"), of_type(events, "RouteTokenExecutionDetails")

    def start_of_route(self):
        location = self.route["legs"][0]["startLocation"]["latLng"]
        return location["longitude"], location["latitude"]

    def test_assigned_at_its_origin_it_is_applied(self):
        status, details = self.assigned_at(self.start_of_route())
        self.assertEqual([s["status"] for s in status], ["OK"])
        self.assertEqual([d["tokenExecutionStatus"] for d in details], ["TOKEN_SUCCESSFULLY_APPLIED"])
        self.assertAlmostEqual(status[0]["route"]["distanceMeters"], details[0]["plannedDistanceMeters"], delta=30)

    def test_after_a_rebuild_of_the_same_extract_it_is_applied(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(self.town.keys, folder)
            again = Town(folder)
            self.assertEqual(again.network.read_bytes(), self.town.network.read_bytes(), "same extract, same bytes")
            _, details = self.assigned_at(self.start_of_route(), town=again)
            self.assertEqual([d["tokenExecutionStatus"] for d in details], ["TOKEN_SUCCESSFULLY_APPLIED"])

    def test_on_a_network_with_other_edges_it_is_applied_by_way_and_node_ids(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(self.town.keys, folder)
            other = Town(folder)
            navigator("network", "build", "--osm", HELSINKI, "--country", "FI", "--out", other.network)
            _, details = self.assigned_at(self.start_of_route(), town=other)
            self.assertEqual([d["tokenExecutionStatus"] for d in details], ["TOKEN_SUCCESSFULLY_APPLIED"])

    def test_with_a_closed_segment_it_is_ignored_and_the_segment_named(self):
        segments = self.route["path"]
        segment = {k: segments[len(segments) // 2][k] for k in ("wayId", "fromNodeId", "toNodeId")}
        closed = Input("road-conditions", ":".join(map(str, segment.values())).encode(), "RoadCondition",
                       {"segment": segment, "closed": True, "source": "test"}, START - 1000)
        status, details = self.assigned_at(self.start_of_route(), before=[closed])
        self.assertEqual([s["status"] for s in status], ["OK"])
        self.assertEqual([d["tokenExecutionStatus"] for d in details], ["TOKEN_IGNORED_OTHER"])
        self.assertEqual(details[0]["reason"], "ROAD_CLOSED")
        sent = {name: str(value) for name, value in segment.items()}
        self.assertEqual(details[0]["closedSegment"], sent)
        self.assertEqual(details[0]["closedRoad"]["segment"], sent)
        self.assertEqual(details[0]["closedRoad"]["conditionKey"], ":".join(sent.values()))

    def test_200_m_away_on_another_street_it_is_a_location_mismatch(self):
        for east, north in ((0, 200), (200, 0), (0, -200), (-200, 0)):
            place = moved(self.start_of_route(), east, north)
            status, details = self.assigned_at(place)
            if not status or status[0]["status"] != "OK" or details[0]["tokenExecutionStatus"] == "TOKEN_SUCCESSFULLY_APPLIED":
                continue    # that direction is on the route itself, or on no road
            self.assertEqual(details[0]["tokenExecutionStatus"], "TOKEN_APPLIED_WITH_LOCATION_MISMATCH")
            self.assertAlmostEqual(details[0]["distanceFromPlannedOriginMeters"], 200, delta=25)
            return
        self.fail("no place 200 m away on another street")

    def test_one_flipped_bit_makes_it_malformed(self):
        token = self.route["routeToken"]
        at = len(token) // 2
        flipped = token[:at] + ("A" if token[at] != "A" else "B") + token[at + 1:]
        status, details = self.assigned_at(self.start_of_route(), token=flipped)
        self.assertEqual([s["status"] for s in status], ["WAYPOINT_ERROR"])
        self.assertIn("TOKEN_MALFORMED", json.dumps(status[0]["error"]))
        self.assertEqual(details, [])

    def test_a_foreign_ring_cannot_open_it(self):
        with tempfile.TemporaryDirectory() as folder:
            stranger = Town(folder)
            status, details = self.assigned_at(self.start_of_route(), town=stranger)
            self.assertEqual([s["status"] for s in status], ["WAYPOINT_ERROR"])
            self.assertEqual(details, [])

    def test_two_tokens_of_one_route_differ_and_inspect_alike(self):
        again = self.town.route(ORIGIN, DESTINATION)
        self.assertNotEqual(again["routeToken"], self.route["routeToken"])
        first, second = (json.loads(navigator("token", "inspect", "--keys", self.town.keys, r["routeToken"]))
                         for r in (self.route, again))
        self.assertNotEqual(first.pop(next(k for k in first if k.startswith("issued"))),
                            second.pop(next(k for k in second if k.startswith("issued"))))
        self.assertEqual(first, second)


if __name__ == "__main__":
    unittest.main()
