"""Tables of a run and of reference data: columns by the names that formulas use."""
import json
import math
import re
from pathlib import Path

import numpy as np

from .mistakes import Mistake

Table = dict[str, np.ndarray]


def name_in_formulas(heading: str) -> str:
    """`left gauge height m` is `left_gauge_height`: the last of several words is the unit."""
    words = heading.strip().rpartition(" ")
    return re.sub(r"[^A-Za-z0-9_]", "_", words[0] or words[2])


def number_in(field: str, place: str) -> float:
    """NaN if the field is empty."""
    try:
        value = float(field) if field.strip() else math.nan
        if math.isinf(value) or "_" in field:
            raise ValueError
        return value
    except ValueError:
        raise Mistake(place, f"'{field}' is not a number; leave the field empty if there is no value") from None


def table_of_csv(text: str, file: str) -> Table:
    """Lines that begin with # are comments; the first other line names the columns."""
    names: list[str] = []
    rows: list[list[float]] = []
    for count, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        fields = line.split(",")
        if names:
            if len(fields) != len(names):
                raise Mistake(f"{file}:{count}", f"this line has {len(fields)} fields, the heading {len(names)}")
            rows.append([number_in(field, f"{file}:{count}") for field in fields])
            continue
        for name in map(name_in_formulas, fields):
            if name in names:
                raise Mistake(f"{file}:{count}", f"two columns are called '{name}' in formulas")
            names.append(name)
    if not names:
        raise Mistake(file, "there is no table in this file")
    return dict(zip(names, np.array(rows, float).reshape(-1, len(names)).T))


def table_of_json_lines(lines: list[dict]) -> Table:
    """The parts of a vector are the columns `key_x`, `key_y` and `key_z`. Texts and longer lists are left out."""
    rows: list[dict[str, float]] = []
    for line in lines:
        row: dict[str, float] = {}
        for key, value in line.items():
            if isinstance(value, list) and 1 < len(value) <= 3:
                row |= {f"{key}_{axis}": part for axis, part in zip("xyz", value)}
            elif isinstance(value, list) and len(value) == 1:
                row[key] = value[0]
            elif isinstance(value, (int, float)) and not isinstance(value, bool):
                row[key] = value
        rows.append(row)
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: np.array([row.get(name, math.nan) for row in rows], float) for name in names}


def read_table(path: Path) -> Table:
    try:
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".jsonl":
            return table_of_json_lines([json.loads(line) for line in text.splitlines() if line.strip()])
    except (OSError, ValueError) as error:
        raise Mistake(str(path), f"cannot read this table: {error}") from None
    return table_of_csv(text, str(path))
