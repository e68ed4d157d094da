"""The scene of a run: formulas of the case evaluated, with the settings that all cases share."""
import json
import re
import tomllib
from pathlib import Path
from typing import Any

from .cases import Case, CaseFile, Keys, lines_of_keys, merged, read_toml
from .formulas import Formula
from .mistakes import Mistake
from .names import Names

# How a step is computed: the same for all cases. Tables, and single keys of other tables.
SOLVER_TABLES = ("solver", "drift", "particles")
SOLVER_KEYS = {"time": ("substeps", "cfl", "max_substeps"),
               "gas": ("advection", "reflection", "conserve", "confinement", "tiles")}
# Without pictures, particles and checkpoints. A case may ask for them.
NUMBERS_ONLY = {"output": {"particles": False, "pictures": False, "movie": False}, "checkpoint": {"every_minutes": 0}}

Scene = dict[str, Any]


def is_solver_key(table: str, key: str) -> bool:
    return (table in SOLVER_TABLES and (table, key) != ("particles", "columns")) or key in SOLVER_KEYS.get(table, ())


def items(value: Any) -> list[tuple[str, Any]]:
    """Of a table; none of another value."""
    return list(value.items()) if isinstance(value, dict) else []


class Settings:
    """settings.toml with the changes of the command line, for liquids and for smoke."""

    def __init__(self, path: Path, changes: list[str]) -> None:
        self.path = path
        self.kinds, text = read_toml(path)
        self.lines = lines_of_keys(text)
        for change in changes:
            self.change(change)
        for kind, tables in self.kinds.items():
            for table, keys in items(tables):
                if kind not in ("liquid", "smoke") and is_solver_key(kind, table):
                    raise Mistake(self.place(kind, table), "settings are for liquids or for smoke: write "
                                  f"liquid.{kind}.{table} or smoke.{kind}.{table}")
                for key, _ in items(keys):
                    if not is_solver_key(table, key):
                        raise Mistake(self.place(kind, table, key), f"'{table}.{key}' says what happens, not how a "
                                      "step is computed: set it in a case")
            if kind not in ("liquid", "smoke") or not isinstance(tables, dict):
                raise Mistake(self.place(kind), f"settings.toml has the tables 'liquid' and 'smoke', and no '{kind}'")

    def change(self, text: str) -> None:
        """KIND.TABLE.KEY=VALUE; a text needs no quotes."""
        name, sign, value = text.partition("=")
        keys = name.strip().split(".")
        if not sign or not all(keys):
            raise Mistake("--set", f"write KIND.TABLE.KEY=VALUE, found '{text}'")
        try:
            change: Any = tomllib.loads(f"value = {value}")["value"]
        except tomllib.TOMLDecodeError:
            change = value.strip()
        for key in reversed(keys):
            change = {key: change}
        self.kinds = merged(self.kinds, change)

    def place(self, *keys: str) -> str:
        line = next((self.lines[keys[:depth]] for depth in range(len(keys), 1, -1) if keys[:depth] in self.lines), None)
        return f"{self.path}:{line}" if line else "--set"


def evaluated(value: Any, keys: Keys, names: Names, file: CaseFile) -> Any:
    """`"= formula"` becomes a number, `{formula}` inside a text its digits, and a file's name a whole path."""
    if isinstance(value, dict):
        return {key: evaluated(item, keys + (key,), names, file) for key, item in value.items()}
    if isinstance(value, list):
        return [evaluated(item, keys + (i,), names, file) for i, item in enumerate(value)]
    if not isinstance(value, str):
        return value
    place = file.place(keys)
    if value.startswith("="):
        number = names.number(Formula(value[1:], place))
        is_whole = abs(number) < 1e15 and abs(number - round(number)) <= 8 * 2.0**-52 * abs(number)
        return round(number) if is_whole else number  # 100*4.4 is 440.00000000000006
    if value.count("{") > value.count("}"):
        raise Mistake(place, "this '{' is never closed")
    digits = re.sub(r"\{(.*?)\}", lambda part: f"({short(names.number(Formula(part[1], place)))})", value)
    is_file = isinstance(keys[-1], str) and (keys[-1] == "file" or keys[-1].endswith("_file"))
    return str((file.path.parent / digits).resolve()) if is_file else digits


def short(number: float) -> str:
    """The fewest digits that read back to the same number."""
    return repr(number).removesuffix(".0")


def scene_of(case: Case, file: CaseFile, settings: Settings, names: Names) -> Scene:
    for table, keys in case.scene.items():
        for key, _ in items(keys):
            if is_solver_key(table, key) and not case.must_fail:
                raise Mistake(file.place(("scene", table, key)), f"a case cannot set '{table}.{key}': settings.toml "
                              "sets it for all cases; only a control (must_fail = true) may")
    scene = evaluated(case.scene, ("scene",), names, file)
    kind = "smoke" if "smoke" in scene or "smoke_source" in scene else "liquid"
    return merged(NUMBERS_ONLY, merged(settings.kinds.get(kind, {}), scene))


def toml_of(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml_of(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml_of, value)) + "]"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (str, bool)) else repr(value)


def lines_of_scene(scene: Scene) -> list[tuple[str, Keys]]:
    """The lines of its file, each with the way to its value."""
    lines: list[tuple[str, Keys]] = []
    tables: list[tuple[str, Keys, Scene]] = []
    for name, value in scene.items():
        if isinstance(value, dict):
            tables.append((f"[{json.dumps(name)}]", (name,), value))
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            tables += [(f"[[{json.dumps(name)}]]", (name, i), item) for i, item in enumerate(value)]
        else:
            lines.append((f"{json.dumps(name)} = {toml_of(value)}", (name,)))
    for header, way, table in tables:
        lines.append((header, way))
        lines += [(f"{json.dumps(key)} = {toml_of(item)}", way + (key,)) for key, item in table.items()]
    return lines
