"""The project's messages in Python's own protobuf, from the schema files: an implementation that shares nothing with the worker's."""
import functools
import subprocess
import tempfile

from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory

from program import ROOT


@functools.cache
def _pool():
    with tempfile.NamedTemporaryFile(suffix=".pb") as out:
        files = sorted(str(p.relative_to(ROOT / "schemas")) for p in (ROOT / "schemas/navigator/v1").glob("*.proto"))
        subprocess.run(
            ["protoc", "-I", str(ROOT / "schemas"), "-I", "/usr/include", "--include_imports",
             f"--descriptor_set_out={out.name}", *files], check=True)
        descriptors = descriptor_pb2.FileDescriptorSet.FromString(out.read())
    pool = descriptor_pool.DescriptorPool()
    for file in descriptors.file:
        pool.Add(file)
    return pool


@functools.cache
def message_class(name):
    """The class of a message by its name in navigator.v1, e.g. `LocationUpdate`."""
    return message_factory.GetMessageClass(_pool().FindMessageTypeByName(f"navigator.v1.{name}"))


def as_protobuf(name, fields):
    """The wire bytes of a message given as the dictionary of its JSON form."""
    return json_format.ParseDict(fields, message_class(name)()).SerializeToString(deterministic=True)


def as_dictionary(name, value):
    """The JSON form of a message given as wire bytes."""
    return json_format.MessageToDict(message_class(name).FromString(value))
