"""Curves through points, and numbers taken of them."""
import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from .formulas import libm

LOG = libm("log", np.log)


class NoValue(Exception):
    """Why a measure has none."""


@dataclass(frozen=True)
class Curve:
    x: np.ndarray = field(default_factory=lambda: np.empty(0))
    y: np.ndarray = field(default_factory=lambda: np.empty(0))

    def __len__(self) -> int:
        return len(self.x)

    def part(self, keep: np.ndarray) -> "Curve":
        return Curve(self.x[keep], self.y[keep])

    def sorted(self) -> "Curve":
        """By x, without points that are not finite."""
        finite = self.part(np.isfinite(self.x) & np.isfinite(self.y))
        return finite.part(np.argsort(finite.x, kind="stable"))

    def within(self, low: float, high: float) -> "Curve":
        """The points between two values of x."""
        return self.part((self.x >= low) & (self.x <= high))

    def between(self, low: float, high: float) -> "Curve":
        """The curve between two values of x, with interpolated ends; less if it is shorter."""
        if not len(self) or not max(low, self.x[0]) <= min(high, self.x[-1]):
            return Curve()
        ends = np.unique([max(low, self.x[0]), min(high, self.x[-1])])
        inner = self.part((self.x > ends[0]) & (self.x < ends[-1]))
        x = np.concatenate([ends[:1], inner.x, ends[1:]])
        return Curve(x, np.concatenate([self.at(ends[:1]), inner.y, self.at(ends[1:])]))

    def at(self, x: np.ndarray) -> np.ndarray:
        """Linear between points, NaN beyond the ends."""
        after = np.clip(np.searchsorted(self.x, x), 0, len(self) - 1)
        before = np.maximum(after - 1, 0)
        with np.errstate(invalid="ignore", divide="ignore"):
            share = (x - self.x[before]) / (self.x[after] - self.x[before])
            between = self.y[before] + share * (self.y[after] - self.y[before])
        inside = (x >= self.x[0]) & (x <= self.x[-1])
        return np.where(inside, np.where(self.x[after] == x, self.y[after], between), np.nan)

    def running_integral(self) -> "Curve":
        """By trapezoids, from the first point to each."""
        areas = 0.5 * (self.y[1:] + self.y[:-1]) * np.diff(self.x)
        return Curve(self.x, np.concatenate([[0.0], np.cumsum(areas)]))

    def smoothed(self, width: float) -> "Curve":
        """The mean over `width` around each point."""
        if len(self) < 2 or not width > 0:
            return self
        low, high = np.maximum(self.x - 0.5 * width, self.x[0]), np.minimum(self.x + 0.5 * width, self.x[-1])
        integral = self.running_integral()
        with np.errstate(invalid="ignore", divide="ignore"):
            means = (integral.at(high) - integral.at(low)) / (high - low)
        return Curve(self.x, np.where(high > low, means, self.y))


@dataclass(frozen=True)
class Input:
    """What is measured. The curve is cut to `from` and `to`, unless it is compared: then the reference is."""

    of: Curve
    against: Curve = Curve()
    at: float = 0.0
    level: float | None = None
    shift: float = 0.0
    low: float = 0.0
    high: float = 0.0
    relative: bool = False


def value(given: Input) -> float:
    found = float(given.of.at(np.array([given.at]))[0])
    if not np.isfinite(found):
        raise NoValue(f"the series has nothing at {given.at:g}")
    return found


def integral_of(curve: Curve) -> float:
    return float(curve.running_integral().y[-1])


def mean_of(curve: Curve) -> float:
    length = float(curve.x[-1] - curve.x[0])
    return integral_of(curve) / length if length > 0 else float(curve.y[0])


def total(numbers: np.ndarray) -> float:
    """In their order: the last bits of NumPy's own sum depend on the processor."""
    return float(np.cumsum(numbers)[-1])


def mean(numbers: np.ndarray) -> float:
    return total(numbers) / len(numbers)


def slope_of(x: np.ndarray, y: np.ndarray) -> float:
    """Of the line of least squares."""
    if len(x) < 2:
        raise NoValue("fewer than two points for a line")
    x, y = x - total(x / len(x)), y - total(y / len(y))
    return total(x * y) / total(x * x)


def growth(given: Input) -> float:
    curve = given.of.part(given.of.y != 0)
    return slope_of(curve.x, LOG(np.abs(curve.y)))


def exponent(given: Input) -> float:
    curve = given.of.part((given.of.x > 0) & (given.of.y > 0))
    return slope_of(LOG(curve.x), LOG(curve.y))


def first_crossing(curve: Curve, level: float, sign: float) -> float:
    """The first x where the curve crosses the level: upwards with sign 1, downwards with sign -1."""
    beyond = sign * (curve.y - level)
    reached = np.flatnonzero(beyond >= 0)
    if not len(reached):
        raise NoValue(f"the series never reaches {level:g}")
    i = reached[0]
    if i == 0:
        return float(curve.x[0])
    return float(curve.x[i - 1] + (curve.x[i] - curve.x[i - 1]) * -beyond[i - 1] / (beyond[i] - beyond[i - 1]))


