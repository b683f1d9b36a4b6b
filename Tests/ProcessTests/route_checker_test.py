"""The checker of routes finds what is wrong on a small map: it would be of no use if it found nothing anywhere."""
import pathlib
import tempfile
import unittest

from route_checker import RouteChecker

#   1 --- 2 --- 3 --- 4      ways: 12 13(2-3) 34, 25 down from 2, 36 down from 3, 56 the street below
#         |     |            each about 110 m long
#         5 --- 6
PLACES = {1: (0, 0), 2: (0, 1), 3: (0, 2), 4: (0, 3), 5: (-1, 1), 6: (-1, 2)}


def write_map(path, ways, nodes=None, restrictions=()):
    with open(path, "w") as file:
        file.write('<osm version="0.6">\n')
        for id, (y, x) in PLACES.items():
            tags = "".join(f'<tag k="{k}" v="{v}"/>' for k, v in (nodes or {}).get(id, {}).items())
            file.write(f'<node id="{id}" version="1" lat="{y / 1000}" lon="{x / 1000}">{tags}</node>\n')
        for id, line, tags in ways:
            refs = "".join(f'<nd ref="{node}"/>' for node in line)
            words = "".join(f'<tag k="{k}" v="{v}"/>' for k, v in {"highway": "residential", **tags}.items())
            file.write(f'<way id="{id}" version="1">{refs}{words}</way>\n')
        for number, (members, tags) in enumerate(restrictions):
            refs = "".join(f'<member type="{t}" ref="{ref}" role="{role}"/>' for t, ref, role in members)
            words = "".join(f'<tag k="{k}" v="{v}"/>' for k, v in {"type": "restriction", **tags}.items())
            file.write(f'<relation id="{number + 1}" version="1">{refs}{words}</relation>\n')
        file.write("</osm>\n")


def street(tags=None, **of):
    return [(id, line, {**(tags or {}), **of.get(f"w{id}", {})}) for id, line in (
        (12, [1, 2]), (23, [2, 3]), (34, [3, 4]), (25, [2, 5]), (36, [3, 6]), (56, [5, 6]))]


AHEAD = [[12, 1, 2], [23, 2, 3], [34, 3, 4]]
RIGHT = [[12, 1, 2], [25, 2, 5]]
OVER = [[12, 1, 2], [23, 2, 3], [36, 3, 6]]


