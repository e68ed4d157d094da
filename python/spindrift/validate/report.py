"""Results of a validation: lines in a terminal, and report.json, report.md and report.html."""
import html
import json
import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .scores import Scored


@dataclass
class Outcome:
    """Of a case."""

    name: str
    title: str
    source: str
    tier: int
    must_fail: bool
    verdict: str = "not_run"
    note: str = ""  # why it was not run, or what stopped it
    scores: list[Scored] = field(default_factory=list)
    runs: list[str] = field(default_factory=list)  # folders in that of the case
    plots: list[str] = field(default_factory=list)  # files in the folder `plots`
    cpu_seconds: float = 0.0


@dataclass
class Report:
    version: str
    quick: bool
    settings: list[str]
    interrupted: bool = False
    cases: list[Outcome] = field(default_factory=list)

    def count(self, verdict: str) -> int:
        return sum(case.verdict == verdict for case in self.cases)

    def summary(self) -> str:
        return f"{self.count('pass')} pass, {self.count('fail')} fail, {self.count('not_run')} not run"

    def write(self, folder: Path) -> None:
        texts = {"report.json": json_of(self), "report.md": markdown_of(self), "report.html": html_of(self, folder)}
        for name, text in texts.items():
            (folder / (name + ".part")).write_text(text, encoding="utf-8")
            (folder / (name + ".part")).replace(folder / name)


def duration(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.1f} s" if seconds else ""
    minutes, hours = int(seconds / 60 + 0.5), int(seconds / 3600)
    return f"{minutes} min" if minutes < 60 else f"{hours} h {int(seconds / 60) % 60} min"


def value_text(score: Scored) -> str:
    return f"{score.value:.4g} {score.unit}".strip() if math.isfinite(score.value) else "none"


def run_text(score: Scored) -> str:
    size = f"n = {score.size}" if score.size else "all sizes"
    return f"{score.variant}, {size}" if score.variant else size


def asked_text(score: Scored) -> str:
    low, high = score.at_least, score.at_most
    if low is not None and high is not None:
        return f"{low:.4g} to {high:.4g}"
    return f"<= {high:.4g}" if high is not None else f">= {low:.4g}" if low is not None else ""


def score_line(score: Scored) -> str:
    run = f"{score.variant} n={score.size}".strip() if score.size else f"{score.variant} all sizes".strip()
    target = f"{'pass' if score.passes else 'MISS'}  {asked_text(score)}" if score.is_asked else "reported"
    note = f"  ({score.note})" if score.note else ""
    return f"  {score.name:<44} {run:<20} {value_text(score):>14}  {target}{note}"


def verdict_text(case: Outcome) -> str:
    return "no target" if case.verdict == "not_run" and case.scores else case.verdict.replace("_", " ")


def verdict_line(case: Outcome) -> str:
    control = " (a control: it must miss)" if case.must_fail else ""
    return f"  {verdict_text(case)}{control}" + (f": {case.note}" if case.note else "")


def table(report: Report, page: Path) -> str:
    """A line per case, with the first score that misses its target."""
    width = max([4, *(len(case.name) for case in report.cases)])
    lines = [f"\n{'case':<{width}}  tier  verdict"]
    for case in report.cases:
        asked = [score for score in case.scores if score.is_asked]
        met = f"{sum(score.passes for score in asked)}/{len(asked)}" if asked else ""
        met = "control" if case.must_fail else met
        missed = next((f"{score.name}: {value_text(score)}" + (f", {score.note}" if score.note else "")
                       for score in asked if not score.passes), case.note)
        lines.append(f"{case.name:<{width}}  {case.tier}     {verdict_text(case):<9} {met:>7}  "
                     f"{duration(case.cpu_seconds):>10}  {missed}".rstrip())
    return "\n".join([*lines, f"{report.summary()}; {page}"])


def finite(number: float | None) -> float | None:
    return number if number is not None and math.isfinite(number) else None


def json_of(report: Report) -> str:
    def score_of(score: Scored) -> dict[str, Any]:
        low, high = finite(score.at_least), finite(score.at_most)
        has_both = score.at_least is not None and score.at_most is not None
        return {"name": score.name, "variant": score.variant, "n": score.size or None, "value": finite(score.value),
                "tolerance": [low, high] if has_both else high if score.at_most is not None else low,
                "at_least": low, "at_most": high, "unit": score.unit, "pass": score.passes if score.is_asked else None,
                "reason": score.reason, "note": score.note}

    cases = [{"case": case.name, "title": case.title, "source": case.source, "tier": case.tier, "verdict": case.verdict,
              "must_fail": case.must_fail, "note": case.note, "cpu_seconds": case.cpu_seconds,
              "runs": [f"{case.name}/{run}" for run in case.runs], "plots": [f"plots/{plot}" for plot in case.plots],
              "scores": [score_of(score) for score in case.scores]} for case in report.cases]
    return json.dumps({"program": "spindrift", "version": report.version, "quick": report.quick,
                       "settings": report.settings, "interrupted": report.interrupted, "pass": report.count("pass"),
                       "fail": report.count("fail"), "not_run": report.count("not_run"), "cases": cases}, indent=1) + "\n"


