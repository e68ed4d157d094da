#!/usr/bin/env python3
"""The package spindrift.validate alone: formulas, tables, curves, measures, scenes, verdicts."""
import importlib.util
import math
import os
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
if sys.version_info < (3, 11) or not importlib.util.find_spec("numpy"):
    if Path(sys.executable).resolve() != Path("/usr/bin/python3").resolve() and Path("/usr/bin/python3").exists():
        os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])
    print("left out: no Python 3.11 with NumPy (Debian: python3-numpy)")
    sys.exit(77)
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "python"))

import numpy as np  # noqa: E402

from spindrift.validate import scores  # noqa: E402
from spindrift.validate.cases import CaseFile, merged, read_case  # noqa: E402
from spindrift.validate.formulas import Formula, evaluate, number  # noqa: E402
from spindrift.validate.measures import MEASURES, Curve, Input, NoValue, take  # noqa: E402
from spindrift.validate.mistakes import Mistake  # noqa: E402
from spindrift.validate.names import Names  # noqa: E402
from spindrift.validate.scenes import Settings, lines_of_scene, scene_of, short  # noqa: E402
from spindrift.validate.tables import table_of_csv, table_of_json_lines  # noqa: E402


def value(text, **names):
    return number(Formula(text, "case.toml:7"), lambda name: names[name])


def curve(x, y):
    return Curve(np.array(x, float), np.array(y, float))


def wave(omega, loss, step=1 / 60, level=0.5):
    """A damped cosine that loses this share of its amplitude per period."""
    x = np.arange(0, 12, step)
    decay = -math.log(1 - loss) * omega / (2 * math.pi)
    return Curve(x, level + 0.3 * np.exp(-decay * x) * np.cos(omega * x))


class Formulas(unittest.TestCase):
    def test_have_the_precedence_of_those_in_scenes(self):
        for text, expected in [("1 + 2*3^2", 19), ("-2^2", -4), ("2^3^2", 512), ("2^-1", 0.5), ("1 < 2", 1), ("3 + (1 >= 2)", 3),
                               ("if(x > 1, 10, 20)", 10), ("min(3, x) + max(3, x)", 5), ("sech(0) + e - e", 1), ("2e-3*pi", 2e-3 * math.pi),
                               ("floor(-0.5) + abs(-3)", 2), ("lambda*2", 14), ("atan2(1, 1)", math.pi / 4)]:
            self.assertEqual(value(text, x=2.0, e=1.5, **{"lambda": 7.0}), expected, text)

    def test_zero_over_zero_is_a_value_that_does_not_exist(self):
        self.assertTrue(math.isnan(value("0/0")))
        self.assertEqual(value("log(0)"), -math.inf)
        self.assertEqual(value("exp(1000)"), math.inf)
        np.testing.assert_array_equal(evaluate(Formula("if(x > 1, x, 0/0)"), lambda _: np.array([1.0, 2.0])), [np.nan, 2])

    def test_hold_nothing_but_numbers_names_and_functions(self):
        for text in ["", "(2", "2 x", "x.real", "[1]", "'a'", "x if x else x", "lambda: 1", "sin(1, 2)", "sine(1)", "2**3", "1 < 2 < 3",
                     "__import__('os')", "x = 2", "(" * 400, "1" + "0" * 400, "+1" * 9000]:
            with self.assertRaisesRegex(Mistake, "case.toml:7: error: ", msg=text):
                value(text, x=1.0)

    def test_names_are_computed_on_first_use_and_not_in_a_circle(self):
        names = Names({"g": Formula("2*half"), "half": Formula("4.9"), "a": Formula("b"), "b": Formula("a", "f:3")}, {"n": 8.0})
        self.assertEqual(names.value("g", ""), 9.8)
        with self.assertRaisesRegex(Mistake, "'a' depends on itself|'b' depends on itself"):
            names.value("a", "")
        with self.assertRaisesRegex(Mistake, "f:1: error: unknown name 'hlf'; did you mean 'half'"):
            names.value("hlf", "f:1")


class Tables(unittest.TestCase):
    def test_headings_lose_their_units_and_become_names(self):
        table = table_of_csv("# a comment\ntime s,left gauge height m,T,top-1 u m/s\n0,0.5,1,\n0.1,,nan,3\n", "p.csv")
        self.assertEqual(list(table), ["time", "left_gauge_height", "T", "top_1_u"])
        np.testing.assert_array_equal(table["left_gauge_height"], [0.5, np.nan])
        np.testing.assert_array_equal(table["top_1_u"], [np.nan, 3])

    def test_mistakes_name_their_line(self):
        for text, message in [("t,x\n0,1\n1,2,3\n", "p.csv:3: error: this line has 3 fields, the heading 2"),
                              ("t,x\n0,1\n1,0.4O4\n", "p.csv:3: error: '0.4O4' is not a number"), ("t,x\n0,0.9e999\n", "is not a number"),
                              ("t,height cm,height m\n0,1,2\n", "p.csv:1: error: two columns are called 'height'")]:
            with self.assertRaisesRegex(Mistake, message):
                table_of_csv(text, "p.csv")

    def test_vectors_of_statistics_have_a_column_for_each_axis(self):
        table = table_of_json_lines([{"time": 0, "center": [1, 2], "spin": [7], "hash": "ab"}, {"time": 0.5, "center": [3, 4], "rest": 1e-6}])
        self.assertEqual(list(table), ["time", "center_x", "center_y", "spin", "rest"])
        np.testing.assert_array_equal(table["center_y"], [2, 4])
        np.testing.assert_array_equal(table["spin"], [7, np.nan])