class RouteCheckerTest(unittest.TestCase):
    def wrong(self, path, ways=None, nodes=None, restrictions=(), mode="DRIVE"):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "map.osm")
            write_map(file, ways or street(), nodes, restrictions)
            return RouteChecker(file, mode).check(path)

    def restriction(self, value, *members, **tags):
        return [([(kind, ref, role) for kind, ref, role in members], {"restriction": value, **tags})]

    def test_a_legal_route_has_no_violation(self):
        for path in (AHEAD, RIGHT, OVER, [[34, 4, 3], [23, 3, 2], [12, 2, 1]]):
            self.assertEqual(self.wrong(path), [])

    def test_a_route_that_is_none_is_found(self):
        self.assertTrue(self.wrong([[99, 1, 2]]))
        self.assertTrue(self.wrong([[12, 1, 3]]))
        self.assertTrue(self.wrong([[12, 1, 2], [34, 3, 4]]))

    def test_against_a_one_way_street(self):
        for tags in ({"oneway": "-1"}, {"oneway": "reversible"}):
            self.assertTrue(self.wrong(AHEAD, street(w23=tags)))
        self.assertTrue(self.wrong([[23, 3, 2]], street(w23={"junction": "roundabout"})))
        self.assertEqual(self.wrong([[23, 3, 2]], street(w23={"oneway": "yes", "oneway:motorcar": "no"})), [])

    def test_closed_roads_by_mode(self):
        self.assertTrue(self.wrong(AHEAD, street(w23={"motor_vehicle": "no"})))
        self.assertTrue(self.wrong(AHEAD, street(w23={"highway": "footway"})))
        self.assertTrue(self.wrong(AHEAD, street(w23={"motorcycle": "no"}), mode="TWO_WHEELER"))
        self.assertEqual(self.wrong(AHEAD, street(w23={"motorcycle": "no"})), [])
        self.assertEqual(self.wrong(AHEAD, street(w23={"access": "no", "motorcar": "yes"})), [])

    def test_barriers_are_not_passed_but_turned_at(self):
        self.assertTrue(self.wrong(AHEAD, nodes={2: {"barrier": "bollard"}}))
        self.assertEqual(self.wrong([[12, 1, 2], [12, 2, 1]], nodes={2: {"barrier": "bollard"}}), [])
        self.assertEqual(self.wrong(AHEAD, nodes={2: {"barrier": "gate"}}), [])

    def test_turns_at_a_node(self):
        no = self.restriction("no_right_turn", ("w", 12, "from"), ("n", 2, "via"), ("w", 25, "to"))
        only = self.restriction("only_straight_on", ("w", 12, "from"), ("n", 2, "via"), ("w", 23, "to"))
        for restrictions in (no, only):
            self.assertTrue(self.wrong(RIGHT, restrictions=restrictions))
            self.assertEqual(self.wrong(AHEAD, restrictions=restrictions), [])
        excepted = self.restriction(
            "no_right_turn", ("w", 12, "from"), ("n", 2, "via"), ("w", 25, "to"), **{"except": "motorcar"})
        self.assertEqual(self.wrong(RIGHT, restrictions=excepted), [])
        turned = self.restriction("no_u_turn", ("w", 12, "from"), ("n", 2, "via"), ("w", 12, "to"))
        self.assertTrue(self.wrong([[12, 1, 2], [12, 2, 1]], restrictions=turned))
        self.assertEqual(self.wrong(AHEAD, restrictions=turned), [])

    def test_turns_over_a_way(self):
        no = self.restriction("no_right_turn", ("w", 12, "from"), ("w", 23, "via"), ("w", 36, "to"))
        self.assertTrue(self.wrong(OVER, restrictions=no))
        self.assertEqual(self.wrong(AHEAD, restrictions=no), [])
        self.assertEqual(self.wrong(OVER[1:], restrictions=no), [])
        self.assertEqual(self.wrong([[25, 5, 2]] + OVER[1:], restrictions=no), [])
        only = self.restriction("only_straight_on", ("w", 12, "from"), ("w", 23, "via"), ("w", 34, "to"))
        self.assertTrue(self.wrong(OVER, restrictions=only))
        self.assertEqual(self.wrong(AHEAD, restrictions=only), [])

    def test_turns_over_several_ways(self):
        no = self.restriction(
            "no_u_turn", ("w", 12, "from"), ("w", 23, "via"), ("w", 36, "via"), ("w", 56, "to"))
        around = OVER + [[56, 6, 5]]
        self.assertTrue(self.wrong(around, restrictions=no))
        self.assertEqual(self.wrong(around[1:], restrictions=no), [])

    def test_what_holds_by_the_hour(self):
        no = self.restriction("", ("w", 12, "from"), ("n", 2, "via"), ("w", 25, "to"))
        no[0][1].pop("restriction")
        no[0][1]["restriction:conditional"] = "no_right_turn @ (Mo-Fr 07:00-09:00)"
        ways = street(w23={"motor_vehicle:conditional": "no @ (07:00-10:00); no @ (22:00-04:00)"})
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "map.osm")
            write_map(file, ways, restrictions=no)
            for moment, right, ahead in (
                    (None, True, True), ((0, 480), False, False), ((5, 480), True, False), ((0, 720), True, True),
                    ((2, 180), True, False), ((0, 540), True, False)):
                checker = RouteChecker(file, "DRIVE", moment)
                self.assertEqual(checker.check(RIGHT) == [], right, moment)
                self.assertEqual(checker.check(AHEAD) == [], ahead, moment)
            self.assertEqual(RouteChecker(file, "DRIVE", (0, 480)).check(AHEAD[1:]), [])

    def test_private_ground_in_the_middle_of_a_route_is_noticed(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "map.osm")
            write_map(file, street(w23={"access": "private"}))
            checker = RouteChecker(file, "DRIVE")
            self.assertTrue(checker.passes_private(AHEAD))
            self.assertFalse(checker.passes_private(AHEAD[:2]))
            self.assertFalse(checker.passes_private(AHEAD[1:]))
            self.assertFalse(checker.passes_private(RIGHT))
            self.assertTrue(checker.has_way_without_private(AHEAD))
            write_map(file, street(w23={"access": "private"}, w56={"oneway": "-1"}))
            self.assertFalse(RouteChecker(file, "DRIVE").has_way_without_private(AHEAD))


if __name__ == "__main__":
    unittest.main()
