"""From the files of a case's runs to curves, numbers, scores and a verdict."""
import math
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from .cases import Case, Measure, Score, Series
from .formulas import Formula, Value, evaluate
from .measures import LOG, Curve, Input, NoValue, take
from .mistakes import Mistake, nearest, unknown_name
from .names import Names
from .tables import Table, read_table


class Results(Names):
    """The series and numbers of one run, computed on first use."""

    def __init__(self, case: Case, constants: Names, tables: dict[str, Table], folders: list[Path]) -> None:
        super().__init__(constants.formulas | case.number, constants.values)
        for name in case.number:
            self.values.pop(name, None)
        self.case = case
        self.tables = dict(tables)
        self.folders = folders  # of reference data
        self.curves: dict[str, Curve] = {}
        self.notes: dict[str, str] = {}  # why a number is NaN
        self.note = ""

    def value(self, name: str, place: str) -> float:
        before, self.note = self.note, ""
        value = super().value(name, place)
        self.note = self.notes.setdefault(name, self.note) or before
        return value

    def compute(self, name: str) -> float:
        recipe = self.formulas[name]
        if isinstance(recipe, Formula):
            return self.number(recipe)
        try:
            return self.measure(recipe)
        except NoValue as why:
            self.note = f"{name}: {why}"
            return math.nan

    def measure(self, recipe: Measure) -> float:
        low, high = self.optional(recipe.from_, -math.inf), self.optional(recipe.to, math.inf)
        keys = {key: self.number(formula) for key in ("at", "level", "shift", "low", "high")
                if (formula := getattr(recipe, key))}
        time = Formula("time", recipe.place)
        of = self.curve(recipe.of, recipe.place) if recipe.of else self.make(
            Series(table=recipe.table, x=recipe.x or time, y=recipe.y, place=recipe.place))
        if not recipe.against:
            return take(recipe.take, Input(of.between(low, high), **keys))
        against = self.curve(recipe.against, recipe.place).within(low, high)
        return take(recipe.take, Input(of, against, relative=recipe.relative, **keys))

    def optional(self, formula: Formula | None, otherwise: float) -> float:
        return self.number(formula) if formula else otherwise

    def curve(self, name: str, place: str) -> Curve:
        if name not in self.curves:
            mark = f"[series.{name}]"
            if mark in self.under_way:
                raise Mistake(place, f"the series '{name}' depends on itself")
            self.under_way.add(mark)
            self.curves[name] = self.make(self.case.series[name])
            self.under_way.remove(mark)
        return self.curves[name]

    def make(self, recipe: Series) -> Curve:
        curve = self.of_points(recipe.points) if recipe.points else self.of_table(recipe)
        if recipe.accumulate:
            curve = Curve(curve.x, np.cumsum(curve.y))
        curve = curve.smoothed(self.optional(recipe.smooth, 0.0))
        return curve.within(self.optional(recipe.from_, -math.inf), self.optional(recipe.to, math.inf))

    def of_points(self, points: list[list[Formula]]) -> Curve:
        x, y = np.array([[self.number(formula) for formula in point] for point in points]).T
        return Curve(x, y).sorted() if np.all(np.isfinite(y)) else Curve()  # a gap would be interpolated

    def of_table(self, recipe: Series) -> Curve:
        table = self.table(recipe)
        return Curve(*(self.column(formula, table) for formula in (recipe.x, recipe.y))).sorted()

    def column(self, formula: Formula, table: Table) -> np.ndarray:
        """A value for each line. Columns of the table hide other names."""

        def lookup(name: str) -> Value:
            if name in table:
                return table[name]
            if name in self.values or name in self.formulas:
                return self.value(name, formula.place)
            raise unknown_name(formula.place, name, [*self.known(), *table])

        return np.broadcast_to(evaluate(formula, lookup), len(next(iter(table.values()))))

    def error_bars(self, name: str) -> np.ndarray | None:
        """Half the lengths of the bars at the points of a series, if it has them."""
        recipe = self.case.series[name]
        if not recipe.error:
            return None
        bars = self.make(replace(recipe, y=recipe.error, smooth=None, accumulate=False))
        return bars.y if np.array_equal(bars.x, self.curve(name, recipe.place).x) else None

    def table(self, recipe: Series) -> Table:
        if recipe.table not in self.tables:
            paths = [folder / recipe.table for folder in self.folders]
            path = next((path for path in paths if path.is_file()), None)
            if not path:
                names = [*self.tables, *(file.name for folder in self.folders for file in folder.glob("*.csv"))]
                raise Mistake(recipe.place, f"there is no table '{recipe.table}': a table is probes, stats or a file in "
                              f"{self.folders[-1]}{nearest(recipe.table, names)}")
            self.tables[recipe.table] = read_table(path)
        return self.tables[recipe.table]


