#!/usr/bin/env python3
"""Runs the process tests: each *_test.py beside this file in a process of its own, two at once, for most of their time is waiting.

usage: run.py [NAME...]      only these: kill_test, or kill_test.Kill.test_...
PROCESS_TESTS_AT_ONCE=N      how many at once (2)

What a module prints comes whole when it ends, with its time. The status is 0 only when every module ran a test and none
failed. A module needs nothing of this to run alone: python -m unittest kill_test, in this folder.
"""
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

FOLDER = pathlib.Path(__file__).resolve().parent
# The long ones, so that none of them begins last and runs alone at the end. The others follow by name.
LONGEST_FIRST = ("kill_test", "wrong_turn_test", "oracle_test")
# Seconds that an interrupted module has for ending its worker and its broker in order.
PATIENCE = 20


class Module:
    """A test module under way: a session of its own, so that its broker and workers are known by the process group."""

    def __init__(self, name):
        self.name = name
        self.output = tempfile.TemporaryFile()
        self.start = time.monotonic()
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-m", "unittest", "--verbose", name], cwd=FOLDER, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=self.output, stderr=subprocess.STDOUT)

    @property
    def has_ended(self):
        # Not reaped: its id, which is the group's too, stays taken until `result` has ended the group.
        return os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def signal(self, number):
        """Signals the module and all that it started."""
        os.killpg(self.process.pid, number)

    def result(self):
        """Ends what a failed test left running, prints what the module printed, and tells what is wrong with it: nothing when all passed."""
        self.signal(signal.SIGKILL)
        status = self.process.wait()
        seconds = time.monotonic() - self.start
        self.output.seek(0)
        text = self.output.read().decode(errors="replace")
        self.output.close()
        counts = re.findall(r"^Ran (\d+) tests? in ", text, re.MULTILINE)
        tests = int(counts[-1]) if counts else 0
        wrong = f"ended with {status}" if status != 0 else "ran no test" if tests == 0 else None
        print(f"-- {self.name}: {wrong or f'{tests} passed'}, {seconds:.1f} s\n{text}", flush=True)
        return wrong


class Runner:
    """Keeps `at_once` modules under way until all have ended, or until a signal ends them."""

    def __init__(self, names, at_once):
        self.waiting, self.at_once = list(names), at_once
        self.running, self.failures, self.stopped_by = [], [], None

    def stop(self, number, _):
        self.stopped_by = self.stopped_by or number

    def run(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self.stop)
        while (self.waiting or self.running) and not self.stopped_by:
            while self.waiting and len(self.running) < self.at_once and not self.stopped_by:
                self.running.append(Module(self.waiting.pop(0)))
            self.collect()
            time.sleep(0.05)
        self.interrupt()

    def collect(self):
        for module in [m for m in self.running if m.has_ended]:
            self.running.remove(module)
            wrong = module.result()
            if wrong:
                self.failures.append(f"{module.name} {wrong}")

    def interrupt(self):
        """Passes a signal on as an interruption, upon which Python leaves its `with` blocks and removes its folders."""
        for module in self.running:
            module.signal(signal.SIGINT)
        end = time.monotonic() + PATIENCE
        while self.running:
            if time.monotonic() > end:
                for module in self.running:
                    module.signal(signal.SIGKILL)
            self.collect()
            time.sleep(0.05)


def modules():
    """The names of the test modules, the long ones first."""
    names = sorted(path.stem for path in FOLDER.glob("*_test.py"))
    return [n for n in LONGEST_FIRST if n in names] + [n for n in names if n not in LONGEST_FIRST]


def main(names):
    names = names or modules()
    if not names:
        print(f"run.py: no *_test.py in {FOLDER}", file=sys.stderr)
        return 1
    runner = Runner(names, max(1, int(os.environ.get("PROCESS_TESTS_AT_ONCE") or 2)))
    start = time.monotonic()
    runner.run()
    if runner.stopped_by:
        print(f"run.py: stopped by {signal.Signals(runner.stopped_by).name}", file=sys.stderr)
        return 128 + runner.stopped_by
    print(f"-- {len(names)} modules, {len(runner.failures)} failed, {time.monotonic() - start:.1f} s")
    for failure in runner.failures:
        print(f"run.py: {failure}", file=sys.stderr)
    return 1 if runner.failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
