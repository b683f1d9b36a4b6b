#!/usr/bin/env python3
"""Times of arrival against real trips: a speed table is fitted to the trips at even places and shown on those at odd places.

usage: arrival_times.py EXTRACT.osm.pbf TRIPS.csv[.gz] [--country CC] [--utc-offset MINUTES] [--peers PEERS.csv] [--folder FOLDER]

TRIPS is id,timestamp,lon,lat, as `network calibrate` reads it. Each odd trip is asked for by `navigator route` from its first fix
to its last, departing when it did. As in the peers' script (eta_porto.py, whose output --peers takes) trips of fewer than 8 fixes
or less than a kilometer are left out, and those whose way is not as long as the route, within 15 %: they drove another way.
The program is NAVIGATOR, else .build/release/navigator."""
import argparse
import csv
import gzip
import io
import math
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
NAVIGATOR = os.environ.get("NAVIGATOR") or str(ROOT / ".build/release/navigator")
LENGTHS = [("all", 0, math.inf), ("1–2 km", 0, 2), ("2–5 km", 2, 5), ("5–10 km", 5, 10), ("over 10 km", 10, math.inf)]


def navigator(*arguments, input=None):
    return subprocess.run([NAVIGATOR, *map(str, arguments)], input=input, stdout=subprocess.PIPE, check=True).stdout


def meters(a, b):
    return math.hypot((a[1] - b[1]) * 111_320 * math.cos(math.radians(a[2])), (a[2] - b[2]) * 110_574)


def read_trips(text):
    """(place, id, fixes, seconds, meters) of the trips that say anything."""
    trips, found = {}, []
    for row in csv.reader(io.StringIO(text)):
        if row and row[1][:1].isdigit():
            trips.setdefault(row[0], []).append(tuple(map(float, row[1:4])))
    for place, (trip, fixes) in enumerate(trips.items()):
        length = sum(meters(a, b) for a, b in zip(fixes, fixes[1:]))
        seconds = fixes[-1][0] - fixes[0][0]
        if len(fixes) >= 8 and length >= 1_000 and seconds > 0:
            found.append((place, trip, fixes, seconds, length))
    return found


def routed(network, trips, *arguments):
    """(meters, seconds) by the trip's place."""
    with tempfile.NamedTemporaryFile("w", suffix=".csv") as pairs:
        for place, _, fixes, _, _ in trips:
            (start, lon1, lat1), (_, lon2, lat2) = fixes[0], fixes[-1]
            pairs.write(f"{place},{lon1:.6f},{lat1:.6f},{lon2:.6f},{lat2:.6f},{start:.0f}\n")
        pairs.flush()
        answer = navigator("route", "--network", network, "--pairs", pairs.name, *arguments).decode()
    rows = csv.DictReader(io.StringIO(answer))
    return {int(r["id"]): (float(r["distance_m"]), float(r["duration_s"])) for r in rows if r["status"] == "ok"}


def peer(path, name, trips):
    rows = {row["track"]: row for row in csv.DictReader(open(path))}
    return {place: (float(rows[trip][f"{name}_m"]), float(rows[trip][f"{name}_s"]))
            for place, trip, *_ in trips if trip in rows}


def line(name, trips, answers):
    compared = [(trip, answers[trip[0]]) for trip in trips
                if trip[0] in answers and abs(answers[trip[0]][0] / trip[4] - 1) < 0.15]
    cells = []
    for _, least, most in LENGTHS:
        errors = sorted(abs(answer[1] / trip[3] - 1) for trip, answer in compared if least <= trip[4] / 1_000 < most)
        cells.append(f"{errors[len(errors) // 2] * 100:.1f} % ({len(errors)})" if errors else "–")
    print(f"{name:<16}" + "".join(f"{cell:<16}" for cell in cells))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("extract")
    parser.add_argument("trips")
    parser.add_argument("--country", help="its clock is that of the hours")
    parser.add_argument("--utc-offset", help="of the fitted table, where that clock is not the trips'")
    parser.add_argument("--peers")
    parser.add_argument("--folder")
    options = parser.parse_args()
    raw = pathlib.Path(options.trips).read_bytes()
    text = (gzip.decompress(raw) if options.trips.endswith(".gz") else raw).decode()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(options.folder or temporary)
        network, speeds = folder / "map.nav", folder / "map.speeds"
        country = ["--country", options.country] if options.country else []
        navigator("network", "build", "--osm", options.extract, *country, "--out", network)
        offset = ["--utc-offset", options.utc_offset] if options.utc_offset else []
        navigator("network", "calibrate", "--network", network, "--hold-out", 2, *offset, "--out", speeds, "-",
                  input=text.encode())
        odd = [trip for trip in read_trips(text) if trip[0] % 2 == 1]
        print("median error of the time of arrival, trips at odd places (trips compared)")
        print(" " * 16 + "".join(f"{name:<16}" for name, *_ in LENGTHS))
        line("fitted table", odd, routed(network, odd, "--speeds", speeds))
        line("general table", odd, routed(network, odd))
        if options.peers:
            for name in ("osrm", "valhalla"):
                line(name, odd, peer(options.peers, name, odd))


if __name__ == "__main__":
    sys.exit(main())
