"""Runs the `navigator` program: once to its end, or as a worker that can be killed."""
import os
import pathlib
import signal
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
NAVIGATOR = os.environ.get("NAVIGATOR") or str(ROOT / ".build/release/navigator")
SHARED = pathlib.Path(os.environ.get("SHARED_DIR") or ROOT.parent / "shared")
HELSINKI = ROOT / "Sources/NavigatorCommand/Resources/helsinki.osm.pbf"


def shared(*parts):
    """A file of the test data beside the repository, or None with a clear line when it is missing."""
    path = SHARED.joinpath(*parts)
    if path.exists():
        return path
    print(f"process tests: {path} is not there; keeping to the shipped map")
    return None


def navigator(*arguments, input=None, status=0, timeout=300):
    """Runs a command to its end; returns its standard output. Any other exit status than `status` fails."""
    done = subprocess.run([NAVIGATOR, *map(str, arguments)], input=input, capture_output=True, timeout=timeout)
    if done.returncode != status:
        raise AssertionError(
            f"navigator {' '.join(map(str, arguments))} ended with {done.returncode}, expected {status}\n"
            + done.stderr.decode(errors="replace")[-4000:])
    return done.stdout if status == 0 else done.stderr


class Worker:
    """A worker process. Its log goes to a file, appended over restarts."""

    def __init__(self, config, log, *arguments):
        self.config, self.log, self.arguments = config, log, arguments
        self.process = None

    def start(self):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [NAVIGATOR, "worker", "--config", str(self.config), *self.arguments],
                stdout=subprocess.DEVNULL, stderr=log, stdin=subprocess.DEVNULL)
        return self

    def kill(self):
        """SIGKILL: no time for a last word."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self, timeout=30):
        """SIGTERM: an orderly stop. Returns the exit status."""
        self.process.terminate()
        return self.process.wait(timeout)

    @property
    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def log_tail(self, lines=30):
        return "\n".join(pathlib.Path(self.log).read_text(errors="replace").splitlines()[-lines:])


def wait_until(what, condition, timeout=60, every=0.05):
    """Polls a condition; fails by name when it stays false."""
    end = time.monotonic() + timeout
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(every)
    raise AssertionError(f"waited {timeout} s for: {what}")
