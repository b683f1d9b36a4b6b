"""Two workers on one host without an instance.id: the newer one takes over, and the older one says in one line why it ended."""
import tempfile
import unittest

from brokers import Noida
from program import Worker, navigator, wait_until
from trips import Town


class Identity(unittest.TestCase):
    def test_the_worker_that_was_taken_over_names_the_setting_and_where_its_value_came_from(self):
        with tempfile.TemporaryDirectory() as folder, Noida() as broker:
            town = Town(folder)
            config = town.config(broker.bootstrap)
            config.write_text("".join(line for line in config.read_text().splitlines(True) if not line.startswith("instance.id")))
            navigator("topics", "create", "--config", config)
            older, newer = (Worker(config, f"{folder}/{name}.log") for name in ("older", "newer"))
            older.start()
            try:
                # Two threads say so, each in its own time.
                for words in ("sessions restored", "requests are answered"):
                    wait_until(f"the older worker's line: {words}", lambda: words in older.log_tail())
                # Threads that answer requests hold none.
                self.assertNotIn('"sessions restored","thread":"service', older.log_tail())
                newer.start()
                wait_until("the end of the older worker", lambda: not older.is_running)
                self.assertEqual(older.process.wait(), 75)
                last = [line for line in older.log_tail().splitlines() if line.startswith("navigator: ")]
                self.assertEqual(len(last), 1, older.log_tail())
                self.assertRegex(last[0], r"another worker has taken over instance\.id \S+, this host's name because it is not set "
                                          r"\(give every worker an instance\.id of its own;")
                self.assertTrue(newer.is_running, newer.log_tail())
                self.assertEqual(newer.stop(), 0, newer.log_tail())
            finally:
                for worker in (older, newer):
                    if worker.is_running:
                        worker.kill()


if __name__ == "__main__":
    unittest.main()
