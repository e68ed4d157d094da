"""The file of a case: its keys are the fields of these classes. docs/validation.md has the format."""
import dataclasses
import re
import tomllib
import types
import typing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .formulas import Formula
from .measures import MEASURES
from .mistakes import Mistake, nearest

Keys = tuple[str | int, ...]  # the way to a value: ("score", 2, "value")
NO_KEY: dict[str, Any] = {"default": "", "metadata": {"is_key": False}}


@dataclass(frozen=True)
class Series:
    """A curve: two formulas over the columns of a table, or single points."""

    table: str = ""
    x: Formula | None = None
    y: Formula | None = None
    error: Formula | None = None  # half the length of the bar in a plot
    points: list[list[Formula]] = field(default_factory=list)  # [x, y]
    from_: Formula | None = None  # of x
    to: Formula | None = None
    smooth: Formula | None = None  # width in x of a running mean
    accumulate: bool = False
    place: str = field(**NO_KEY)


@dataclass(frozen=True)
class Measure:
    """A number taken of a series, or of a table's column over time."""

    take: str
    of: str = ""
    table: str = ""
    x: Formula | None = None
    y: Formula | None = None
    against: str = ""
    from_: Formula | None = None
    to: Formula | None = None
    at: Formula | None = None
    level: Formula | None = None
    shift: Formula | None = None
    low: Formula | None = None
    high: Formula | None = None
    relative: bool = False
    place: str = field(**NO_KEY)


@dataclass(frozen=True)
class Score:
    name: str
    value: Formula
    unit: str = ""
    reason: str = ""
    at_least: Formula | None = None
    at_most: Formula | None = None
    from_size: int = 0  # the target holds from this size on
    variants: list[str] = field(default_factory=list)
    converges: bool = False
    order: bool = False
    order_at_least: float | None = None
    place: str = field(**NO_KEY)


@dataclass(frozen=True)
class Plot:
    title: str
    x: str
    y: str
    curves: list[str] = field(default_factory=list)
    reference: list[str] = field(default_factory=list)
    theory: list[str] = field(default_factory=list)
    variants: list[str] = field(default_factory=list)
    place: str = field(**NO_KEY)


@dataclass(frozen=True)
class Variant:
    name: str
    set: dict[str, Formula] = field(default_factory=dict)
    sizes: list[int] = field(default_factory=list)
    place: str = field(**NO_KEY)


@dataclass(frozen=True)
class Quick:
    sizes: list[int] = field(default_factory=list)
    set: dict[str, Formula] = field(default_factory=dict)
    variants: list[str] = field(default_factory=list)
    place: str = field(**NO_KEY)


@dataclass(frozen=True)
class Case:
    title: str
    source: str
    tier: int = 1
    not_run: str = ""
    must_fail: bool = False
    like: str = ""
    constants: dict[str, Formula] = field(default_factory=dict)
    sizes: list[int] = field(default_factory=list)
    quick: Quick = Quick()
    variant: list[Variant] = field(default_factory=list)
    scene: dict[str, Any] = field(default_factory=dict)
    series: dict[str, Series] = field(default_factory=dict)
    number: dict[str, Formula | Measure] = field(default_factory=dict)
    score: list[Score] = field(default_factory=list)
    plot: list[Plot] = field(default_factory=list)
    place: str = field(**NO_KEY)


