"""Plots of a case as SVG: the simulation at every size, theory as dashes, measurements as circles with their errors."""
from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.axes import Axes  # noqa: E402

from .cases import Case, Plot  # noqa: E402
from .scores import Run  # noqa: E402

STYLE = {
    "font.family": "STIXGeneral", "mathtext.fontset": "stix", "font.size": 11, "axes.titlesize": 11,
    "axes.linewidth": 0.7, "lines.linewidth": 1.3, "xtick.direction": "in", "ytick.direction": "in", "xtick.top": True,
    "ytick.right": True, "legend.frameon": False, "legend.fontsize": 9.5, "figure.figsize": (7.2, 3.7),
    "figure.subplot.left": 0.11, "figure.subplot.right": 0.76, "figure.subplot.bottom": 0.14, "figure.subplot.top": 0.87,
    "axes.formatter.limits": (-3, 5), "axes.formatter.use_mathtext": True, "svg.hashsalt": "spindrift",
}
COLORS = ("#0b559f", "#c1440e", "#2c7a4b", "#7a3f98", "#8c6d1f", "#a3195b")  # dark enough for print
MOST_LABELS = 6
INK = "#222222"


def faded(color: str, share: float) -> tuple[float, ...]:
    """Mixed with white."""
    return tuple(share * part + 1 - share for part in matplotlib.colors.to_rgb(color))


def draw_curves(axes: Axes, plot: Plot, runs: list[Run]) -> None:
    """A colour for each variant and curve; the finer the run, the stronger. With many, only the finest is in the legend."""
    groups = [(name, variant) for name in plot.curves for variant in dict.fromkeys(run.variant for run in runs)]
    by_group = {group: [run for run in runs if run.variant == group[1]] for group in groups}
    shows_all = sum(map(len, by_group.values())) <= MOST_LABELS
    for color, ((name, variant), sizes) in zip(COLORS * len(groups), by_group.items()):
        for rank, run in enumerate(sizes, 1):
            curve = run.results.curve(name, plot.place)
            if not len(curve):
                continue
            words = [name.replace("_", " ")] * (len(plot.curves) > 1) + [variant] * bool(variant) + [f"$n$ = {run.size}"]
            label = ", ".join(words) if shows_all or rank == len(sizes) else None
            style = {"color": faded(color, 0.25 + 0.75 * rank / len(sizes)), "zorder": 2 + 0.01 * rank, "label": label}
            axes.plot(curve.x, curve.y, ".:" if len(curve) < 3 else "-", **style)


def draw(plot: Plot, runs: list[Run], path: Path) -> None:
    figure, axes = plt.subplots()
    draw_curves(axes, plot, runs)
    finest = runs[-1].results
    for name in plot.theory:
        if len(curve := finest.curve(name, plot.place)):
            axes.plot(curve.x, curve.y, "--", color=INK, linewidth=1, dashes=(5, 3), label=name.replace("_", " "), zorder=3)
    for name, mark in zip(plot.reference, "os^vD" * 9):
        curve = finest.curve(name, plot.place)
        few = len(curve) <= 150
        if not len(curve):
            continue
        axes.errorbar(curve.x, curve.y, finest.error_bars(name), fmt=mark, color=INK, mfc="white" if few else INK, mew=0.8,
                      ms=4 if few else 1, elinewidth=0.8, capsize=2.5, label=name.replace("_", " "), zorder=4)
    axes.set(xlabel=plot.x, ylabel=plot.y)
    axes.set_title(plot.title, loc="left")
    axes.margins(x=0.02)
    if axes.get_legend_handles_labels()[0]:
        axes.legend(loc="upper left", bbox_to_anchor=(1, 1.02))
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def draw_plots(case: Case, runs: list[Run], folder: Path, name: str) -> list[str]:
    """The names of the files that were written into the folder."""
    files: list[str] = []
    with plt.rc_context(STYLE):
        for plot in case.plot:
            shown = [run for run in runs if not plot.variants or run.variant in plot.variants]
            if shown:
                number = f"_{len(files) + 1}" if files else ""
                files.append(f"{name}{number}.svg")
                draw(plot, shown, folder / files[-1])
    return files
