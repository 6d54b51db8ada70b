"""The real program in a terminal of its own: what it writes, what is typed, and how it ends. POSIX only."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE_SECONDS = 60.0

_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\^_])")


class Terminal:
    """A running program and everything that it has written."""

    def __init__(self, process: subprocess.Popen[bytes], handle: int) -> None:
        self.process = process
        self.raw = ""
        self._handle = handle
        self._closed = False
        self._read_from = 0

    @property
    def text(self) -> str:
        """What has been written, without colours and movements."""
        return _ESCAPES.sub("", self.raw)

    def reads(self, pattern: str) -> None:
        """Waits until the program writes something that matches, after what was read before."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not (found := re.compile(pattern).search(self.text, self._read_from)):
            assert self._take(deadline), f"{pattern!r} is nowhere in\n{self.text[self._read_from :]}"
        self._read_from = found.end()

    def closes(self) -> None:
        """Closes the terminal under the program."""
        if not self._closed:
            os.close(self._handle)
        self._closed = True

    def types(self, keys: str) -> None:
        os.write(self._handle, keys.encode())

    def ends(self) -> int:
        """Waits until the program ends; returns its exit status."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while self._take(deadline):
            pass
        return self.process.wait(timeout=PATIENCE_SECONDS)

    def children(self) -> list[int]:
        """Returns the processes that the program has started and that still run."""
        table = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, check=True, text=True).stdout
        pairs = [tuple(map(int, line.split())) for line in table.splitlines()]
        return [pid for pid, parent in pairs if parent == self.process.pid]

    def _take(self, deadline: float) -> bool:
        """Takes what the program writes next; returns False at its end, or when patience is at its own."""
        ready, _, _ = select.select([self._handle], [], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            return False
        try:
            written = os.read(self._handle, 65536)
        except OSError:  # how Linux says that nobody holds the other side any more
            return False
        self.raw += written.decode("utf-8", "replace")
        return bool(written)


@contextmanager
def railbird(*arguments: str, home: Path, columns: int = 80, rows: int = 24) -> Iterator[Terminal]:
    """Runs the command in a terminal of that size, with a home directory of its own."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (rows, columns))
    folders = {"HOME": str(home), "XDG_CONFIG_HOME": str(home / "config"), "XDG_STATE_HOME": str(home / "state")}
    process = subprocess.Popen(
        [sys.executable, "-m", "railbird_client", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, **folders, "TERM": "xterm-256color", "COLORTERM": "", "LC_ALL": "C.UTF-8"},
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509 - its terminal, whose end it is told
    )
    os.close(theirs)
    terminal = Terminal(process, ours)
    try:
        yield terminal
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        terminal.closes()


def is_running(pid: int) -> bool:
    """Whether there is a process of that number."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def wait_until_gone(pid: int) -> None:
    """Waits until there is no process of that number; kills it when patience ends."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while is_running(pid):
        if time.monotonic() > deadline:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            raise AssertionError(f"Process {pid} is still there.")
        time.sleep(0.01)
