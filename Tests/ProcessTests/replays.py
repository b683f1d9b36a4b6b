"""Record files for `navigator replay`, and what it publishes for them."""
import base64
import json

from program import navigator


def line(record, **place):
    """One input as a line of a record file."""
    out = {"topic": record.topic, "timestamp": record.timestamp, "key": record.key.decode() if record.key is not None else None, **place}
    headers = {k: v.decode() for k, v in record.headers}
    if record.message is None:
        out["value" if record.value is None else "valueBase64"] = (
            None if record.value is None else base64.b64encode(record.value).decode())
    else:
        headers = {"ce_type": f"navigator.v1.{record.message}", "content-type": "application/json", **headers}
        out["value"] = record.fields
    return json.dumps({**out, "headers": headers}) + "\n"


def replay_bytes(town, records, *options, lines=None):
    """The raw output of a replay of the records."""
    path = town.folder / "records.jsonl"
    path.write_text("".join(lines if lines is not None else map(line, records)))
    config = town.folder / "replay.properties"
    if not config.exists():
        config.write_text("output.encoding = json\n")
    return navigator("replay", "--network", town.network, "--keys", town.keys, "--config", config, *options, path)


def replay(town, records, *options, lines=None):
    """The published events, as dictionaries in the order of the output."""
    return [json.loads(text) for text in replay_bytes(town, records, *options, lines=lines).splitlines()]


def of_type(events, name):
    """The values of one message type."""
    return [e["value"] for e in events if e["headers"].get("ce_type") == f"navigator.v1.{name}"]
