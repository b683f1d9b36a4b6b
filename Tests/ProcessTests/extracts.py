"""A small town as an OpenStreetMap extract, in each format that the importer reads."""
import bz2
import gzip
import struct
import zlib
from xml.sax.saxutils import quoteattr

# A grid of 5 × 4 junctions, 110 m apart, with a ferry, a tunnel, a toll booth and a forbidden turn.
WIDTH, HEIGHT = 5, 4
NODES = {
    1 + x + y * WIDTH: (601_700_000 + 10_000 * y, 249_400_000 + 20_000 * x, {}) for y in range(HEIGHT) for x in range(WIDTH)}
NODES[8] = (*NODES[8][:2], {"barrier": "toll_booth"})
NODES[12] = (*NODES[12][:2], {"highway": "traffic_signals"})
WAYS = {
    100 + y: ([1 + x + y * WIDTH for x in range(WIDTH)], {"highway": "residential", "name": f"Läntinen & <{y}. katu>"})
    for y in range(HEIGHT)}
WAYS |= {
    200 + x: ([1 + x + y * WIDTH for y in range(HEIGHT)], {"highway": "tertiary", "oneway": ("yes", "-1", "no")[x % 3]})
    for x in range(WIDTH)}
WAYS[300] = ([1, 20], {"route": "ferry", "duration": "00:12"})
WAYS[301] = ([5, 16], {"highway": "primary", "tunnel": "yes", "maxspeed": "60"})
RELATIONS = {900: ([("way", 101, "from"), ("node", 7, "via"), ("way", 201, "to")],
                   {"type": "restriction", "restriction": "no_left_turn"})}


def xml():
    def tags(values):
        return "".join(f"<tag k={quoteattr(key)} v={quoteattr(value)}/>" for key, value in values.items())

    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<osm version="0.6">']
    lines += [f'<node id="{id}" lat="{lat / 1e7:.7f}" lon="{lon / 1e7:.7f}">{tags(values)}</node>'
              for id, (lat, lon, values) in NODES.items()]
    lines += [f'<way id="{id}">' + "".join(f'<nd ref="{node}"/>' for node in nodes) + tags(values) + "</way>"
              for id, (nodes, values) in WAYS.items()]
    lines += [f'<relation id="{id}">'
              + "".join(f'<member type="{kind}" ref="{ref}" role="{role}"/>' for kind, ref, role in members)
              + tags(values) + "</relation>" for id, (members, values) in RELATIONS.items()]
    return "\n".join(lines + ["</osm>", ""]).encode()


def varint(value):
    data = bytearray()
    while value > 127:
        data.append(value & 127 | 128)
        value >>= 7
    return bytes(data) + bytes([value])


def signed(value):
    """A signed number, zigzag."""
    return varint(value * 2 if value >= 0 else -value * 2 - 1)


def number(tag, value):
    return varint(tag << 3) + value


def text(tag, data):
    return varint(tag << 3 | 2) + varint(len(data)) + data


def deltas(values):
    return b"".join(signed(value - former) for former, value in zip([0, *values], values))


def pbf():
    """The same as protobuf: a header block and one block of data (wiki page "PBF Format")."""
    strings = [""]

    def string(value):
        if value not in strings:
            strings.append(value)
        return varint(strings.index(value))

    def tags(values):
        return text(2, b"".join(map(string, values))) + text(3, b"".join(map(string, values.values())))

    nodes = [text(1, number(1, signed(id)) + tags(values) + number(8, signed(lat)) + number(9, signed(lon)))
             for id, (lat, lon, values) in NODES.items()]
    ways = [text(3, number(1, varint(id)) + tags(values) + text(8, deltas(refs))) for id, (refs, values) in WAYS.items()]
    kinds = ["node", "way", "relation"]
    relations = [
        text(4, number(1, varint(id)) + tags(values) + text(8, b"".join(string(role) for _, _, role in members))
             + text(9, deltas([ref for _, ref, _ in members]))
             + text(10, b"".join(varint(kinds.index(kind)) for kind, _, _ in members)))
        for id, (members, values) in RELATIONS.items()]
    groups = b"".join(text(2, b"".join(group)) for group in (nodes, ways, relations))
    table = text(1, b"".join(text(1, value.encode()) for value in strings))

    def block(kind, data):
        body = number(2, varint(len(data))) + text(3, zlib.compress(data))
        header = text(1, kind) + number(3, varint(len(body)))
        return struct.pack(">I", len(header)) + header + body

    return block(b"OSMHeader", text(4, b"OsmSchema-V0.6")) + block(b"OSMData", table + groups)


def formats():
    """Name endings and bytes of the same extract."""
    plain = xml()
    return {".osm": plain, ".osm.gz": gzip.compress(plain, mtime=0), ".osm.bz2": bz2.compress(plain), ".osm.pbf": pbf()}