def markdown_of(report: Report) -> str:
    rows = [("case", "score", "run", "value", "asked", "verdict"), ("---",) * 6]
    for case in report.cases:
        if not case.scores:
            rows.append((case.name, case.note, "", "", "", case.verdict))
        for score in case.scores:
            missed = "misses, as it must" if case.must_fail else "**fail**"
            verdict = "reported" if not score.is_asked else "pass" if score.passes else missed
            value = value_text(score) + (f": {score.note}" if not math.isfinite(score.value) else "")
            rows.append((case.name, score.name, run_text(score), value, asked_text(score), verdict))
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |\n" for row in rows)


STYLE = """
:root { --ink: #1d2733; --soft: #667485; --line: #dde3ea; --ground: #f5f7f9; --pass: #3a8f5c; --fail: #b23a5c }
@media (prefers-color-scheme: dark) { :root { --ink: #e3e8ee; --soft: #93a1b1; --line: #2b3641; --ground: #12181f;
  --pass: #6cc392; --fail: #e57a9a } }
body { margin: 0 auto; max-width: 1180px; padding: 28px 24px 60px; background: var(--ground); color: var(--ink);
  font: 14px/1.45 system-ui, sans-serif }
h1 { font-size: 24px; margin: 0 0 4px } h2 { font-size: 16px; margin: 34px 0 12px }
.sub, .not_run { color: var(--soft) } .pass, .fail { font-weight: 600 } .pass { color: var(--pass) } .fail { color: var(--fail) }
table { border-collapse: collapse; width: 100% } th { text-align: left }
th, td { padding: 3px 10px 3px 0; vertical-align: top; white-space: nowrap; font-variant-numeric: tabular-nums }
.sub, .text { white-space: normal } a { color: inherit }
svg { max-width: 720px; width: 100%; height: auto; display: block; margin: 10px 0; background: #fff; border: 1px solid var(--line) }
"""


def row_html(cells: list[tuple[str, str]]) -> str:
    """Cells as (class, text)."""
    return "<tr>" + "".join(f'<td class="{kind}">{html.escape(text)}</td>' for kind, text in cells) + "</tr>\n"


def case_html(case: Outcome, folder: Path) -> str:
    out = (f'<h2 id="{case.name}">{case.name}: {html.escape(case.title)} <span class="{case.verdict}">{case.verdict}</span>'
           f'</h2>\n<p class="sub">{html.escape(case.source)}</p>\n<p>{html.escape(case.note)}</p>\n')
    for plot in case.plots:
        text = (folder / "plots" / plot).read_text(encoding="utf-8")
        out += text[text.index("<svg"):]
    if not case.scores:
        return out
    out += "<table>\n<tr><th>score<th>run<th>value<th>asked<th><th>why</tr>\n"
    for score in case.scores:
        word = ("pass" if score.passes else "fail") if score.is_asked else "reported"
        why = "; ".join(text for text in (score.reason, score.note) if text)
        out += row_html([("text", score.name), ("", run_text(score)), ("", value_text(score)), ("", asked_text(score)),
                         (word, word), ("sub", why)])
    return out + "</table>\n"


def html_of(report: Report, folder: Path) -> str:
    how = ", ".join(["quick versions" if report.quick else "full sizes", *report.settings])
    out = ('<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width='
           f'device-width">\n<title>Validation</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>Validation</h1>\n'
           f'<p class="sub">Spindrift {report.version}, {html.escape(how)}: {report.summary()}</p>\n<table>\n'
           "<tr><th>case<th>tier<th>verdict<th><th>processor time</tr>\n")
    for case in report.cases:
        title = case.title + (f": {case.note}" if case.note else "")
        out += row_html([("", case.name), ("", str(case.tier)),
                         (case.verdict, case.verdict + (" (must miss)" if case.must_fail else "")), ("text", title),
                         ("", duration(case.cpu_seconds))]).replace(
                             f">{case.name}<", f'><a href="#{case.name}">{case.name}</a><', 1)
    return out + "</table>\n" + "".join(case_html(case, folder) for case in report.cases) + "</body>\n</html>\n"
