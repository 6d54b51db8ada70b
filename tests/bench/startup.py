"""How long a program takes until its first screen is painted, and its memory then: ours beside a bare Textual program.

Each start is a new process in a pseudo-terminal of its own. POSIX only.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench.report import Row

COLUMNS, ROWS = 120, 40
STARTS = 15
TIMEOUT_SECONDS = 60.0

BARE_TEXT = b"The first screen"
BARE_PROGRAM = f"""
from textual.app import App
from textual.widgets import Static
class BareApp(App):
    def compose(self):
        yield Static("{BARE_TEXT.decode()}")
BareApp().run()
"""


@dataclass(frozen=True)
class Program:
    """What Python runs, and a text that stands on the first screen."""

    arguments: tuple[str, ...]
    text: bytes


OURS = Program(("-m", "railbird_client"), b"Play against bots")
BARE = Program(("-c", BARE_PROGRAM), BARE_TEXT)
HELP = Program(("-m", "railbird_client", "--help"), b"Commands")
BARE_HELP = Program(("-c", "import click; print('Commands')"), b"Commands")


@dataclass(frozen=True)
class Start:
    """Milliseconds from the start of the process to the text (wall clock and CPU), and resident memory in MB."""

    wall_ms: float
    cpu_ms: float
    memory_mb: float


def measure_start(program: Program, environment: Mapping[str, str]) -> Start:
    """Starts a program, waits for its text and ends it."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    begun = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, *program.arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, **environment, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"},
        start_new_session=True,
    )
    os.close(theirs)
    output = b""
    while program.text not in output:
        ready, _, _ = select.select([ours], [], [], TIMEOUT_SECONDS)
        assert ready, f"{program.arguments} painted nothing with {program.text!r} in it."
        output += os.read(ours, 65536)
    wall_ms = 1000 * (time.perf_counter() - begun)
    resident = subprocess.run(["ps", "-o", "rss=", "-p", str(process.pid)], capture_output=True, text=True, check=True)
    os.kill(process.pid, signal.SIGKILL)  # process.kill() would reap a program that has ended, and its usage with it
    _, _, usage = os.wait4(process.pid, 0)
    process.returncode = 0
    os.close(ours)
    return Start(wall_ms, 1000 * (usage.ru_utime + usage.ru_stime), int(resident.stdout) / 1024)


def measure_pair(what: str, ours: Program, peer: Program, starts: int = STARTS) -> list[Row]:
    """Returns the medians of many starts of two programs that take turns."""
    found: dict[Program, list[Start]] = {ours: [], peer: []}
    with tempfile.TemporaryDirectory() as folder:
        home = {"HOME": folder, "XDG_CONFIG_HOME": str(Path(folder) / "config")}
        for number in range(starts + 1):
            for program, measured in found.items():
                start = measure_start(program, home)
                if number:  # the first start reads the files of the program from the disk
                    measured.append(start)

    def row(figure: str, name: str) -> Row:
        of_ours, of_peer = (median(getattr(start, name) for start in measured) for measured in found.values())
        return Row(f"{what}: {figure}", "-", of_ours, of_peer, less_is_better=True)

    return [row("ms", "wall_ms"), row("CPU ms", "cpu_ms"), row("resident MB", "memory_mb")]


def measure_startup() -> list[Row]:
    """Returns the figures of the first screen and of `--help`."""
    return [*measure_pair("start to first screen", OURS, BARE), *measure_pair("--help", HELP, BARE_HELP)[:2]]
