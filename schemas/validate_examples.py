#!/usr/bin/env python3
"""Holds the schemas, their examples and asyncapi.yaml against an independent protobuf implementation.

    schemas/validate_examples.py            checks; exits 1 and says what is wrong
    schemas/validate_examples.py --freeze N writes schemas/compatibility/N from the examples, at a release

Needs protoc (protobuf-compiler, libprotobuf-dev) and the packages protobuf and PyYAML.
"""

import base64
import importlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import yaml
from google.protobuf import descriptor_pb2, json_format
from google.protobuf.unknown_fields import UnknownFieldSet

SCHEMAS = pathlib.Path(__file__).resolve().parent
EXAMPLES = SCHEMAS / "examples"
COMPATIBILITY = SCHEMAS / "compatibility"
PACKAGE = "navigator.v1."
# Values that are not messages of the schemas.
OPAQUE = {"DeadLetter", "SessionState"}


def compile_protos(root, out):
    protos = sorted(str(p.relative_to(root)) for p in (root / "navigator/v1").glob("*.proto"))
    subprocess.run(
        ["protoc", "-I", str(root), "-I", "/usr/include", f"--python_out={out}", f"--descriptor_set_out={out}/set.pb", *protos],
        check=True,
    )
    return [p.removesuffix(".proto").replace("/", ".") + "_pb2" for p in protos]


def load_messages(modules):
    messages = {}
    for name in modules:
        module = importlib.import_module(name)
        for message in module.DESCRIPTOR.message_types_by_name:
            messages[message] = getattr(module, message)
    return messages


def example_parts(path):
    """`<topic>.<message>.json`"""
    topic, message, _ = path.name.split(".")
    return topic, message


def check_examples(messages):
    """Every example parses, comes back unchanged from JSON and from protobuf, and is in its canonical form."""
    for path in sorted(EXAMPLES.glob("*.json")):
        _, name = example_parts(path)
        if name not in messages:
            yield f"{path.name}: no message {name} in the schemas"
            continue
        text = path.read_text()
        try:
            message = json_format.Parse(text, messages[name]())
        except json_format.ParseError as error:
            yield f"{path.name}: {error}"
            continue
        again = messages[name].FromString(message.SerializeToString(deterministic=True))
        if again != message:
            yield f"{path.name}: protobuf does not bring it back"
        written = json.loads(json_format.MessageToJson(message))
        if written != json.loads(text):
            yield f"{path.name}: JSON does not bring it back: {json.dumps(written)}"


def check_frozen(messages):
    """Frozen messages still parse and mean what they meant."""
    for directory in sorted(p for p in COMPATIBILITY.iterdir() if p.is_dir()):
        for path in sorted(directory.glob("*.json")):
            _, name = example_parts(path)
            frozen = base64.b64decode(path.with_suffix(".base64").read_text())
            message = messages[name].FromString(frozen)
            if json_format.Parse(path.read_text(), messages[name](), ignore_unknown_fields=True) != message:
                yield f"{path.relative_to(SCHEMAS)}: bytes and JSON differ"
            if len(UnknownFieldSet(message)):
                yield f"{path.relative_to(SCHEMAS)}: a field was taken away"
        yield from check_descriptors(directory)


def all_messages(file_set):
    def walk(prefix, messages):
        for message in messages:
            yield prefix + message.name, message
            yield from walk(prefix + message.name + ".", message.nested_type)

    for file in file_set.file:
        if file.package == PACKAGE.rstrip("."):
            yield from walk("", file.message_type)


def all_enums(file_set):
    for name, message in all_messages(file_set):
        for enum in message.enum_type:
            yield f"{name}.{enum.name}", enum
    for file in file_set.file:
        for enum in file.enum_type:
            yield enum.name, enum


def descriptor_set(root):
    with tempfile.TemporaryDirectory() as out:
        compile_protos(root, out)
        return descriptor_pb2.FileDescriptorSet.FromString(pathlib.Path(out, "set.pb").read_bytes())


