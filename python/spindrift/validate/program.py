"""Calls the program for a scene, and passes on requests to stop."""
import json
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from .cases import Keys
from .mistakes import Mistake


class RunFailed(Exception):
    """What stopped a run."""


class Interrupted(Exception):
    """The user asked to stop."""


class Stop:
    """The first signal that asked to stop. Each is passed to the run under way, which then ends between two steps."""

    number = 0
    run: subprocess.Popen[str] | None = None

    def watch(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGXCPU, signal.SIGUSR1, signal.SIGUSR2, signal.SIGHUP):
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:  # nohup
                signal.signal(number, self.ask)
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # whoever reads the table may leave

    def ask(self, number: int, _: FrameType | None = None) -> None:
        self.number = self.number or number
        if self.run and self.run.poll() is None:
            self.run.send_signal(number)

    def check(self) -> None:
        if self.number:
            raise Interrupted


class Program:
    def __init__(self, path: str, stop: Stop) -> None:
        self.path = path
        self.stop = stop

    def version(self) -> str:
        return subprocess.run([self.path, "--version"], capture_output=True, text=True, check=True).stdout.split()[-1]

    def check(self, lines: list[tuple[str, Keys]], place: Callable[[Keys], str]) -> dict[str, Any]:
        """What `spindrift check --json` says of a scene. An error is reported at the place of the line that it names."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "scene.toml"
            path.write_text("".join(line + "\n" for line, _ in lines), encoding="utf-8")
            done = subprocess.run([self.path, "check", str(path), "--json"], capture_output=True, text=True)
        self.stop.check()
        if done.returncode == 0:
            return json.loads(done.stdout)
        found = re.search(r"^(?:.*scene\.toml:)?(?:(\d+):)?(?:\d+:)? ?error: (.*)", done.stderr, re.M)
        line, message = found.groups() if found else (None, done.stderr.strip() or "the program cannot check this scene")
        raise Mistake(place(lines[int(line) - 1][1] if line else ()), message)

    def simulate(self, scene: Path, folder: Path, threads: int, progress: Callable[[int, int], None]) -> None:
        command = [self.path, "run", str(scene), "--out", str(folder), "--overwrite"]
        command += ["--threads", str(threads)] if threads else []
        with tempfile.TemporaryFile("w+") as said:
            # A session of its own: Ctrl-C in the terminal reaches it through `ask`, once.
            with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=said, text=True, start_new_session=True) as run:
                self.stop.run = run
                if self.stop.number:
                    run.send_signal(self.stop.number)
                for line in run.stdout:
                    if frame := re.match(r"frame (\d+)/(\d+) ", line):
                        progress(int(frame[1]), int(frame[2]))
            self.stop.run = None
            said.seek(0)
            messages = said.read()
        if run.returncode > 128:
            self.stop.ask(run.returncode - 128)
        self.stop.check()
        for warning in re.findall(r"^warning: .*", messages, re.M):
            print(warning, file=sys.stderr)
        if run.returncode == 0:
            return
        found = re.search(r"^(.*?)(?:: )?error: (.*)", messages, re.M)
        place, message = found.groups() if found else ("", f"the program ended with {run.returncode}")
        raise Mistake(place, message) if run.returncode == 2 else RunFailed(message)