def parabola_extreme(y: np.ndarray, i: int) -> float:
    """Of the parabola through the points around i: the samples miss the extreme."""
    if i == 0 or i + 1 >= len(y):
        return y[i]
    bend = y[i - 1] - 2 * y[i] + y[i + 1]
    return y[i] - (y[i + 1] - y[i - 1]) ** 2 / (8 * bend) if bend else y[i]


def periods_of(given: Input) -> tuple[list[float], list[float]]:
    """The upward crossings of the level (the mean, unless given), and the swing from lowest to highest in each period.

    Noise at the level would give several crossings for one. A crossing counts only after the curve was below the level
    by a quarter of its largest depth."""
    x, y = given.of.x, given.of.y - (mean_of(given.of) if given.level is None else given.level)
    deepest = min(0.0, float(np.min(y)))
    armed = False
    crossings, starts = [], []
    for i in range(1, len(y)):
        armed = armed or y[i - 1] < 0.25 * deepest
        if armed and y[i - 1] < 0 <= y[i]:
            crossings.append(float(x[i - 1] + (x[i] - x[i - 1]) * y[i - 1] / (y[i - 1] - y[i])))
            starts.append(i)
            armed = False
    swings = []
    for begin, end in zip(starts, starts[1:]):
        high, low = begin + int(np.argmax(y[begin:end])), begin + int(np.argmin(y[begin:end]))
        swings.append(float(parabola_extreme(given.of.y, high) - parabola_extreme(given.of.y, low)))
    return crossings, swings


def angular_frequency(given: Input) -> float:
    crossings, swings = periods_of(given)
    if not swings:
        raise NoValue("less than a whole period")
    return 2 * np.pi * len(swings) / (crossings[-1] - crossings[0])


def loss_per_period(given: Input) -> float:
    swings = periods_of(given)[1]
    if len(swings) < 2:
        raise NoValue("fewer than two whole periods")
    return 1 - math.exp(slope_of(np.arange(len(swings), dtype=float), LOG(swings)))


def differences(given: Input, shift: float) -> np.ndarray:
    """simulation(x - shift) - reference(x) at each point of the reference; over the reference if `relative`."""
    x = given.against.x - shift
    found = given.of.at(x)
    missing = np.flatnonzero(~np.isfinite(found))
    if len(missing):
        raise NoValue(f"the simulation has nothing at {x[missing[0]]:g}")
    return (found - given.against.y) / (given.against.y if given.relative else 1)


def rms(given: Input, shift: float | None = None) -> float:
    return mean(differences(given, given.shift if shift is None else shift) ** 2) ** 0.5


def best_shift(given: Input) -> float:
    """The shift between `low` and `high` with the smallest rms, by refined search. Every shift must have one."""
    for bound in (given.low, given.high):
        try:
            differences(given, bound)
        except NoValue as why:
            raise NoValue(f"shifted by {bound:g}, {why}: compare less of it") from None
    low, high, best, least = given.low, given.high, None, np.inf
    for _ in range(4):
        step = (high - low) / 40
        for shift in (low + i * step for i in range(41)):
            if (bad := rms(given, shift)) < least:
                least, best = bad, shift
        if best is None:
            raise NoValue("the difference is not a number")
        low, high = max(given.low, best - step), min(given.high, best + step)
    return best


@dataclass(frozen=True)
class Kind:
    take: Callable[[Input], float]
    needs: tuple[str, ...] = ()  # keys besides `of`
    may: tuple[str, ...] = ()  # optional ones besides `from` and `to`


COMPARED = {"needs": ("against",), "may": ("shift", "relative")}
MEASURES: dict[str, Kind] = {
    "value": Kind(value, needs=("at",)),
    "first": Kind(lambda given: float(given.of.y[0])),
    "last": Kind(lambda given: float(given.of.y[-1])),
    "max": Kind(lambda given: float(np.max(given.of.y))),
    "min": Kind(lambda given: float(np.min(given.of.y))),
    "max_at": Kind(lambda given: float(given.of.x[np.argmax(given.of.y)])),
    "min_at": Kind(lambda given: float(given.of.x[np.argmin(given.of.y)])),
    "mean": Kind(lambda given: mean_of(given.of)),
    "integral": Kind(lambda given: integral_of(given.of)),
    "slope": Kind(lambda given: slope_of(given.of.x, given.of.y)),
    "growth": Kind(growth),
    "exponent": Kind(exponent),
    "first_above": Kind(lambda given: first_crossing(given.of, given.level, 1), needs=("level",)),
    "first_below": Kind(lambda given: first_crossing(given.of, given.level, -1), needs=("level",)),
    "angular_frequency": Kind(angular_frequency, may=("level",)),
    "loss_per_period": Kind(loss_per_period, may=("level",)),
    "rms": Kind(rms, **COMPARED),
    "worst": Kind(lambda given: float(np.max(np.abs(differences(given, given.shift)))), **COMPARED),
    "mean_error": Kind(lambda given: mean(np.abs(differences(given, given.shift))), **COMPARED),
    "best_shift": Kind(best_shift, needs=("against", "low", "high"), may=("relative",)),
}


def take(name: str, given: Input) -> float:
    if not len(given.of):
        raise NoValue("the series has no points there")
    if "against" in MEASURES[name].needs and not len(given.against):
        raise NoValue("the reference has no points there")
    return MEASURES[name].take(given)