@dataclass
class Scored:
    """A result, and its target."""

    name: str
    variant: str
    size: int  # 0: of several runs together
    value: float
    unit: str = ""
    at_least: float | None = None
    at_most: float | None = None
    reason: str = ""
    note: str = ""

    @property
    def is_asked(self) -> bool:
        return self.at_least is not None or self.at_most is not None

    @property
    def passes(self) -> bool:
        """Also without a target. NaN misses every target."""
        return (self.at_least is None or self.value >= self.at_least) and (
            self.at_most is None or self.value <= self.at_most)


@dataclass
class Run:
    """One size of one variant of a case."""

    variant: str
    size: int
    constants: Names
    scene: str = ""
    check: dict[str, Any] = field(default_factory=dict)  # what the program says of the scene
    results: Results | None = None

    @property
    def name(self) -> str:
        return f"{self.variant}_n{self.size}" if self.variant else f"n{self.size}"


def score_run(recipe: Score, run: Run) -> Scored:
    results = run.results
    results.note = ""
    scored = Scored(recipe.name, run.variant, run.size, results.number(recipe.value), recipe.unit, reason=recipe.reason)
    if not math.isfinite(scored.value):
        scored.note = results.note
    bounds = [results.number(bound) if bound else None for bound in (recipe.at_least, recipe.at_most)]
    if run.size >= recipe.from_size:
        scored.at_least, scored.at_most = bounds
    return scored


def observed_order(coarse: Scored, fine: Scored) -> float:
    """p of e ~ (1/n)^p."""
    with np.errstate(all="ignore"):
        return float(LOG(np.abs(np.float64(coarse.value) / fine.value))) / math.log(fine.size / coarse.size)


def score_sizes(recipe: Score, by_size: list[Scored]) -> list[Scored]:
    """Scores of the finest two and three sizes together."""
    out: list[Scored] = []
    if len(by_size) < 2:
        return out
    *_, middle, fine = by_size
    if recipe.order or recipe.order_at_least is not None:
        out.append(Scored(f"{recipe.name}: observed order", fine.variant, 0, observed_order(middle, fine),
                          at_least=recipe.order_at_least, reason=recipe.reason,
                          note=f"from n = {middle.size} to {fine.size}"))
    if recipe.converges and len(by_size) >= 3:
        first, second = abs(middle.value - by_size[-3].value), abs(fine.value - middle.value)
        target = fine.at_most if fine.at_most is not None else fine.at_least or 0.0
        is_noise = second <= 0.1 * abs(target)
        with np.errstate(all="ignore"):
            ratio = 0.0 if is_noise else float(np.float64(second) / first)
        out.append(Scored(f"{recipe.name}: change from size to size", fine.variant, 0, ratio, at_most=1.0,
                          reason="the value must converge with resolution",
                          note=f"|change| {first:.3g}, then {second:.3g}"))
    return out


def score_runs(case: Case, runs: list[Run]) -> list[Scored]:
    scores: list[Scored] = []
    for recipe in case.score:
        for variant in dict.fromkeys(run.variant for run in runs):
            if not recipe.variants or variant in recipe.variants:
                by_size = [score_run(recipe, run) for run in runs if run.variant == variant]
                scores += by_size + score_sizes(recipe, by_size)
    return scores


def verdict_of(scores: list[Scored], must_fail: bool) -> str:
    """`pass` if all targets are met, `not_run` if there are none. A control passes if it misses one with a number."""
    asked = [score for score in scores if score.is_asked]
    if not asked:
        return "not_run"
    all_pass = all(score.passes for score in asked)
    all_found = all(math.isfinite(score.value) for score in asked)
    return "pass" if (all_found and not all_pass if must_fail else all_pass) else "fail"
