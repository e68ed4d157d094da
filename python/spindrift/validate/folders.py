"""The folder of a validation: earlier results in it, and its lock."""
import argparse
import fcntl
import json
import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .mistakes import Mistake
from .runs import Prepared
from .scores import Run


def record_of(folder: Path) -> dict[str, Any]:
    """What a run in the folder says of itself."""
    try:
        return json.loads((folder / "run.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}


def is_finished(run: Run, folder: Path) -> bool:
    record = record_of(folder)
    return bool(record.get("finished")) and record.get("scene") == run.check["scene"]


def check_earlier_results(options: argparse.Namespace, cases: list[Prepared]) -> None:
    """They are replaced or continued only if the options say so; those of other settings are never continued."""
    out = options.out
    if (out / "run.json").exists() or (out / "scene.toml").exists():
        raise Mistake("", f"the folder {out} holds the results of a run; choose another one")
    if options.overwrite:
        return
    has_results = (out / "report.json").exists()
    for one in cases:
        for run in one.runs:
            folder = out / one.name / run.name
            has_results = has_results or (folder / "stats.jsonl").exists()
            if options.resume and record_of(folder).get("finished") and not is_finished(run, folder):
                raise Mistake("", f"cannot resume: {folder} holds a run with other settings; use --overwrite to replace "
                              "it, or another --out")
    if has_results and not options.resume:
        raise Mistake("", f"the folder {out} holds the results of a validation; use --resume to continue it, "
                      "--overwrite to replace it, or another --out")


def why_no_folder(folder: Path) -> str:
    """Empty if it is one, or can be made. The target of a link to nowhere is not made: its disk may not be mounted."""
    there = folder.absolute()
    while not os.path.lexists(there):
        there = there.parent
    if there.is_dir():
        return ""
    if not there.is_symlink():
        return f"{there} is not a folder"
    try:
        there.stat()
        why = "which is not a folder"
    except FileNotFoundError:
        why = "which is not there"
    except OSError as error:
        why = f"which cannot be followed: {error.strerror}"
    return f"{there} is a link to {os.readlink(there)}, {why}"


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """One writer at a time, as in the folder of a run. The kernel's lock ends with the process."""
    if why := why_no_folder(folder):
        raise Mistake("", f"cannot write into the folder {folder}: {why}")
    path = folder / "run.lock"
    try:
        (folder / "plots").mkdir(parents=True, exist_ok=True)
        with path.open("a+") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                file.seek(0)
                raise Mistake("", f"the folder {folder} is being written by {file.readline().strip()}; wait for its end "
                              "or choose another folder") from None
            file.truncate(0)
            file.write(f"process {os.getpid()} on {socket.gethostname()}, since {time.strftime('%Y-%m-%d %H:%M:%S')}\n")
            file.flush()
            yield
            path.unlink(missing_ok=True)
    except OSError as error:
        raise Mistake("", f"cannot write into the folder {folder}: {error.strerror}") from None