class Curves(unittest.TestCase):
    def test_are_sorted_by_x_without_holes(self):
        made = curve([2, 1, math.nan, 3], [20, 10, 5, math.nan]).sorted()
        np.testing.assert_array_equal([made.x, made.y], [[1, 2], [10, 20]])

    def test_are_linear_between_points_and_nan_beyond(self):
        found = curve([0, 1, 3], [0, 2, 0]).at(np.array([-0.1, 0.5, 1, 2, 3, 3.1]))
        np.testing.assert_array_equal(found, [np.nan, 1, 2, 1, 0, np.nan])

    def test_part_of_a_line_has_the_area_of_its_trapezoid(self):
        line = Curve(np.arange(101) / 10, np.arange(101) / 5)
        self.assertAlmostEqual(take("integral", Input(line.between(0.33, 4.47))), 4.47**2 - 0.33**2, 12)

    def test_smoothing_keeps_a_line_and_removes_a_ripple(self):
        line = Curve(np.arange(101) / 10, 3 * np.arange(101) / 10)
        np.testing.assert_allclose(line.smoothed(1).y[5:-5], line.y[5:-5], atol=1e-12)
        ripple = Curve(np.arange(101.0), np.arange(101) % 2)
        np.testing.assert_allclose(ripple.smoothed(10).y[10:-10], 0.5, atol=1e-12)


class Measures(unittest.TestCase):
    def test_frequency_and_loss_are_found_from_coarse_samples(self):
        self.assertAlmostEqual(take("angular_frequency", Input(wave(5.3, 0.04))), 5.3, delta=0.005)
        self.assertAlmostEqual(take("loss_per_period", Input(wave(5.3, 0.04))), 0.04, delta=1e-3)

    def test_noise_at_the_level_adds_no_periods(self):
        noisy = wave(5.0, 0.0, 0.01, 0.0)
        noisy = Curve(noisy.x, noisy.y + 0.01 * (-1.0) ** np.arange(len(noisy)))
        self.assertAlmostEqual(take("angular_frequency", Input(noisy)), 5.0, delta=0.02)

    def test_extremes_means_and_slopes(self):
        given = Input(curve([0, 1, 2, 3], [1, 5, 2, 4]))
        for name, expected in {"max": 5, "max_at": 1, "min": 1, "min_at": 0, "first": 1, "last": 4, "integral": 9.5, "mean": 9.5 / 3}.items():
            self.assertEqual(take(name, given), expected, name)
        self.assertEqual(take("slope", Input(curve([0, 1, 2], [1, 4, 7]))), 3)
        x = np.arange(1, 4, 0.1)
        self.assertAlmostEqual(take("growth", Input(Curve(x, -2 * np.exp(0.7 * x)))), 0.7, 12)
        self.assertAlmostEqual(take("exponent", Input(Curve(x, 5 * x**-1.5))), -1.5, 12)

    def test_crossings_lie_between_samples(self):
        peak = curve([0, 1, 2], [0, 4, 0])
        self.assertEqual(take("first_above", Input(peak, level=1)), 0.25)
        self.assertEqual(take("first_below", Input(peak.between(1, 2), level=1)), 1.75)
        with self.assertRaisesRegex(NoValue, "never reaches 5"):
            take("first_above", Input(peak, level=5))

    def test_best_shift_finds_a_delay_within_its_bounds(self):
        t, later = np.arange(0, 3, 0.01), np.arange(1, 2, 0.1)
        given = {"of": Curve(t, t**2), "against": Curve(later, (later - 0.17) ** 2), "low": -0.3}
        self.assertAlmostEqual(take("best_shift", Input(**given, high=0.3)), 0.17, delta=1e-3)
        self.assertAlmostEqual(take("best_shift", Input(**given, high=0.1)), 0.1, 9)

    def test_a_comparison_beyond_the_simulation_has_no_value(self):
        given = {"of": curve([0, 3], [0, 3]), "against": curve([0, 1], [-0.2, 0.8])}
        with self.assertRaisesRegex(NoValue, "shifted by 0.3, the simulation has nothing at -0.3: compare less of it"):
            take("best_shift", Input(**given, high=0.3))
        with self.assertRaisesRegex(NoValue, "the simulation has nothing at 4"):
            take("rms", Input(given["of"], curve([4], [1])))

    def test_differences_can_be_relative(self):
        given = {"of": curve([0, 2], [11, 11]), "against": curve([0, 1, 2], [10, 10, 20])}
        self.assertEqual(take("worst", Input(**given)), 9)
        self.assertAlmostEqual(take("mean_error", Input(**given)), 11 / 3, 14)
        self.assertEqual(take("worst", Input(**given, relative=True)), 0.45)

    def test_each_is_in_the_manual_and_has_no_value_of_an_empty_series(self):
        page = (ROOT / "docs/validation.md").read_text(encoding="utf-8")
        for name in MEASURES:
            self.assertIn(f"`{name}`", page)
            with self.assertRaises(NoValue):
                take(name, Input(Curve()))


