#!/usr/bin/env python3
"""RoutingKit's partial update where whole road segments change, on a graph that `navigator network export` wrote.

usage: routingkit_segments.py GRAPH_DIR SCRIPTS_DIR

The segments are those of `navigator bench customize`: edges spread evenly over their numbers, others in each run, and
of each every arc that leaves it, half as slow again. Prints a row for 1, 10, 100 and 1,000 segments, with the arcs that
change; the times contain the passing of the arcs to the library. SCRIPTS_DIR: where the peers' scripts lie.
"""
import collections
import csv
import statistics
import sys
import time

graph, scripts = sys.argv[1:]
sys.path.insert(0, scripts)
import routingkit_cch  # noqa: E402

RUNS = 21

with open(graph + "/nodes.csv", newline="") as file:
    nodes = list(csv.DictReader(file))
at = {node["id"]: number for number, node in enumerate(nodes)}
tails, heads, weights, leaving = [], [], [], collections.defaultdict(list)
with open(graph + "/arcs.csv", newline="") as file:
    for arc in csv.DictReader(file):
        leaving[at[arc["tail"]]].append(len(tails))
        tails.append(at[arc["tail"]])
        heads.append(at[arc["head"]])
        weights.append(int(arc["weight"]))
latitudes, longitudes = ([float(node[axis]) for node in nodes] for axis in ("lat", "lon"))
order = routingkit_cch.compute_order_inertial(len(nodes), tails, heads, latitudes, longitudes)
hierarchy = routingkit_cch.CCH(order, tails, heads, False)
metric = routingkit_cch.CCHMetric(hierarchy, weights)
updater = routingkit_cch.CCHMetricPartialUpdater(hierarchy)
for count in (1, 10, 100, 1_000):
    if count > len(nodes):
        continue
    seconds, changed = [], 0
    step = len(nodes) // count
    for run in range(RUNS):
        arcs = [arc for number in range(count) for arc in leaving[number * step + run * step // RUNS]]
        slower = {arc: weights[arc] + weights[arc] // 2 + 1 for arc in arcs}
        start = time.perf_counter()
        updater.apply(metric, slower)
        seconds.append(time.perf_counter() - start)
        updater.apply(metric, {arc: weights[arc] for arc in arcs})
        changed += len(arcs)
    print(
        f"routingkit,partial update({count} segments),n={RUNS},p50_us={statistics.median(seconds) * 1e6:.1f},"
        f"arcs={changed / RUNS:.0f}")
