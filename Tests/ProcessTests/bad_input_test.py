"""Every kind of bad input has its stated outcome, and the record after it is processed."""
import dataclasses
import json
import tempfile
import unittest

from brokers import Noida
from program import Worker, navigator, wait_until
from records import Input, is_drained, produce, read_committed
from schemas import as_protobuf
from trips import START, Town, assignment, fix, rfc3339

YEAR = 365 * 86_400_000
PLACE = (24.9405, 60.1690)


def stop(lon, lat):
    return {"location": {"latitude": lat, "longitude": lon}}


def set_destinations(vehicle, time, stops):
    return Input("route-assignments", vehicle.encode(), "SetDestinations",
                 {"vehicleId": vehicle, "assignmentId": f"a-{vehicle}", "travelMode": "DRIVING", "waypoints": stops,
                  "issuedAt": rfc3339(time)}, time)


def raw(topic, vehicle, value, time, content_type=b"application/json", message=None):
    kind = (("ce_type", f"navigator.v1.{message}".encode()),) if message else ()
    return Input(topic, vehicle.encode(), None, None, time, value, (("content-type", content_type), *kind))


class BadInput(unittest.TestCase):
    """One worker, one broker; every bad record is followed by a good one of the same vehicle's partition."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.town = Town(cls.folder.name)
        route = cls.town.route(PLACE, (24.9480, 60.1755))
        with tempfile.TemporaryDirectory() as other:
            stranger = Town(other)
            foreign = stranger.route(PLACE, (24.9480, 60.1755))["routeToken"]
        token = route["routeToken"]
        flipped = token[:40] + ("A" if token[40] != "A" else "B") + token[41:]
        good_stop = stop(24.9480, 60.1755)
        t = START
        json_fix = lambda vehicle, location: json.dumps(
            {"vehicleId": vehicle, "location": location, "takenAt": rfc3339(t)}).encode()
        not_a_number = as_protobuf("LocationUpdate", {
            "vehicleId": "nan", "location": {"latitude": "NaN", "longitude": 24.94}, "takenAt": rfc3339(t)})
        cls.bad = {
            "undecodable": raw("location-updates", "undecodable", b"\xff\xfe not a message", t),
            "undecodable-protobuf": raw("location-updates", "undecodable-protobuf", b"\xff" * 40, t, b"application/x-protobuf"),
            "null": Input("location-updates", b"null", None, None, t, None),
            "enum": raw("route-assignments", "enum", json.dumps(
                {"vehicleId": "enum", "assignmentId": "a", "routeToken": token, "travelMode": "FLYING"}).encode(), t,
                message="AssignRouteToken"),
            "nan": raw("location-updates", "nan", not_a_number, t, b"application/x-protobuf"),
            "zero": raw("location-updates", "zero", json_fix("zero", {"latitude": 0, "longitude": 0}), t),
            "other-key": raw("location-updates", "other-key", json_fix("somebody-else", {"latitude": 60.17, "longitude": 24.94}), t),
            "26-stops": set_destinations("26-stops", t, [stop(24.9405 + i * 1e-4, 60.1690 + i * 1e-4) for i in range(26)]),
            "no-stops": set_destinations("no-stops", t, []),
            "duplicate-stops": set_destinations("duplicate-stops", t, [good_stop, good_stop]),
            "off-the-map": set_destinations("off-the-map", t, [stop(2.35, 48.85)]),
            "foreign": assignment("foreign", t, foreign),
            "flipped": assignment("flipped", t, flipped),
            "next-year": dataclasses.replace(fix("next-year", t + YEAR, *PLACE), timestamp=t),
            "unknown": Input("route-assignments", b"unknown", "ContinueToNextDestination",
                             {"vehicleId": "unknown", "requestId": "r1", "stopIndex": 0}, t),
        }
        records = []
        for name, record in cls.bad.items():
            if name in ("26-stops", "no-stops", "duplicate-stops", "off-the-map", "foreign", "flipped"):
                records.append(fix(name, t - 1000, *PLACE, accuracyMeters=5))
            records.append(record)
            records.append(fix(name, t + 2000, *PLACE, accuracyMeters=5))
            records.append(set_destinations(name, t + 2500, [good_stop]))
            records[-1].fields["assignmentId"] = "after"
        with Noida() as broker:
            config = cls.town.config(broker.bootstrap, output_encoding="json")
            navigator("topics", "create", "--config", config)
            produce(broker.bootstrap, records, "json")
            worker = Worker(config, f"{cls.folder.name}/worker.log").start()
            wait_until("all input processed", lambda: is_drained(broker.bootstrap), 60, 0.3)
            cls.exit_status = worker.stop()
            cls.log = worker.log_tail(60)
            cls.events = read_committed(broker.bootstrap)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def of(self, vehicle, topic=None):
        return [e for e in self.events if e.key == vehicle.encode() and topic in (None, e.topic)]

    def dead_letter(self, vehicle, stage=None):
        letters = self.of(vehicle, "dead-letters")
        self.assertEqual(len(letters), 1, vehicle)
        letter, original = letters[0], self.bad[vehicle]
        value = original.value if original.message is None else json.dumps(original.fields).encode()
        self.assertEqual(letter.value, value, "the original bytes")
        self.assertEqual(letter.header("navigator.dlt.source-topic"), f"navigator.{original.topic}".encode())
        for name in ("partition", "offset", "timestamp", "stage", "reason", "detail"):
            header = letter.header(f"navigator.dlt.{name}") or letter.header(f"navigator.dlt.source-{name}")
            self.assertIsNotNone(header, name)
            self.assertLessEqual(len(header), 256)
        return letter

    def first_status(self, vehicle):
        return next(e.body for e in self.of(vehicle, "route-status") if e.type == "RouteStatus")

    def refusals(self, vehicle):
        return [e.body["reason"] for e in self.of(vehicle) if e.type == "Refusal"]

    def test_the_worker_lived_and_stopped_in_order(self):
        self.assertEqual(self.exit_status, 0, self.log)

    def test_what_cannot_be_read_is_a_dead_letter_with_its_bytes(self):
        for vehicle in ("undecodable", "undecodable-protobuf", "null", "enum", "nan", "zero", "other-key"):
            with self.subTest(vehicle):
                self.dead_letter(vehicle)

    def test_what_is_well_formed_is_no_dead_letter(self):
        for vehicle in ("26-stops", "no-stops", "duplicate-stops", "off-the-map", "foreign", "flipped", "next-year", "unknown"):
            with self.subTest(vehicle):
                self.assertEqual(self.of(vehicle, "dead-letters"), [])

    def test_bad_stops_have_their_route_status(self):
        for vehicle, status in (("26-stops", "WAYPOINT_ERROR"), ("no-stops", "NO_WAYPOINTS_ERROR"),
                                ("duplicate-stops", "DUPLICATE_WAYPOINTS_ERROR"), ("off-the-map", "WAYPOINT_ERROR")):
            with self.subTest(vehicle):
                body = self.first_status(vehicle)
                self.assertEqual(body["status"], status)
                self.assertTrue(body["error"])

    def test_a_foreign_and_a_flipped_token_are_malformed_without_execution_details(self):
        for vehicle in ("foreign", "flipped"):
            with self.subTest(vehicle):
                body = self.first_status(vehicle)
                self.assertEqual(body["status"], "WAYPOINT_ERROR")
                self.assertIn("TOKEN_MALFORMED", json.dumps(body["error"]))
                self.assertEqual([d.body["assignmentId"] for d in self.of(vehicle, "execution-details")], ["after"])

    def test_a_fix_from_next_year_and_a_command_for_an_unknown_vehicle_are_refused(self):
        self.assertTrue(self.refusals("unknown"))
        self.assertEqual(self.of("next-year", "dead-letters"), [])

    def test_the_record_after_each_is_processed(self):
        for vehicle in self.bad:
            with self.subTest(vehicle):
                statuses = [e.body for e in self.of(vehicle, "route-status") if e.type == "RouteStatus"]
                self.assertIn("OK", [s["status"] for s in statuses if s["assignmentId"] == "after"])


if __name__ == "__main__":
    unittest.main()
