#!/usr/bin/env python3
"""Runs the program and the peers in turn on one extract and prints ratios: times of one run on one machine only.

usage: against_peers.py EXTRACT.osm.pbf PAIRS.csv [--work DIR] [--country CC]

The peers and their scripts are data beside the repository (SHARED_DIR, else ../shared; `peers/README.md` there tells how
to set them up once); without them nothing is measured, and that is said. Exit status 1 when a distance differs from
RoutingKit's on the same graph. The program: NAVIGATOR, else .build/release/navigator.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
NAVIGATOR = os.environ.get("NAVIGATOR") or str(ROOT / ".build/release/navigator")
BENCH = pathlib.Path(__file__).resolve().parent
PEERS = pathlib.Path(os.environ.get("SHARED_DIR") or ROOT.parent / "shared") / "peers"


def run(*command):
    return subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE, text=True).stdout


def peer(python, script, *arguments):
    """A peer's rows: {"engine,what": {figure: value}}; the last row of the same name stands."""
    rows = {}
    for line in run(python, script, *arguments).splitlines():
        names = [word for word in line.split(",") if "=" not in word]
        figures = dict(word.split("=", 1) for word in line.split(",") if "=" in word)
        rows[",".join(names)] = {name: float(text) for name, text in figures.items() if re.fullmatch(r"-?[\d.]+", text)}
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("extract")
    parser.add_argument("pairs")
    parser.add_argument("--work", default=os.environ.get("PEERS_WORK", "peers-work"))
    parser.add_argument("--country", default=None)
    options = parser.parse_args()
    if not (PEERS / "setup.sh").exists():
        sys.exit(f"nothing measured: {PEERS} is not there")
    work = pathlib.Path(options.work).resolve()
    work.mkdir(parents=True, exist_ok=True)
    os.environ.update(PEERS_WORK=str(work), PYTHONDONTWRITEBYTECODE="1")
    python = run(PEERS / "setup.sh").strip()
    name = pathlib.Path(options.extract).name.split(".")[0]
    network, graph = work / f"{name}.nav", work / f"{name}-graph"
    ratios = []

    def ratio(what, ours, theirs):
        if ours is not None and theirs:
            ratios.append((what, ours, theirs, ours / theirs))

    country = ["--country", options.country] if options.country else []
    built = json.loads(run(NAVIGATOR, "network", "build", "--osm", options.extract, "--out", network, "--json", *country))
    run(NAVIGATOR, "network", "export", "--network", network, "--out", graph)
    benches = {
        bench: json.loads(run(NAVIGATOR, "bench", bench, "--network", network, "--json"))
        for bench in ("customize", "matrix")}
    # In turn: ours, theirs, ours, theirs.
    inputs = ["--queries", graph / "queries.csv", "--pairs", options.pairs]
    benches["route"] = json.loads(run(NAVIGATOR, "bench", "route", "--network", network, "--json", *inputs))
    kit = peer(python, PEERS / "routingkit_bench.py", graph, work / f"{name}-routingkit.csv", "--compare", graph / "answers.csv")
    segments = peer(python, BENCH / "routingkit_segments.py", graph, PEERS)
    osrm = peer(python, PEERS / "osrm_bench.py", options.extract, options.pairs, work / f"{name}-osrm.csv")

    def ours(bench, what, figure="p50Us"):
        return benches[bench]["times"].get(what, {}).get(figure)

    ratio("search, µs", ours("route", "search"), kit["routingkit,query(distance)"].get("p50_without_overhead_us"))
    ratio("search with path, µs", ours("route", "searchWithPath"),
          kit["routingkit,query(distance+path)"].get("p50_without_overhead_us"))
    customization = kit["routingkit,customization"]
    ratio("customization, µs", ours("customize", "customize"),
          1_000 * (customization["median_ms"] - customization["of_it_list_conversion_ms"]))
    for count in (100, 1_000):
        for what, rows, name in (("arcs", kit, "updateTurns"), ("segments", segments, "update")):
            theirs = rows.get(f"routingkit,partial update({count} {what})", {}).get("p50_us")
            ratio(f"partial update of {count} {what}, µs", ours("customize", f"{name}{count}"), theirs)
    faster = min(osrm[f"osrm-{kind},route(full geometry+steps)"]["p50_us"] for kind in ("CH", "MLD"))
    ratio("whole answer, µs (OSRM's faster)", ours("route", "answer"), faster)
    alternatives = osrm["osrm-MLD,route+2 alternatives"]
    # Theirs without geometry and steps; ours first without them, then the whole answer with both for each route.
    ratio("alternatives alone, µs (OSRM MLD)", ours("route", "alternativesAlone"), alternatives["p50_us"])
    ratio("answer with alternatives, µs (OSRM MLD)", ours("route", "alternatives"), alternatives["p50_us"])
    steps = [osrm[f"osrm,{step}"] for step in ("extract", "partition(MLD)", "customize(MLD)")]
    ratio("import, s", built["seconds"], sum(step["s"] for step in steps))
    ratio("import, peak MB", built["peakBytes"] / 1e6, max(step["peak_mb"] for step in steps))

    print(f"{'':44}{'ours':>12}{'peer':>12}{'ratio':>8}")
    for what, mine, theirs, share in ratios:
        print(f"{what:44}{mine:12.1f}{theirs:12.1f}{share:8.2f}")


if __name__ == "__main__":
    main()
