"""The runner of these tests tells failed, empty and missing modules, and leaves no process behind."""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

import run
from program import wait_until

PASSING = "import unittest\nclass T(unittest.TestCase):\n    def test_it(self):\n        print('seen')\n"
FAILING = PASSING.replace("print('seen')", "self.fail('on purpose')")
# A child that outlives the failed test, its id in a file.
LEAVING = PASSING.replace("print('seen')", "open('child', 'w').write(str(__import__('subprocess').Popen(['sleep', '600']).pid)); self.fail()")
WAITING = PASSING.replace("print('seen')", "open('child', 'w').write(str(__import__('subprocess').Popen(['sleep', '600']).pid)); "
                          "__import__('time').sleep(600)")


class Run(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        shutil.copy(run.__file__, self.folder)

    def started(self, *names, **modules):
        for name, text in modules.items():
            (self.folder / f"{name}.py").write_text(text)
        return subprocess.Popen(
            [sys.executable, self.folder / "run.py", *names], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def ended(self, *names, **modules):
        with self.started(*names, **modules) as process:
            return process.stdout.read(), process.wait()

    def child(self):
        """The id of the process that a module started; None until it has told."""
        path = self.folder / "child"
        return int(path.read_text()) if path.exists() and path.read_text() else None

    @staticmethod
    def is_gone(pid):
        """Also one whose end nobody has asked for yet."""
        try:
            return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
        except FileNotFoundError:
            return True

    def test_modules_that_pass_are_printed_whole(self):
        output, status = self.ended(a_test=PASSING, b_test=PASSING)
        self.assertEqual(status, 0, output)
        for words in ("-- a_test: 1 passed", "-- b_test: 1 passed", "-- 2 modules, 0 failed"):
            self.assertIn(words, output)
        self.assertEqual(output.count("seen"), 2)

    def test_a_module_that_fails_ran_no_test_or_cannot_be_read_fails_the_run(self):
        output, status = self.ended(a_test=PASSING, b_test=FAILING, c_test="", d_test="import nothing_of_the_kind\n")
        self.assertEqual(status, 1, output)
        for words in ("b_test ended with 1", "c_test ", "d_test ended with 1", "-- 4 modules, 3 failed"):
            self.assertIn(words, output)

    def test_no_module_is_a_failure(self):
        self.assertEqual(self.ended()[1], 1)

    def test_one_module_or_one_test_runs_alone(self):
        self.assertEqual(self.ended("a_test.T.test_it", a_test=PASSING, b_test=FAILING)[1], 0)
        self.assertEqual(self.ended("a_test")[1], 0)
        self.assertEqual(self.ended("b_test")[1], 1)

    def test_what_a_failed_test_left_running_is_ended(self):
        self.assertEqual(self.ended(a_test=LEAVING)[1], 1)
        wait_until("the end of the child", lambda: self.is_gone(self.child()), 10)

    def test_a_signal_ends_the_modules_and_what_they_started(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            (self.folder / "child").unlink(missing_ok=True)
            with self.started(a_test=WAITING) as process:
                child = wait_until("the child", self.child, 30)
                os.kill(process.pid, number)
                self.assertEqual(process.wait(30), 128 + number)
            wait_until("the end of the child", lambda: self.is_gone(child), 10)

    def test_the_long_modules_are_there(self):
        self.assertEqual(run.modules()[:len(run.LONGEST_FIRST)], list(run.LONGEST_FIRST))


if __name__ == "__main__":
    unittest.main()