def check_descriptors(directory):
    """A number is never used again for another field, nor a value's number for another name."""
    old, new = descriptor_set(directory), descriptor_set(SCHEMAS)
    new_messages, new_enums = dict(all_messages(new)), dict(all_enums(new))
    for name, message in all_messages(old):
        if name not in new_messages:
            yield f"{directory.name}: message {name} was taken away"
            continue
        now = {field.number: field for field in new_messages[name].field}
        reserved = [range(r.start, r.end) for r in new_messages[name].reserved_range]
        for field in message.field:
            current = now.get(field.number)
            if current is None:
                if not any(field.number in r for r in reserved):
                    yield f"{directory.name}: {name}.{field.name} was taken away without reserving {field.number}"
            elif (current.name, current.type, current.label, current.type_name) != (
                field.name, field.type, field.label, field.type_name,
            ):
                yield f"{directory.name}: {name}.{field.name} ({field.number}) became {current.name}"
    for name, enum in all_enums(old):
        values = {v.number: v.name for v in new_enums[name].value} if name in new_enums else {}
        for value in enum.value:
            if values.get(value.number) != value.name:
                yield f"{directory.name}: {name}.{value.name} is no longer {value.number}"
    for name, enum in all_enums(new):
        if enum.value[0].number != 0:
            yield f"{name}: the first value must be zero"


def check_asyncapi(messages):
    """asyncapi.yaml names the files that are there: protos, examples, messages of channels."""
    document = yaml.safe_load((SCHEMAS / "asyncapi.yaml").read_text())
    components = document["components"]["messages"]
    named = set()
    for channel, value in document["channels"].items():
        topic = re.sub(r"[A-Z]", lambda m: "-" + m.group().lower(), channel)
        if value["address"] != "navigator." + topic or value["bindings"]["kafka"]["topic"] != value["address"]:
            yield f"asyncapi.yaml: channel {channel} has another address than navigator.{topic}"
        for message, reference in value["messages"].items():
            if reference["$ref"] != f"#/components/messages/{message}" or message not in components:
                yield f"asyncapi.yaml: {channel} refers to no message {message}"
            if message in OPAQUE:
                continue
            named.add(f"{topic}.{message}.json")
            if components[message]["x-example"] != f"examples/{topic}.{message}.json":
                yield f"asyncapi.yaml: {message} has another example"
    files = {p.name for p in EXAMPLES.glob("*.json")}
    for name in sorted(named ^ files):
        yield f"asyncapi.yaml and examples/ differ in {name}"
    for name, message in components.items():
        if name in OPAQUE:
            continue
        if message["name"] != PACKAGE + name or name not in messages:
            yield f"asyncapi.yaml: {name} is no message of the schemas"
        proto = SCHEMAS / message["payload"]["schema"]["$ref"]
        if not re.search(rf"^message {name} ", proto.read_text(), re.M):
            yield f"asyncapi.yaml: {proto.name} does not define {name}"
    for operation, value in document["operations"].items():
        channel = value["channel"]["$ref"].removeprefix("#/channels/")
        if channel not in document["channels"] or not operation.lower().endswith(channel.lower()):
            yield f"asyncapi.yaml: operation {operation} has no channel of its name"


def freeze(release, messages):
    directory = COMPATIBILITY / release
    directory.mkdir(parents=True)
    for path in sorted(EXAMPLES.glob("*.json")):
        _, name = example_parts(path)
        data = json_format.Parse(path.read_text(), messages[name]()).SerializeToString(deterministic=True)
        shutil.copy(path, directory / path.name)
        (directory / path.name).with_suffix(".base64").write_text(base64.b64encode(data).decode() + "\n")
    target = directory / "navigator/v1"
    target.mkdir(parents=True)
    for proto in sorted((SCHEMAS / "navigator/v1").glob("*.proto")):
        shutil.copy(proto, target / proto.name)


def main():
    with tempfile.TemporaryDirectory() as out:
        modules = compile_protos(SCHEMAS, out)
        sys.path.insert(0, out)
        messages = load_messages(modules)
        if len(sys.argv) == 3 and sys.argv[1] == "--freeze":
            freeze(sys.argv[2], messages)
            return
        problems = [*check_examples(messages), *check_frozen(messages), *check_asyncapi(messages)]
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        sys.exit(1)
    count = len(list(EXAMPLES.glob("*.json")))
    print(f"{count} examples, {len(messages)} messages and asyncapi.yaml agree with protobuf {importlib.import_module('google.protobuf').__version__}")


if __name__ == "__main__":
    main()
