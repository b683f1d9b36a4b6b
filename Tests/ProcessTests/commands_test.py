"""The command line contract: exit statuses and one-line errors."""
import json
import os
import pathlib
import stat
import subprocess
import tempfile
import unittest
import unittest.mock

import extracts
from program import HELSINKI, NAVIGATOR, navigator
from trips import Town


class Commands(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.town = Town(cls.folder.name)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def fails(self, status, *arguments, input=b""):
        """Runs a command that must fail: one line on standard error, nothing on standard output."""
        done = subprocess.run([NAVIGATOR, *map(str, arguments)], input=input, capture_output=True, timeout=60)
        error = done.stderr.decode()
        self.assertEqual(done.returncode, status, error)
        self.assertEqual(done.stdout, b"")
        self.assertEqual(len(error.strip().splitlines()), 1, error)
        self.assertTrue(error.startswith("navigator: "), error)
        return error

    def test_help_lists_every_command_and_the_exit_statuses(self):
        text = navigator("help").decode()
        for command in ("worker", "demo", "replay", "network", "route", "token", "keys", "topics", "simulate", "watch", "bench"):
            self.assertIn(command, text)
            self.assertIn("navigator", navigator("help", command).decode())
        for status in (64, 65, 66, 70, 75, 76, 78):
            self.assertIn(str(status), text)

    def test_an_unknown_flag_names_the_nearest_known_one(self):
        self.assertIn("--network", self.fails(64, "route", "--netwrok", "x"))

    def test_an_unknown_command_names_the_nearest_known_one(self):
        self.assertIn("worker", self.fails(64, "worke"))

    def test_a_missing_file_is_66(self):
        self.fails(66, "network", "info", "/nonexistent/x.nav")
        self.fails(66, "network", "build", "--osm", "/nonexistent/x.osm.pbf", "--out", f"{self.folder.name}/x.nav")

    def test_a_file_that_is_no_network_is_65(self):
        hint = self.fails(65, "network", "info", HELSINKI)
        self.assertIn(f"--osm {HELSINKI} --out helsinki.nav", hint)
        self.assertNotIn(f"--out {HELSINKI}", hint)

    def test_no_output_takes_the_place_of_another_kind_of_file(self):
        ring = self.town.keys.read_bytes()
        self.fails(74, "network", "build", "--osm", HELSINKI, "--out", self.town.keys)
        self.fails(74, "simulate", "--network", self.town.network, "--out", self.town.keys)
        self.fails(74, "demo", "--map", self.town.keys)
        self.assertEqual(self.town.keys.read_bytes(), ring)

    def test_a_broker_that_is_away_is_told_before_the_command_gives_up(self):
        for command in (("watch",), ("topics", "check"), ("topics", "create")):
            with self.subTest(command):
                done = subprocess.run([NAVIGATOR, *command, "--bootstrap", "127.0.0.1:9"], capture_output=True, timeout=60)
                first, *_, last = done.stderr.decode().splitlines()
                self.assertEqual((done.returncode, done.stdout), (69, b""))
                self.assertRegex(first, r"^navigator: a broker cannot be reached: .*127\.0\.0\.1:9.*Connection refused")
                self.assertIn("no broker answered", last)
                self.assertNotIn("retriable", last)

    def test_a_flipped_bit_or_a_cut_in_the_network_file_is_65(self):
        good = self.town.network.read_bytes()
        for name, bad in (("cut", good[:-1]), ("empty", b""), ("half", good[: len(good) // 2]),
                          ("flipped", good[: len(good) // 3] + bytes([good[len(good) // 3] ^ 4]) + good[len(good) // 3 + 1:])):
            path = pathlib.Path(self.folder.name) / f"{name}.nav"
            path.write_bytes(bad)
            with self.subTest(name):
                self.fails(65, "network", "info", path)

    def test_an_exported_graph_holds_together(self):
        folder = pathlib.Path(self.folder.name) / "graph"
        navigator("network", "export", "--network", self.town.network, "--out", folder)
        tables = {name: (folder / f"{name}.csv").read_text().splitlines() for name in ("nodes", "arcs", "queries", "answers")}
        nodes = {line.split(",")[0] for line in tables["nodes"][1:]}
        self.assertEqual(len(nodes), len(tables["nodes"]) - 1)
        for line in tables["arcs"][1:]:
            tail, head, weight = line.split(",")
            self.assertTrue({tail, head} <= nodes and int(weight) > 0, line)
        self.assertEqual([line.split(",")[0] for line in tables["queries"]], [line.split(",")[0] for line in tables["answers"]])
        self.assertEqual(len(tables["queries"]), 1_001)

    def test_a_benchmark_tells_times_and_the_same_checksum_each_time(self):
        for name in ("route", "customize", "matrix"):
            first, second = (json.loads(navigator("bench", name, "--network", self.town.network, "--json")) for _ in range(2))
            self.assertEqual(first["checksum"], second["checksum"])
            self.assertEqual(first["counts"], second["counts"])
            for times in first["times"].values():
                self.assertLessEqual(times["p50Us"], times["p99Us"])
        self.assertIn("route", self.fails(64, "bench", "ruote"))

    def test_settings_that_are_wrong_are_78(self):
        path = pathlib.Path(self.folder.name) / "wrong.properties"
        path.write_text("bootstrap = 127.0.0.1:9\ncomit.interval = 5 ms\n")
        self.assertIn("commit.interval", self.fails(78, "worker", "--config", path))

    def test_check_config_names_every_mistake_in_a_line_of_its_own(self):
        path = pathlib.Path(self.folder.name) / "mistakes.properties"
        path.write_text("comit.interval = 5 ms\nfix.timeout = 60\nnetwork.file = none.nav\n")
        done = subprocess.run([NAVIGATOR, "worker", "--config", str(path), "--check-config"], capture_output=True, timeout=60)
        lines = done.stderr.decode().splitlines()
        self.assertEqual((done.returncode, len(lines)), (78, 4), lines)
        for word in ("comit.interval", "60 has no unit", "bootstrap is missing", "network.file"):
            self.assertEqual(sum(word in line for line in lines), 1, (word, lines))

    def test_the_version_names_the_program_and_its_network_files(self):
        self.assertRegex(navigator("--version").decode(), r"^navigator \d+\.\d+\.\d+\nroad-network file format \d+\n$")

    def test_check_config_tells_where_each_value_comes_from(self):
        config = self.town.config("127.0.0.1:9")
        text = navigator("worker", "--config", config, "--check-config").decode()
        self.assertIn("commit.interval = 50 ms", text)
        self.assertIn("# default", text)

    def test_keys_are_private_and_never_overwritten(self):
        self.assertEqual(stat.S_IMODE(os.stat(self.town.keys).st_mode), 0o600)
        self.fails(74, "keys", "new", self.town.keys)
        readable = pathlib.Path(self.folder.name) / "readable.json"
        readable.write_bytes(self.town.keys.read_bytes())
        readable.chmod(0o644)
        self.fails(78, "token", "inspect", "--keys", readable, "AAAA")

    def test_a_route_request_that_breaks_a_token_rule_names_it(self):
        place = {"location": {"latLng": {"latitude": 60.17, "longitude": 24.94}}}
        request = {"origin": place, "destination": place, "travelMode": "WALK"}
        done = subprocess.run([NAVIGATOR, "route", "--network", str(self.town.network)], input=json.dumps(request).encode(),
                              capture_output=True, timeout=60)
        self.assertEqual(done.returncode, 65)
        self.assertIn("INVALID_ARGUMENT", (done.stdout + done.stderr).decode())

    def test_every_format_of_an_extract_gives_the_same_network(self):
        folder = pathlib.Path(self.folder.name)
        figures, networks = [], []
        for ending, data in extracts.formats().items():
            extract = folder / f"same{ending}"
            extract.write_bytes(data)
            named, piped = folder / "same-named.nav", folder / "same-piped.nav"
            navigator("network", "build", "--osm", extract, "--out", named)
            info = json.loads(navigator("network", "info", named, "--json"))
            self.assertEqual(info.pop("source"), extract.name)
            figures.append({key: value for key, value in info.items() if key not in ("fingerprint", "bytes")})
            # From standard input the name is the same as well, so every byte is.
            navigator("network", "build", "--osm", "-", "--out", piped, input=data)
            networks.append(piped.read_bytes())
        self.assertGreater(figures[0]["edges"], 50)
        self.assertEqual(figures[0]["counts"]["restrictions.used"], 1)
        for other, network in zip(figures[1:], networks[1:]):
            self.assertEqual(other, figures[0])
            self.assertEqual(network, networks[0])

    def test_a_nul_inside_a_string_of_an_extract_is_damage(self):
        folder = pathlib.Path(self.folder.name)
        for tags in ({"highway": "resid\0ntial"}, {"high\0way": "residential"}, {"highway": "residential\0"}, {"\0highway": "road"}):
            with self.subTest(tags), unittest.mock.patch.dict(extracts.WAYS, {100: (extracts.WAYS[100][0], tags)}):
                (folder / "nul.osm.pbf").write_bytes(extracts.pbf())
                self.assertIn("NUL", self.fails(65, "network", "build", "--osm", folder / "nul.osm.pbf", "--out", folder / "nul.nav"))

    def test_network_info_tells_what_is_in_the_file(self):
        info = json.loads(navigator("network", "info", self.town.network, "--json"))
        self.assertGreater(info["edges"], 100)


if __name__ == "__main__":
    unittest.main()
