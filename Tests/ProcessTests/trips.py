"""Networks, tokens and trips for the process tests: real taxi trips where the test data is there, else drives over the shipped map."""
import csv
import gzip
import json
import pathlib
import random
import time

from program import HELSINKI, navigator, shared
from records import Input


# Event time of the first records: two hours ago, since a broker deletes what is older than its retention.
START = (int(time.time()) - 7_200) * 1_000


class Town:
    """A built network with its key ring, in a folder."""

    def __init__(self, folder, extract=HELSINKI):
        self.folder = pathlib.Path(folder)
        self.network = self.folder / (pathlib.Path(extract).name.split(".")[0] + ".nav")
        self.keys = self.folder / "keys.json"
        navigator("network", "build", "--osm", extract, "--out", self.network)
        if not self.keys.exists():
            navigator("keys", "new", self.keys)

    def config(self, bootstrap, name="worker", **settings):
        """A settings file for a worker of this town; a name's underscores stand for dots."""
        lines = {
            "bootstrap": bootstrap, "network.file": self.network, "keys.file": self.keys, "instance.id": "w1",
            "worker.threads": 1, "http.port": 0, "commit.interval": "50 ms", "topics.partitions": 3,
            "topics.replication": 1, **{k.replace("_", "."): v for k, v in settings.items()}}
        path = self.folder / f"{name}.properties"
        path.write_text("".join(f"{k} = {v}\n" for k, v in lines.items()))
        return path

    def route(self, *stops, **fields):
        """computeRoutes over `(longitude, latitude)` pairs; the first route of the answer, with its token."""
        points = [{"location": {"latLng": {"longitude": lon, "latitude": lat}}} for lon, lat in stops]
        request = {"origin": points[0], "destination": points[-1], "intermediates": points[1:-1], "travelMode": "DRIVE",
                   "routingPreference": "TRAFFIC_AWARE", "polylineQuality": "HIGH_QUALITY", **fields}
        answer = json.loads(navigator(
            "route", "--network", self.network, "--keys", self.keys, "--path", input=json.dumps(request).encode()))
        return answer["routes"][0] if answer.get("routes") else None


def rfc3339(milliseconds):
    import datetime
    moment = datetime.datetime.fromtimestamp(milliseconds / 1000, datetime.timezone.utc)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"


def fix(vehicle, milliseconds, lon, lat, **fields):
    location = {"latitude": round(lat, 7), "longitude": round(lon, 7)}
    return Input("location-updates", vehicle.encode(), "LocationUpdate",
                 {"vehicleId": vehicle, "location": location, "takenAt": rfc3339(milliseconds), **fields}, milliseconds)


def assignment(vehicle, milliseconds, token, assignment_id=None, **fields):
    return Input("route-assignments", vehicle.encode(), "AssignRouteToken",
                 {"vehicleId": vehicle, "assignmentId": assignment_id or f"a-{vehicle}", "tripId": f"t-{vehicle}",
                  "routeToken": token, "travelMode": "DRIVING", "issuedAt": rfc3339(milliseconds), **fields}, milliseconds)


def proceed(vehicle, milliseconds, stop, request_id=None):
    return Input("route-assignments", vehicle.encode(), "ContinueToNextDestination",
                 {"vehicleId": vehicle, "requestId": request_id or f"c-{vehicle}-{stop}", "stopIndex": stop}, milliseconds)


def decode_polyline(text):
    """Google's encoded polyline to (longitude, latitude) pairs."""
    values, shift, value, previous = [], 0, 0, [0, 0]
    for character in text:
        chunk = ord(character) - 63
        value |= (chunk & 31) << shift
        shift += 5
        if chunk < 32:
            i = len(values) % 2
            previous[i] += ~(value >> 1) if value & 1 else value >> 1
            values.append(previous[i])
            shift = value = 0
    return [(values[i + 1] / 1e5, values[i] / 1e5) for i in range(0, len(values) - 1, 2)]


