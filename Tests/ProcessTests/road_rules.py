"""What OpenStreetMap tags allow a car or a motorcycle: a reading of its own, for checking routes.

Written from the OpenStreetMap wiki (Key:access, Key:oneway, Key:barrier, Relation:restriction, Conditional restrictions),
not from the import's sources: where both agree, two readings agree. `mode` is DRIVE or TWO_WHEELER.
"""

import re

VEHICLE = {"DRIVE": ("motorcar", "motor_vehicle", "vehicle", "access"),
           "TWO_WHEELER": ("motorcycle", "motor_vehicle", "vehicle", "access")}

ROADS = {"motorway", "trunk", "primary", "secondary", "tertiary", "unclassified", "residential", "living_street",
         "service", "road", "track", "unsurfaced", "byway"}
ROADS |= {kind + "_link" for kind in ("motorway", "trunk", "primary", "secondary", "tertiary")}
# For walkers, riders and cyclists: a vehicle needs an explicit permission.
PATHS = {"pedestrian", "footway", "path", "cycleway", "bridleway"}

OPEN = {"yes", "designated", "permissive", "official", "public", "allowed", "discouraged", "true", "1"}
ENDS = {"private", "destination", "delivery", "customers", "permit", "residents", "resident", "employees", "students",
        "visitors", "permission"}
SHUT = {"no", "agricultural", "forestry", "psv", "bus", "taxi", "emergency", "military", "hov", "foot", "bicycle",
        "use_sidepath", "impassable", "closed", "restricted", "false", "0", "hgv", "goods", "tourist_bus", "service"}

NO, AT_ENDS, YES = 0, 1, 2

DAYS = ["mo", "tu", "we", "th", "fr", "sa", "su"]
HOURS = re.compile(r"(?:([a-z]{2})(?:\s*-\s*([a-z]{2}))?\s+)?(\d\d?):(\d\d)\s*-\s*(\d\d?):(\d\d)")


def holds(condition, moment):
    """Whether a condition of plain hours, perhaps with days, holds at (weekday, minute) of local time; others do not."""
    if moment is None:
        return False
    weekday, minute = moment
    for part in condition.lower().split(","):
        found = HOURS.fullmatch(part.strip())
        if not found:
            return False
        first, last, h1, m1, h2, m2 = found.groups()
        if first is not None and (first not in DAYS or (last or first) not in DAYS):
            return False
        start, end = int(h1) * 60 + int(m1), int(h2) * 60 + int(m2)
        for day, now in ((weekday, minute), ((weekday - 1) % 7, minute + 1440)):
            named = first is None or (day - DAYS.index(first)) % 7 <= (DAYS.index(last or first) - DAYS.index(first)) % 7
            if named and start <= now < (end if end > start else end + 1440):
                return True
    return False


def conditional(text, moment):
    """The values of a conditional tag that hold at a moment."""
    for value, condition in re.findall(r"([a-z_]+)\s*@\s*\(([^)]*)\)", text):
        if holds(condition, moment):
            yield value


def closed_now(tags, mode, direction, moment):
    """Whether a condition by the hour closes a way at a moment."""
    for key in VEHICLE[mode]:
        for name in (f"{key}:{direction}:conditional", f"{key}:conditional"):
            if name in tags:
                return any(meaning(value) == NO for value in conditional(tags[name], moment))
        if any(meaning(tags[name]) is not None for name in (f"{key}:{direction}", key) if name in tags):
            return False
    return False


def meaning(value):
    """A value, or a list of which each part counts: NO, AT_ENDS, YES, or None when it says nothing."""
    said = []
    for part in value.split(";"):
        part = part.strip()
        said += [YES] if part in OPEN else [AT_ENDS] if part in ENDS else [NO] if part in SHUT else []
    return max(said) if said else None


def said(tags, mode, direction=None, keys=None):
    """The first of the mode's keys that says something, the most specific one first."""
    for key in keys or VEHICLE[mode]:
        for name in ((f"{key}:{direction}", key) if direction else (key,)):
            if name in tags:
                value = meaning(tags[name])
                if value is not None:
                    return value
    return None


def way_access(tags, mode, direction):
    """Who may drive a way in a direction ("forward" or "backward"), one-way rules apart."""
    highway = tags.get("highway")
    ferry = tags.get("route") in ("ferry", "shuttle_train")
    if not ferry:
        if highway not in ROADS and highway not in PATHS:
            return NO
        if tags.get("area") == "yes" or tags.get("impassable") == "yes" or tags.get("status") == "impassable":
            return NO
        if highway == "service" and tags.get("service") == "emergency_access":
            return NO
        if highway in PATHS:
            value = said(tags, mode, direction, VEHICLE[mode][:-1])
            return NO if value is None else value
    value = said(tags, mode, direction)
    if value is None:
        value = NO if ferry and ("foot" in tags or "bicycle" in tags) else YES
    if value == YES and mode == "DRIVE" and tags.get("hov") in ("designated", "only"):
        return NO
    return value


def oneway(tags, mode):
    """(forward, backward): in which directions a way may be driven."""
    for key in ({"DRIVE": "oneway:motorcar", "TWO_WHEELER": "oneway:motorcycle"}[mode], "oneway:motor_vehicle", "oneway"):
        value = tags.get(key)
        if value in ("yes", "1", "true"):
            return True, False
        if value in ("-1", "reverse"):
            return False, True
        if value in ("no", "0", "false", "alternating"):
            return True, True
        if value == "reversible":
            return False, False
    if tags.get("junction") in ("roundabout", "circular") or tags.get("highway") in ("motorway", "motorway_link"):
        return True, False
    return True, True


PASSABLE = {"cattle_grid", "toll_booth", "border_control", "entrance", "height_restrictor", "width_restrictor", "arch",
            "kerb", "bump_gate", "sally_port", "coupure", "checkpoint", "rumble_strip", "gate", "lift_gate", "swing_gate",
            "sliding_gate", "sliding_beam", "hampshire_gate", "wicket_gate"}


def node_access(tags, mode):
    """Whether a vehicle may pass what stands at a node."""
    barrier = tags.get("barrier")
    if barrier is None or barrier == "no":
        return YES
    value = said(tags, mode)
    if value is not None:
        return value
    return YES if barrier in PASSABLE else NO


EXCEPT = {"DRIVE": {"motorcar", "motor_vehicle", "vehicle"}, "TWO_WHEELER": {"motorcycle", "motor_vehicle", "vehicle"}}
SHAPES = {"left_turn": -90, "right_turn": 90, "straight_on": 0, "u_turn": 180}


def restriction_values(tags, mode, moment=None):
    """The values of a restriction relation that hold for the mode: always, or by the hour at the moment if there is one."""
    kind = tags.get("type", "")
    if kind != "restriction" and not kind.startswith("restriction:"):
        return []
    if EXCEPT[mode] & {part.strip() for part in tags.get("except", "").split(";")}:
        return []
    by_clock = ("day_on" in tags and "day_off" in tags) or ("hour_on" in tags and "hour_off" in tags)
    vehicles = {"restriction:" + key for key in VEHICLE[mode][:-1]}
    values = []
    for key in ("restriction", *sorted(vehicles)):
        if key == "restriction" and kind != "restriction" and kind not in vehicles:
            continue
        if key in tags and not by_clock:
            values += [part.strip() for part in tags[key].split(";")]
        values += conditional(tags.get(key + ":conditional", ""), moment)
    return [value for value in values if value.startswith(("no_", "only_"))]
