"""Holds driven routes against an OpenStreetMap file: one-way, access, barriers, turn restrictions.

Reads the file itself with pyosmium and the tags by `road_rules`; of the program it takes only which ways and nodes a
route drives.
"""
import math

import osmium

from road_rules import AT_ENDS, NO, SHAPES, YES, closed_now, node_access, oneway, restriction_values, way_access


class Way:
    __slots__ = ("nodes", "tags", "rights")

    def __init__(self, nodes, tags):
        self.nodes, self.tags, self.rights = nodes, tags, {}

    def right(self, mode, forward):
        """NO, AT_ENDS or YES for driving the way in a direction."""
        key = (mode, forward)
        if key not in self.rights:
            allowed = oneway(self.tags, mode)[0 if forward else 1]
            self.rights[key] = way_access(self.tags, mode, "forward" if forward else "backward") if allowed else NO
        return self.rights[key]


class Restriction:
    __slots__ = ("id", "only", "shape", "sources", "via", "targets")

    def __init__(self, id, value, members):
        self.id = id
        self.only = value.startswith("only_")
        self.shape = SHAPES.get(value.split("_", 1)[1])
        self.sources = {ref for kind, ref, role in members if kind == "w" and role == "from"}
        self.targets = {ref for kind, ref, role in members if kind == "w" and role == "to"}
        ways = [ref for kind, ref, role in members if kind == "w" and role == "via"]
        nodes = [ref for kind, ref, role in members if kind == "n" and role == "via"]
        self.via = tuple(ways) if ways else nodes[0] if len(nodes) == 1 else None


KNOWN = {kind + "_" + shape for kind in ("no", "only") for shape in SHAPES} | {"no_entry", "no_exit"}


class Extract:
    """What an OpenStreetMap file says of its roads, without a judgement; read once for every mode and moment."""

    def __init__(self, path):
        self.ways, self.places, self.barriers, self.restrictions = {}, {}, {}, []
        needed = set()
        tagged = osmium.filter.KeyFilter("highway", "route", "type")
        for thing in osmium.FileProcessor(str(path), osmium.osm.WAY | osmium.osm.RELATION).with_filter(tagged):
            tags = thing.tags
            if thing.is_way():
                if "highway" in tags or tags.get("route") in ("ferry", "shuttle_train"):
                    nodes = [node.ref for node in thing.nodes]
                    self.ways[thing.id] = Way(nodes, dict(tags))
                    needed.update(nodes)
            elif tags.get("type", "").startswith("restriction"):
                self.restrictions.append((thing.id, dict(tags), [(m.type, m.ref, m.role) for m in thing.members]))
        for node in osmium.FileProcessor(str(path), osmium.osm.NODE):
            if node.id in needed:
                self.places[node.id] = (node.lat, node.lon)
                if "barrier" in node.tags:
                    self.barriers[node.id] = dict(node.tags)


