#!/usr/bin/env python3
"""How import, memory, opening and queries grow with the map: one extract laid side by side 1x1, 2x2 and 3x3.

usage: growth.py EXTRACT.osm.pbf [--tiles 1,2,3] [--work DIR] [--osrm]

The tiling script is data beside the repository (SHARED_DIR, else ../shared; `peers/tile_osm.py` there, needs PyPI's
osmium); without it only 1x1 is measured, and that is said. --osrm imports the same files by osrm-extract, osrm-partition
and osrm-customize too, where peers/setup.sh has put them. One run on one machine; prints a table. The program:
NAVIGATOR, else .build/release/navigator.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
NAVIGATOR = os.environ.get("NAVIGATOR") or str(ROOT / ".build/release/navigator")
PEERS = pathlib.Path(os.environ.get("SHARED_DIR") or ROOT.parent / "shared") / "peers"


def measured(*command):
    """Output, seconds and peak resident megabytes of one process."""
    start = time.monotonic()
    process = subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, text=True)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"growth.py: {command[0]} ended with {os.waitstatus_to_exitcode(status)}")
    return output, time.monotonic() - start, usage.ru_maxrss / 1024


def osrm(extract, work):
    """Seconds of the three steps together and the highest peak of them."""
    python = subprocess.run([str(PEERS / "setup.sh")], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    site = next(pathlib.Path(python).parents[1].glob("lib/python*/site-packages/osrm"))
    profile = next(site.rglob("car.lua"))
    folder = work / f"osrm-{extract.name.split('.')[0]}"
    folder.mkdir(exist_ok=True)
    base = folder / extract.name
    if not base.exists():
        base.symlink_to(extract.resolve())
    stem = str(base)[: -len(".osm.pbf")] + ".osrm"
    runs = [
        measured(site / "bin/osrm-extract", "-p", profile, base),
        measured(site / "bin/osrm-partition", stem),
        measured(site / "bin/osrm-customize", stem)]
    return sum(run[1] for run in runs), max(run[2] for run in runs)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("extract")
    parser.add_argument("--tiles", default="1,2,3")
    parser.add_argument("--work", default="growth-work")
    parser.add_argument("--osrm", action="store_true")
    options = parser.parse_args()
    work = pathlib.Path(options.work).resolve()
    work.mkdir(parents=True, exist_ok=True)
    sides = [int(side) for side in options.tiles.split(",")]
    if not (PEERS / "tile_osm.py").exists():
        print(f"growth.py: {PEERS} is not there: 1x1 alone", file=sys.stderr)
        sides = [1]
    columns = [
        "tiles", "edges", "turns", "import, s", "peak, MB", "file, MB", "B an edge", "open, s", "customize, ms",
        "two threads, ms", "search, us", "with path, us"] + (["OSRM import, s", "OSRM peak, MB"] if options.osrm else [])
    print("| " + " | ".join(columns) + " |")
    print("|" + "---|" * len(columns))
    for side in sides:
        extract = pathlib.Path(options.extract)
        if side > 1:
            extract = work / f"{extract.name.split('.')[0]}-{side}x{side}.osm.pbf"
            if not extract.exists():
                subprocess.run(
                    [sys.executable, str(PEERS / "tile_osm.py"), options.extract, str(extract), str(side), str(side)],
                    check=True, stdout=sys.stderr)
        network = work / f"{side}.nav"
        _, seconds, peak = measured(NAVIGATOR, "network", "build", "--osm", extract, "--out", network, "--json")
        opened = min(measured(NAVIGATOR, "network", "info", "--json", network)[1] for _ in range(3))
        customize = json.loads(measured(NAVIGATOR, "bench", "customize", "--network", network, "--json")[0])
        route = json.loads(measured(NAVIGATOR, "bench", "route", "--network", network, "--json")[0])
        size, edges = network.stat().st_size, customize["counts"]["edges"]
        cells = [
            f"{side}x{side}", f"{edges:,}", f"{customize['counts']['turns']:,}", f"{seconds:.1f}", f"{peak:,.0f}",
            f"{size / 1e6:,.0f}", f"{size / edges:.0f}", f"{opened:.2f}",
            f"{customize['times']['customize']['p50Us'] / 1_000:.0f}",
            f"{customize['times']['customizeTwoThreads']['p50Us'] / 1_000:.0f}",
            f"{route['times']['search']['p50Us']:.0f}", f"{route['times']['searchWithPath']['p50Us']:.0f}"]
        if options.osrm:
            theirs = osrm(extract, work)
            cells += [f"{theirs[0]:.1f}", f"{theirs[1]:,.0f}"]
        print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
