"""The broker processes that the tests run against: noida-db on a free port, or the one that EXTERNAL_BOOTSTRAP names."""
import os
import pathlib
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time


def reserved_port():
    """A free port of the loopback, and the socket that marks it as taken until it is closed.

    Of those below what the system gives away by itself, to outgoing connections and to who asks for any. The mark is the
    datagram socket of the same number: of test processes at once no two take one port, not even between the choice and the
    moment when the broker listens.
    """
    given_away = int(pathlib.Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    for port in random.sample(range(10_000, max(given_away, 20_000)), 100):
        mark = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            mark.bind(("127.0.0.1", port))
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", port))
            return port, mark
        except OSError:
            mark.close()
    raise AssertionError("no free port")


class Noida:
    """noida-db 0.2.3 with a fresh data folder.

    What it can and cannot show: it keeps transactions, fences older producers and stores offsets in transactions, over
    kill -9 of a client that is a static member. It never ends the session of a dead dynamic member, knows no transaction
    timeout, and loses acknowledged writes over a restart of its own; those statements need EXTERNAL_BOOTSTRAP.
    """

    name = "noida-db"

    def __enter__(self):
        import noida_db

        program = pathlib.Path(noida_db.__file__).parent / "noida-db"
        program.chmod(0o755)
        self.folder = tempfile.mkdtemp(prefix="noida-")
        self.port, self.mark = reserved_port()
        self.bootstrap = f"127.0.0.1:{self.port}"
        with open(f"{self.folder}/log", "ab") as log:
            self.process = subprocess.Popen(
                [str(program), "start", "--data-dir", f"{self.folder}/data", "--only", "kafka", "--kafka-port", str(self.port)], stdout=log, stderr=log)
        end = time.monotonic() + 15
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return self
            except OSError:
                if time.monotonic() > end or self.process.poll() is not None:
                    raise AssertionError("noida-db did not start: " + open(f"{self.folder}/log").read()[-2000:])
                time.sleep(0.02)

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.mark.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class External:
    """The broker that EXTERNAL_BOOTSTRAP names; it is neither started nor stopped."""

    name = "external"

    def __init__(self):
        self.bootstrap = os.environ["EXTERNAL_BOOTSTRAP"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


def grounds():
    """Every broker this run has: noida-db always, the external one when it is named."""
    if os.environ.get("EXTERNAL_BOOTSTRAP"):
        return [Noida, External]
    print("process tests: EXTERNAL_BOOTSTRAP is not set: noida-db alone", file=sys.stderr)
    return [Noida]