class RouteChecker:
    """The rules of one extract, or of the file at a path, for one mode. `check` gives the violations of a route as texts.

    `moment`: (weekday, minute) of local time at which conditions by the hour hold; None: they do not.
    """

    def __init__(self, extract, mode, moment=None):
        if not isinstance(extract, Extract):
            extract = Extract(extract)
        self.mode, self.moment = mode, moment
        self.ways, self.places, self.restrictions = extract.ways, extract.places, []
        self.barriers = {node: node_access(tags, mode) for node, tags in extract.barriers.items()}
        for id, tags, members in extract.restrictions:
            for value in restriction_values(tags, mode, moment):
                restriction = Restriction(id, value, members)
                if value in KNOWN and restriction.sources and restriction.targets and restriction.via is not None:
                    self.restrictions.append(restriction)
        # Members that do not touch say nothing: an editor has cut the road and forgotten the relation.
        self.restrictions = [r for r in self.restrictions if self.is_whole(r)]
        self.at_node, self.from_way = {}, {}
        for restriction in self.restrictions:
            if isinstance(restriction.via, tuple):
                for source in restriction.sources:
                    self.from_way.setdefault(source, []).append(restriction)
            else:
                self.at_node.setdefault(restriction.via, []).append(restriction)
        self.streets = None
        self.special = set(self.at_node) | set(self.barriers)

    def is_whole(self, restriction):
        """Whether the members of a restriction are in the file and touch."""
        def nodes(ways):
            return {node for way in ways if way in self.ways for node in self.ways[way].nodes}
        via = nodes(restriction.via) if isinstance(restriction.via, tuple) else {restriction.via}
        return bool(via & nodes(restriction.sources) and via & nodes(restriction.targets))

    # One route

    def check(self, path):
        """Violations of a route given as stretches [way, node, node, ...]."""
        wrong = []
        steps = []
        for way, *nodes in path:
            known = self.ways.get(way)
            if known is None:
                return [f"way {way} is no road of the map"]
            forward = self.direction(known, nodes)
            if forward is None:
                return [f"nodes {nodes[:3]}… do not follow one another on way {way}"]
            if steps and steps[-1][2] != nodes[0]:
                return [f"way {way} begins at node {nodes[0]}, the stretch before it ended at {steps[-1][2]}"]
            right = max(known.right(self.mode, direction) for direction in forward)
            if right == NO:
                word = "forward" if True in forward else "backward"
                wrong.append(f"way {way} may not be driven {word}")
            if self.moment and all(
                    closed_now(known.tags, self.mode, "forward" if direction else "backward", self.moment)
                    for direction in forward):
                # Who stands on a road when it closes may leave it.
                if any(not step[4] for step in steps):
                    wrong.append(f"way {way} is closed at this time")
                closed = True
            else:
                closed = False
            steps += [(way, a, b, right, closed) for a, b in zip(nodes, nodes[1:])]
        if steps:
            wrong += self.check_nodes(steps)
            wrong += self.check_via_ways(steps)
        return wrong

    def passes_private(self, path):
        """Whether the route drives through private ground in its middle: from open road to open road."""
        rights = []
        nodes_driven = []
        for way, *nodes in path:
            known = self.ways[way]
            forward = self.direction(known, nodes)
            right = max(known.right(self.mode, direction) for direction in forward)
            rights += [right] * (len(nodes) - 1)
            nodes_driven += nodes[:-1]
        marks = []
        for index, right in enumerate(rights):
            # Who turns round in front of a barrier does not pass it.
            turns = 0 < index < len(nodes_driven) - 1 and nodes_driven[index - 1] == nodes_driven[index + 1]
            if index > 0 and self.barriers.get(nodes_driven[index]) == AT_ENDS and not turns:
                marks.append(AT_ENDS)
            marks.append(right)
        while marks and marks[0] != YES:
            marks.pop(0)
        while marks and marks[-1] != YES:
            marks.pop()
        return AT_ENDS in marks

    def has_way_without_private(self, path):
        """Whether some way joins the route's ends with private ground at its ends only; restrictions over several ways apart."""
        if self.streets is None:
            self.streets = {}
            for id, way in self.ways.items():
                for forward, line in ((True, way.nodes), (False, way.nodes[::-1])):
                    right = way.right(self.mode, forward)
                    if right != NO:
                        for a, b in zip(line, line[1:]):
                            self.streets.setdefault(a, []).append((b, right, id))
        first, last = path[0], path[-1]
        before_goal, goal = last[-2], last[-1]
        right = max(self.ways[first[0]].right(self.mode, forward) for forward in self.direction(self.ways[first[0]], first[1:]))
        # Phases: 0 still on the private ground of the start, 1 on open roads, 2 on the private ground of the end. By which
        # way a node is reached matters where a restriction is.
        queue = [(first[2], first[0] if first[2] in self.at_node else 0, 1 if right == YES else 0)]
        seen = set(queue)
        for node, way, phase in queue:
            barrier = self.barriers.get(node, YES)
            if barrier == NO:
                continue
            if barrier == AT_ENDS and phase == 1:
                phase = 2
            for after, right, next_way in self.streets.get(node, ()):
                if right == YES and phase == 2 or self.is_forbidden(way, node, next_way):
                    continue
                state = (after, next_way if after in self.at_node else 0, 1 if right == YES else 2 if phase == 1 else phase)
                if node == before_goal and after == goal:
                    return True
                if state not in seen:
                    seen.add(state)
                    queue.append(state)
        return False

    def is_forbidden(self, way, node, next_way):
        """Whether a restriction at the node forbids to go on from one way into another."""
        return any(
            way in rule.sources and (next_way in rule.targets) != rule.only for rule in self.at_node.get(node, ()))

    @staticmethod
    def direction(way, nodes):
        """The directions in which the nodes follow one another on the way: a set of True (forward), False; None if none."""
        count = len(nodes)
        ring = way.nodes + way.nodes[1:] if way.nodes[0] == way.nodes[-1] else way.nodes
        found = set()
        for forward, line in ((True, ring), (False, ring[::-1])):
            start = -1
            while True:
                try:
                    start = line.index(nodes[0], start + 1)
                except ValueError:
                    break
                if line[start:start + count] == nodes:
                    found.add(forward)
                    break
        if found:
            return found
        pairs = list(zip(way.nodes, way.nodes[1:]))
        forward_pairs = set(pairs)
        if all(pair in forward_pairs for pair in zip(nodes, nodes[1:])):
            return {True}
        backward_pairs = {(b, a) for a, b in pairs}
        return {False} if all(pair in backward_pairs for pair in zip(nodes, nodes[1:])) else None

    def check_nodes(self, steps):
        wrong = []
        for (way, a, node, *_), (next_way, _, c, *_) in zip(steps, steps[1:]):
            if node not in self.special:
                continue
            turned = a == c and way == next_way
            if not turned and self.barriers.get(node) == NO:
                wrong.append(f"the barrier at node {node} may not be passed")
            rules = [r for r in self.at_node.get(node, []) if way in r.sources]
            for rule in rules:
                if not rule.only and next_way in rule.targets and self.fits(rule, way, node, node, next_way, a, c):
                    wrong.append(f"restriction {rule.id} forbids way {way} → node {node} → way {next_way}")
            only = [r for r in rules if r.only and self.fits_approach(r, way, node, a)]
            if only and not any(
                    next_way in r.targets and self.fits(r, way, node, node, next_way, a, c) for r in only):
                wrong.append(f"restriction {only[0].id} allows other ways only than {next_way} from way {way} at node {node}")
        return wrong

    def check_via_ways(self, steps):
        wrong = []
        if not any(step[0] in self.from_way for step in steps):
            return wrong
        # Runs of one way, cut where the vehicle turns round.
        runs = []
        for way, a, b, *_ in steps:
            if runs and runs[-1][0] == way and runs[-1][1][-1] == a and not (len(runs[-1][1]) > 1 and runs[-1][1][-2] == b):
                runs[-1][1].append(b)
            else:
                runs.append((way, [a, b]))
        for index, (way, nodes) in enumerate(runs):
            for rule in self.from_way.get(way, []):
                rest = set(rule.via)
                end = index + 1
                while end < len(runs) and runs[end][0] in rest:
                    rest.discard(runs[end][0])
                    end += 1
                if end == index + 1 or end == len(runs) or self.turns_back(runs, index, end):
                    continue
                target, target_nodes = runs[end]
                if not rule.only:
                    if not rest and target in rule.targets and self.fits(
                            rule, way, nodes[-1], target_nodes[0], target, nodes[-2], target_nodes[1]):
                        wrong.append(f"restriction {rule.id} forbids way {way} → ways {rule.via} → way {target}")
                elif not rest and target not in rule.targets and self.at_end(rule, runs[end - 1][0], target_nodes[0]):
                    wrong.append(f"restriction {rule.id} allows other ways only than {target} after ways {rule.via}")
        return wrong

    @staticmethod
    def turns_back(runs, start, end):
        """Whether the vehicle turns round on its way from one run to another."""
        return any(runs[i][1][-2] == runs[i + 1][1][1] for i in range(start, end))

    def at_end(self, rule, via, node):
        """Whether a via way meets a target of its restriction at a node."""
        return any(node in self.ways[target].nodes for target in rule.targets if target in self.ways)

    # Where a member runs on through the junction, the shape that the restriction names says which half is meant.

    def fits(self, rule, source, source_node, target_node, target, before, after):
        if not (self.runs_through(source, source_node) or self.runs_through(target, target_node) or source == target):
            return True
        if rule.shape is None:
            return True
        angle = self.angle(before, source_node, target_node, after)
        return abs((angle - rule.shape + 180) % 360 - 180) <= 60

    def fits_approach(self, rule, source, node, before):
        """Whether an "only" of a way that runs through the junction binds those who come from this side."""
        if not self.runs_through(source, node) or rule.shape is None:
            return True
        for target in rule.targets:
            if target not in self.ways:
                continue
            line = self.ways[target].nodes
            for i, place in enumerate(line):
                if place != node:
                    continue
                for after in line[max(0, i - 1):i] + line[i + 1:i + 2]:
                    if after != before and self.fits(rule, source, node, node, target, before, after):
                        return True
        return False

    def runs_through(self, way, node):
        line = self.ways[way].nodes
        return node in line[1:-1] or (line[0] == line[-1] == node)

    def angle(self, before, source_node, target_node, after):
        try:
            first = self.bearing(before, source_node)
            second = self.bearing(target_node, after)
        except KeyError:
            return 0
        return (second - first + 180) % 360 - 180

    def bearing(self, a, b):
        (lat1, lon1), (lat2, lon2) = self.places[a], self.places[b]
        return math.degrees(math.atan2((lon2 - lon1) * math.cos(math.radians(lat1)), lat2 - lat1))

    # Places to drive between

    def random_pairs(self, random, count):
        """Pairs of places on or near roads that the mode may drive."""
        nodes = sorted({
            node for way in self.ways.values() if "highway" in way.tags and way.right(self.mode, True) != NO
            for node in way.nodes if node in self.places})
        pairs = []
        for number in range(count):
            ends = []
            for _ in range(2):
                lat, lon = self.places[random.choice(nodes)]
                ends += [lon + random.uniform(-3e-4, 3e-4), lat + random.uniform(-3e-4, 3e-4)]
            pairs.append((number, *ends))
        return pairs