def along(points, meters):
    """Positions every `meters` along a line of (longitude, latitude) points, the ends included."""
    import math
    out, carry = [points[0]], meters
    for (x1, y1), (x2, y2) in zip(points, points[1:]):
        length = math.hypot((x2 - x1) * 111320 * math.cos(math.radians(y1)), (y2 - y1) * 110574)
        at = carry
        while length > 0 and at < length:
            t = at / length
            out.append((x1 + t * (x2 - x1), y1 + t * (y2 - y1)))
            at += meters
        carry = at - length
    return out + [points[-1]]


def taxi_trips(count, minimum=20):
    """`count` real Porto taxi trips as lists of (milliseconds, longitude, latitude), moved to begin from START on, seven seconds apart."""
    path = shared("data", "traces", "porto_taxi.csv.gz")
    if path is None:
        return None
    trips = {}
    with gzip.open(path, "rt") as rows:
        for row in csv.DictReader(rows):
            trips.setdefault(row["track"], []).append(
                (int(row["time"]) * 1000, float(row["lon"]), float(row["lat"])))
    chosen = [t for t in trips.values() if len(t) >= minimum][:count]
    return [[(START + n * 7_000 + t - trip[0][0], lon, lat) for t, lon, lat in trip] for n, trip in enumerate(chosen)]


def drives(town, count, seed=20240601):
    """`count` made-up drives of two stops over the town's own routes, one fix a second at 10 m/s with noise."""
    rng = random.Random(seed)
    trips = []
    while len(trips) < count:
        stops = [(rng.uniform(24.937, 24.952), rng.uniform(60.166, 60.177)) for _ in range(2)]
        route = town.route(*stops)
        if route is None or route["distanceMeters"] < 400:
            continue
        line = along(decode_polyline(route["polyline"]["encodedPolyline"]), 10)
        start = START + len(trips) * 7_000
        trips.append([(start + i * 1000, lon + rng.gauss(0, 3e-5), lat + rng.gauss(0, 2e-5)) for i, (lon, lat) in enumerate(line)])
    return trips


def town_with_trips(folder, count):
    """Porto and its taxis where the test data is there, else Helsinki and drives."""
    extract = shared("data", "osm", "porto-2015.osm.pbf")
    if extract is not None:
        return Town(folder, extract), taxi_trips(count)
    town = Town(folder)
    return town, drives(town, count)


def conditions(town, trips):
    """For every second trip a closure and a slow road on its way, each for a part of its time: other routes by the clock of the records."""
    found = []
    for trip in trips[::2]:
        path = (town.route(trip[0][1:], trip[-1][1:]) or {}).get("path", [])
        begin, end = trip[0][0], trip[-1][0]
        for share, since, until, effect in ((0.6, 0.2, 0.7, {"closed": True}), (0.8, 0.4, 0.9, {"speedKph": 5})):
            if len(path) < 5:
                continue
            segment = {name: path[int(len(path) * share)][name] for name in ("wayId", "fromNodeId", "toNodeId")}
            window = {name: rfc3339(int(begin + part * (end - begin))) for name, part in (("validFrom", since), ("validUntil", until))}
            found.append(Input("road-conditions", ":".join(segment.values()).encode(), "RoadCondition",
                               {"segment": segment, **effect, **window}, START))
    return found


def dispatch(town, trips, copies=1):
    """Every trip as records in time order: an assignment of a token to its end, then its fixes; each trip driven by `copies` vehicles."""
    records = []
    for number, trip in enumerate(trips):
        route = town.route(trip[0][1:], trip[-1][1:])
        if route is None:
            continue
        for copy in range(copies):
            vehicle = f"taxi-{number}-{copy}"
            shift = copy * 1_000
            first = fix(vehicle, trip[0][0] + shift, trip[0][1], trip[0][2], accuracyMeters=8)
            records.append(first)
            records.append(assignment(vehicle, trip[0][0] + shift + 500, route["routeToken"]))
            records.extend(fix(vehicle, t + shift, lon, lat, accuracyMeters=8) for t, lon, lat in trip[1:])
    return sorted(records, key=lambda r: r.timestamp)
