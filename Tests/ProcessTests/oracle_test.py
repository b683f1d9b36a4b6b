"""The contraction hierarchy gives the plain search's routes, edge by edge: on every extract, for every mode and
objective with several avoid sets, by three speed tables, with and without closures and reported speeds, at several hours."""
import json
import pathlib
import tempfile
import unittest

from program import HELSINKI, navigator, shared


class OracleTest(unittest.TestCase):
    def holds(self, extract):
        with tempfile.TemporaryDirectory() as folder:
            network = pathlib.Path(folder, "map.nav")
            navigator("network", "build", "--osm", extract, "--out", network)
            report = json.loads(navigator("bench", "oracle", "--network", network, "--json"))
        # Two modes, eleven objectives, three avoid sets each, one of three speed tables, two conditions, two requests each.
        self.assertEqual(report["counts"]["compared"], 264)
        self.assertGreater(report["counts"]["routes"], 200)
        print(f"{pathlib.Path(extract).name}: {report['counts']['routes']} routes equal, checksum {report['checksum']}", flush=True)

    def test_routes_through_helsinki_are_the_plain_searchs(self):
        self.holds(HELSINKI)

    def test_routes_on_every_extract_are_the_plain_searchs(self):
        folder = shared("data", "osm")
        if folder is None:
            self.skipTest("the extracts are not there")
        for extract in sorted(pathlib.Path(folder).iterdir()):
            if ".osm." in extract.name:
                with self.subTest(extract=extract.name):
                    self.holds(extract)


if __name__ == "__main__":
    unittest.main()
