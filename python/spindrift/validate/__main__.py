"""`spindrift validate`: the chosen cases are prepared, run, scored and reported.

The program calls this with its own path and the options of its command line (`spindrift validate --help`)."""
import argparse
import re
import sys
import time
from pathlib import Path

from .folders import check_earlier_results, is_finished, locked, record_of
from .mistakes import Mistake
from .program import Interrupted, Program, RunFailed, Stop
from .report import Outcome, Report, score_line, table, verdict_line
from .runs import Prepared, prepare
from .scores import score_runs, verdict_of
from .tables import read_table


class Console:
    """Prints the current run and the result of each case."""

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet
        self.has_bar = not quiet and sys.stdout.isatty()
        self.begin = 0.0

    def say(self, line: str) -> None:
        if not self.quiet:
            print(line, flush=True)

    def frame(self, frame: int, frames: int) -> None:
        if not self.has_bar:
            return
        self.begin = time.monotonic() if frame == 0 else self.begin
        left = (time.monotonic() - self.begin) / max(frame, 1) * (frames - frame)
        bar = "#" * (30 * frame // max(frames, 1))
        end = f"  {left:.0f} s left" if frame else ""
        print(f"\r\033[K[{bar:.<30}] {frame}/{frames}{end}" if frame < frames else "\r\033[K", end="", flush=True)


def run_case(one: Prepared, options: argparse.Namespace, program: Program, console: Console, outcome: Outcome) -> None:
    """A run that fails is the case's failure. A mistake is something that the user can fix."""
    if one.case.not_run:
        return
    for run in one.runs:
        folder = options.out / one.name / run.name
        if options.resume and is_finished(run, folder):
            console.say(f"  {one.name}, {run.name}: already finished")
        else:
            folder.parent.mkdir(exist_ok=True)
            scene = folder.with_name(folder.name + ".toml")
            scene.write_text(run.scene, encoding="utf-8")
            program.simulate(scene, folder, options.threads, console.frame)
        outcome.runs.append(run.name)
        outcome.cpu_seconds += record_of(folder).get("totals", {}).get("cpu_seconds", 0.0)
        one.read(run, {Path(file).stem: read_table(folder / file) for file in run.check["tables"]})
    outcome.scores = score_runs(one.case, one.runs)
    outcome.verdict = verdict_of(outcome.scores, one.case.must_fail)
    if outcome.verdict == "not_run":
        outcome.note = "no score has a target at these sizes"
    from .plots import draw_plots  # matplotlib takes half a second

    outcome.plots = draw_plots(one.case, one.runs, options.out / "plots", one.name)


def run_all(options: argparse.Namespace, program: Program, stop: Stop) -> int:
    cases = prepare(options, program)
    if options.list:
        width = max((len(one.name) for one in cases), default=0)
        for one in cases:
            why = f" (not run: {one.case.not_run})" if one.case.not_run else ""
            print(f"{one.name:<{width}}  tier {one.case.tier}  {one.case.title}{why}")
        return 0
    check_earlier_results(options, cases)
    console = Console(options.quiet)
    report = Report(program.version(), options.quick, options.set)
    with locked(options.out):
        for one in cases:
            console.say(f"{one.name}: {one.case.title}")
            case = one.case
            outcome = Outcome(one.name, case.title, case.source, case.tier, case.must_fail, note=case.not_run)
            report.cases.append(outcome)
            try:
                stop.check()
                run_case(one, options, program, console, outcome)
            except Interrupted:
                outcome.note, report.interrupted = "interrupted", True
            except RunFailed as error:
                outcome.verdict, outcome.note = "fail", f"the run {one.runs[len(outcome.runs)].name} failed: {error}"
            report.write(options.out)
            for score in outcome.scores:
                console.say(score_line(score))
            console.say(verdict_line(outcome))
            if report.interrupted:
                break
    print(table(report, options.out / "report.html"))
    return 128 + stop.number if report.interrupted else 1 if report.count("fail") else 0


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="spindrift validate", description=__doc__.partition("\n")[0])
    parser.add_argument("case", nargs="*")
    parser.add_argument("--program", default="spindrift")
    parser.add_argument("--tier", type=int, default=0)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path("out/validate"))
    parser.add_argument("--cases", type=Path)
    parser.add_argument("--set", action="append", default=[])
    for flag in ("--quick", "--list", "--resume", "--overwrite", "--quiet"):
        parser.add_argument(flag, action="store_true")
    return parser.parse_intermixed_args()


def main() -> int:
    stop = Stop()
    stop.watch()
    options = read_options()
    try:
        return run_all(options, Program(options.program, stop), stop)
    except Interrupted:
        return 128 + stop.number
    except Mistake as mistake:
        if stop.number:  # what looks like a mistake is a check that was interrupted
            return 128 + stop.number
        print(re.sub(r"\s*\n\s*", " ", str(mistake)), file=sys.stderr)
        return 2


sys.exit(main())