def lines_of_keys(text: str) -> dict[Keys, int]:
    """The line of each key and table of a TOML text; those of inline tables are missing."""
    lines: dict[Keys, int] = {}
    counts: dict[Keys, int] = {}
    table: Keys = ()

    def parts(key: str) -> list[str]:
        return [part.strip(" \"'") for part in key.split(".")]

    for count, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[(\[?)([^\[\]]+)\]", line):
            table, names = (), parts(header[2])
            for depth, name in enumerate(names, 1):
                table += (name,)
                if depth == len(names) and header[1]:
                    counts[table] = counts.get(table, 0) + 1
                if table in counts:
                    table += (counts[table] - 1,)
            lines.setdefault(table, count)
        elif key := re.match(r"\s*([\w.\"'-]+)\s*=", line):
            lines.setdefault(table + tuple(parts(key[1])), count)
    return lines


class CaseFile:
    """The values of a case's file, and of the case that it is like."""

    def __init__(self, path: Path, libraries: list[Path], depth: int = 0) -> None:
        self.path = path
        self.values, text = read_toml(path)
        self.lines = [(str(path), lines_of_keys(text))]
        like = self.values.get("like")
        if not isinstance(like, str):
            return
        if depth > 8:
            raise Mistake(self.place(("like",)), "'like' refers back to this case")
        for folder in (path.parent, *libraries):
            if (folder / f"{like}.toml").is_file():
                other = CaseFile(folder / f"{like}.toml", libraries, depth + 1)
                self.values = merged(other.values, self.values)
                self.lines += other.lines
                return
        names = [file.stem for folder in libraries for file in folder.glob("*.toml")]
        raise Mistake(self.place(("like",)), f"there is no case '{like}'" + nearest(like, names))

    def place(self, keys: Keys) -> str:
        """FILE:LINE of a value, or of the nearest table around it."""
        for depth in range(len(keys), 0, -1):
            for file, lines in self.lines:
                if keys[:depth] in lines:
                    return f"{file}:{lines[keys[:depth]]}"
        return str(self.path)


def read_toml(path: Path) -> tuple[dict[str, Any], str]:
    try:
        text = path.read_text(encoding="utf-8")
        return tomllib.loads(text), text
    except tomllib.TOMLDecodeError as error:
        message, line = re.fullmatch(r"(.*?)(?: \(at line (\d+), column \d+\))?", str(error), re.S).groups()
        raise Mistake(f"{path}:{line}" if line else str(path), message) from None
    except (OSError, UnicodeDecodeError) as error:
        raise Mistake(str(path), f"cannot read this file: {error}") from None


def merged(under: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    """Keys of `over` win over those of `under`; tables are merged, lists replaced."""
    out = dict(over)
    for key, value in under.items():
        if key not in out:
            out[key] = value
        elif isinstance(value, dict) and isinstance(out[key], dict):
            out[key] = merged(value, out[key])
    return out


WORDS = {str: "a text in quotes", bool: "true or false", int: "a whole number", float: "a number",
         list: "a list", dict: "a table", Formula: "a number, or a formula in quotes"}


def read(kind: Any, value: Any, keys: Keys, file: CaseFile) -> Any:
    """A value of a case's file as the annotation of its field says."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is types.UnionType:  # with None, or Formula | Measure
        kind = Measure if Measure in inner and isinstance(value, dict) else inner[0]
        return read(kind, value, keys, file)
    if dataclasses.is_dataclass(kind) and kind is not Formula and isinstance(value, dict):
        return read_table(kind, value, keys, file)
    if origin is dict and isinstance(value, dict):
        return value if inner[1] is Any else {key: read(inner[1], item, keys + (key,), file) for key, item in value.items()}
    if origin is list and isinstance(value, list):
        return [read(inner[0], item, keys + (i,), file) for i, item in enumerate(value)]
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if kind is Formula and (is_number or isinstance(value, str)):
        return Formula(value if isinstance(value, str) else repr(value), file.place(keys))
    if (kind is float and is_number) or type(value) is kind:
        return value
    name = next(key for key in reversed(keys) if isinstance(key, str))
    wanted = WORDS.get(origin or kind, "a table")
    raise Mistake(file.place(keys), f"'{name}' must be {wanted}, found {str(value)[:40]}")


def read_table(kind: Any, table: dict[str, Any], keys: Keys, file: CaseFile) -> Any:
    names = ".".join(str(key) for key in keys if isinstance(key, str))
    where = f"[[{names}]]" if keys and isinstance(keys[-1], int) else f"[{names}]" if keys else "a case"
    fields = {f.name.rstrip("_"): f for f in dataclasses.fields(kind) if f.metadata.get("is_key", True)}
    for key in table:
        if key not in fields:
            raise Mistake(file.place(keys + (key,)), f"{where} has no key '{key}'" + nearest(key, fields))
    for key, f in fields.items():
        if key not in table and f.default is dataclasses.MISSING and f.default_factory is dataclasses.MISSING:
            raise Mistake(file.place(keys), f"{where} needs the key '{key}'")
    values = {fields[key].name: read(fields[key].type, value, keys + (key,), file) for key, value in table.items()}
    made = kind(**values, place=file.place(keys))
    if mistake := CHECKS.get(kind, lambda _: "")(made):
        raise Mistake(made.place, f"{where} {mistake}")
    return made


def check_series(series: Series) -> str:
    is_whole = all(len(point) == 2 for point in series.points) if series.points else series.table and series.x and series.y
    return "" if is_whole else "needs 'table', 'x' and 'y', or 'points' with pairs [x, y]"


def check_measure(measure: Measure) -> str:
    if measure.take not in MEASURES:
        return f"has an unknown 'take': '{measure.take}'" + nearest(measure.take, MEASURES)
    if not measure.of and not (measure.table and measure.y):
        return "needs the key 'of', or 'table' and 'y'"
    kind = MEASURES[measure.take]
    for key in ("against", "at", "level", "shift", "low", "high", "relative"):
        is_given = bool(getattr(measure, key))
        if key in kind.needs and not is_given:
            return f"with take = \"{measure.take}\" needs the key '{key}'"
        if is_given and key not in kind.needs + kind.may:
            return f"with take = \"{measure.take}\" has no key '{key}'"
    return ""


def check_score(score: Score) -> str:
    has_target = score.at_least or score.at_most or score.order_at_least is not None
    return "has a target and needs a 'reason'" if has_target and not score.reason else ""


def check_variant(variant: Variant) -> str:
    is_plain = re.fullmatch(r"[A-Za-z0-9_.-]*", variant.name)
    return "" if is_plain else "may have only letters, digits, '_', '-' and '.' in its name, which becomes a folder's"


def check_case(case: Case) -> str:
    for number, variant in enumerate(case.variant):
        if variant.name in [other.name for other in case.variant[:number]]:
            raise Mistake(variant.place, f"two variants are called '{variant.name}'; rename one")
    if not 1 <= case.tier <= 3:
        return f"must have a 'tier' between 1 and 3, found {case.tier}"
    for sizes in (case.sizes, case.quick.sizes, *(variant.sizes for variant in case.variant)):
        if any(not 1 <= size <= 65536 for size in sizes):
            return "must have 'sizes' between 1 and 65536"
    if not case.not_run and not (case.scene and case.sizes and case.score):
        return "needs a [scene], 'sizes' and a [[score]]; or 'not_run' with the reason why there are none"
    check_names(case)
    return ""


CHECKS = {Series: check_series, Measure: check_measure, Score: check_score, Variant: check_variant, Case: check_case}


def check_names(case: Case) -> None:
    """Every series and variant that is referred to must exist."""

    def check(names: list[str], known: typing.Iterable[str], what: str, place: str) -> None:
        for name in names:
            if name and name not in known:
                raise Mistake(place, f"there is no {what} '{name}'" + nearest(name, known))

    variants = [variant.name for variant in case.variant]
    for number in case.number.values():
        if isinstance(number, Measure):
            check([number.of, number.against], case.series, "series", number.place)
    for plot in case.plot:
        check([*plot.curves, *plot.reference, *plot.theory], case.series, "series", plot.place)
    for part in (*case.plot, *case.score, case.quick):
        check(part.variants, variants, "variant", part.place)


def read_case(path: Path, libraries: list[Path]) -> tuple[Case, CaseFile]:
    file = CaseFile(path, libraries)
    return read_table(Case, file.values, (), file), file


def choose_paths(words: list[str], library: Path) -> list[Path]:
    """The files of cases by path, by name or by the beginning of their names; without words all of the library."""
    known = {path.stem: path for path in sorted(library.glob("*.toml"))}
    paths: list[Path] = [] if words else list(known.values())
    for word in words:
        if word.endswith(".toml") and Path(word).is_file():
            paths.append(Path(word))
        elif found := [path for name, path in known.items() if word and name.startswith(word)]:
            paths += found
        else:
            hint = nearest(word, known) or "; --list shows the cases"
            raise Mistake(word, "there is no case and no file of this name" + hint)
    return list(dict.fromkeys(paths))