CASE = """title = "A case"
source = "a test"
sizes = [8, 16]
[constants]
h = "0.1*3*n/0.3"
[scene.domain]
size = [1.0, 1.0]
resolution = "= h"
[[scene.probe]]
name = "at {h/32}"
file = "a.csv"
[[score]]
name = "nothing"
value = 1
"""


class Scenes(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def add(self, name, text):
        path = Path(self.folder.name) / name
        path.write_text(text)
        return path

    def test_have_formulas_evaluated_and_the_settings_of_their_kind(self):
        settings = self.add("settings.toml", '[liquid.solver]\ntransfer = "apic"\n[smoke.gas]\nreflection = true\n')
        case, file = read_case(self.add("case.toml", CASE), [])
        for n in range(3, 100):  # 0.1*3*n/0.3 is off a whole number by rounding
            scene = scene_of(case, file, Settings(settings, ["liquid.solver.flip=0.9"]), Names(case.constants, {"n": float(n)}))
            self.assertIs(type(scene["domain"]["resolution"]), int)
            self.assertEqual(scene["domain"]["resolution"], n)
        self.assertEqual(scene["solver"], {"transfer": "apic", "flip": 0.9})
        self.assertNotIn("gas", scene)
        self.assertIs(scene["output"]["particles"], False)
        self.assertEqual(scene["probe"][0], {"name": f"at ({short(0.1 * 3 * 99 / 0.3 / 32)})", "file": str(file.path.with_name("a.csv").resolve())})
        self.assertIn(('"resolution" = 99', ("domain", "resolution")), lines_of_scene(scene))

    def test_settings_say_how_a_step_is_computed_and_no_more(self):
        with self.assertRaisesRegex(Mistake, "settings.toml:2: error: 'fluid.density' says what happens"):
            Settings(self.add("settings.toml", "[liquid.fluid]\ndensity = 900\n"), [])
        for change in ["solver.flip=1", "solver=3", "liquid=3", "fluid", "water.solver.flip=1"]:
            with self.assertRaisesRegex(Mistake, "--set: error: ", msg=change):
                Settings(self.add("settings.toml", ""), [change])

    def test_of_a_case_like_another_are_merged_and_places_are_in_either_file(self):
        self.add("case.toml", CASE)
        file = CaseFile(self.add("other.toml", 'like = "case"\n[scene.domain]\nsize = [2]\n'), [])
        self.assertEqual(file.values["scene"]["domain"], {"size": [2], "resolution": "= h"})
        self.assertRegex(file.place(("scene", "domain", "size")), "other.toml:3$")
        self.assertRegex(file.place(("scene", "probe", 0, "name")), "case.toml:10$")
        self.assertEqual(merged({"a": [1, 2], "t": {"x": 1, "y": 2}}, {"a": [3], "t": {"y": 5}}), {"a": [3], "t": {"y": 5, "x": 1}})


class Verdicts(unittest.TestCase):
    def verdict(self, must_fail, *pairs):
        return scores.verdict_of([scores.Scored("", "", 8, found, at_most=most) for found, most in pairs], must_fail)

    def test_a_case_passes_only_if_all_targets_are_met(self):
        self.assertEqual(self.verdict(False, (1, 2), (9, None)), "pass")
        self.assertEqual(self.verdict(False, (1, 2), (3, 2)), "fail")
        self.assertEqual(self.verdict(False, (math.nan, 2)), "fail")
        self.assertEqual(self.verdict(False, (9, None)), "not_run")

    def test_a_control_passes_only_if_it_misses_with_a_number(self):
        self.assertEqual([self.verdict(True, (found, 2)) for found in (3, 1, math.nan)], ["pass", "fail", "fail"])

    def test_observed_order_is_the_power_with_which_errors_fall(self):
        coarse, fine = scores.Scored("", "", 32, 0.04), scores.Scored("", "", 64, 0.01)
        self.assertAlmostEqual(scores.observed_order(coarse, fine), 2, 12)


if __name__ == "__main__":
    unittest.main()
