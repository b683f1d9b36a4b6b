"""A worker told to stop ends within its bound, broker or not, and says what is stuck when something is."""
import os
import pathlib
import re
import shutil
import tempfile
import time
import unittest
import urllib.request

from brokers import Noida
from program import Worker, navigator, wait_until
from records import produce
from trips import Town, drives, dispatch


class Stop(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.town = Town(cls.folder.name)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def running(self, broker, log, **settings):
        config = self.town.config(broker.bootstrap, **settings)
        navigator("topics", "create", "--config", config)
        worker = Worker(config, f"{self.folder.name}/{log}").start()
        port = wait_until("its port", lambda: re.search(r'are served","port":(\d+)', worker.log_tail(200))).group(1)

        def has_committed():
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as page:
                return re.search(r'transactions_total\{outcome="committed"\} [1-9]', page.read().decode())

        # The first transaction says which road conditions the sessions were held against; after it nothing is open.
        wait_until("the first commit", has_committed, every=0.2)
        return worker

    def test_idle_with_the_broker_gone_it_drains(self):
        with Noida() as broker:
            worker = self.running(broker, "idle.log")
            broker.process.kill()
            broker.process.wait()
            start = time.monotonic()
            self.assertEqual(worker.stop(timeout=40), 0, worker.log_tail())
            self.assertLess(time.monotonic() - start, 20, "shutdown.timeout")

    def test_in_the_middle_of_a_commit_with_the_broker_gone_it_names_the_step(self):
        with Noida() as broker:
            worker = self.running(broker, "busy.log", shutdown_timeout="5 s", pass_records=2, commit_interval="1 ms")
            produce(broker.bootstrap, dispatch(self.town, drives(self.town, 6)))
            time.sleep(0.3)
            broker.process.kill()
            broker.process.wait()
            start = time.monotonic()
            status = worker.stop(timeout=40)
            self.assertLess(time.monotonic() - start, 12)
            self.assertIn(status, (0, 76), worker.log_tail())
            if status == 76:
                self.assertRegex(worker.log_tail(1), r"not stopped within shutdown.timeout: thread stream-0 in step")

    def test_a_network_file_cut_while_it_is_in_use_is_named(self):
        network = pathlib.Path(self.folder.name) / "cut.nav"
        shutil.copy(self.town.network, network)
        with Noida() as broker:
            worker = self.running(broker, "cut.log", network_file=network)
            os.truncate(network, 0)
            produce(broker.bootstrap, dispatch(self.town, drives(self.town, 6)))
            self.assertEqual(worker.process.wait(30), 74, worker.log_tail())
            self.assertIn(str(network), worker.log_tail(1))


if __name__ == "__main__":
    unittest.main()
