"""The runs of the chosen cases, with their scenes; prepared before anything runs, so that mistakes are found first."""
import argparse
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .cases import Case, CaseFile, choose_paths, read_case
from .mistakes import Mistake
from .names import Names
from .program import Program
from .scenes import Settings, lines_of_scene, scene_of
from .scores import Results, Run, score_runs
from .tables import Table, table_of_csv, table_of_json_lines


@dataclass
class Prepared:
    case: Case
    file: CaseFile
    name: str
    runs: list[Run]
    references: list[Path]  # folders of reference data

    def read(self, run: Run, tables: dict[str, Table]) -> None:
        run.results = Results(self.case, run.constants, tables, self.references)


def runs_of(case: Case, quick: bool) -> list[Run]:
    runs = []
    for variant in case.variant or [None]:
        name = variant.name if variant else ""
        if quick and case.quick.variants and name not in case.quick.variants:
            continue
        sizes = sorted(set((variant and variant.sizes) or case.sizes))
        if quick:
            sizes = sorted(set(case.quick.sizes)) or sizes[:1]
        formulas = case.constants | (variant.set if variant else {}) | (case.quick.set if quick else {})
        runs += [Run(name, size, Names(formulas, {"n": float(size)})) for size in sizes]
    return runs


def blank_tables(check: dict[str, Any]) -> dict[str, Table]:
    """The tables of a run with their columns and no lines."""
    tables = {"probes": table_of_csv("time s", "probes.csv")}
    for file, first in check["tables"].items():
        made = table_of_json_lines([first]) if isinstance(first, dict) else table_of_csv(first, file)
        tables[Path(file).stem] = {name: column[:0] for name, column in made.items()}
    return tables


def prepare_run(prepared: Prepared, run: Run, settings: Settings, program: Program) -> None:
    """Makes the scene and evaluates every formula once, so that mistakes are found before anything runs."""
    lines = lines_of_scene(scene_of(prepared.case, prepared.file, settings, run.constants))
    run.scene = "".join(line + "\n" for line, _ in lines)
    run.check = program.check(lines, lambda keys: prepared.file.place(("scene", *keys)))
    if "dx" not in run.constants.formulas:
        run.constants.values["dx"] = run.check["cell_size"]
    prepared.read(run, blank_tables(run.check))
    for name, series in prepared.case.series.items():
        run.results.curve(name, series.place)
        run.results.error_bars(name)
    for name in prepared.case.number:
        run.results.value(name, "")
    score_runs(prepared.case, [run])


def prepare(options: argparse.Namespace, program: Program) -> list[Prepared]:
    library = options.cases or Path(__file__).resolve().parents[3] / "validation"
    if not (library / "cases").is_dir():
        raise Mistake(str(library), "this folder has no subfolder 'cases'")
    settings = Settings(library / "settings.toml", options.set)
    all_prepared: list[Prepared] = []
    for path in choose_paths(options.case, library / "cases"):
        case, file = read_case(path, [library / "cases"])
        if options.tier not in (0, case.tier):
            continue
        for other in all_prepared:
            if other.name == path.stem:
                raise Mistake(str(path), f"two cases are called '{path.stem}', this one and {other.file.path}: rename "
                              "one, or run them one by one into two folders")
        runs = [] if case.not_run or options.list else runs_of(case, options.quick)
        all_prepared.append(Prepared(case, file, path.stem, runs, [path.parent, library / "reference"]))
    every = [(one, run) for one in all_prepared for run in one.runs]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda pair: prepare_run(*pair, settings, program), every))
    return all_prepared
