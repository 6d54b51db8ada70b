"""The real program in a terminal of its own: what its screen shows, what is typed, and how it ends. POSIX only.

What is asked is what stands on the screen at some moment, as a person would see it. What the program writes on the way
there says nothing: several changes may be drawn as one, and of a word that changes only the letters that differ.
"""

from __future__ import annotations

import codecs
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
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType

import pyte

from patience import PATIENCE_SECONDS


class Terminal:
    """A running program, the screen that it draws, and everything that it has written."""

    def __init__(self, process: subprocess.Popen[bytes], handle: int, *, columns: int, rows: int) -> None:
        self.process = process
        self.raw = ""
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.Stream(self._screen)
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._handle = handle
        self._closed = False
        self.modes_before = termios.tcgetattr(handle)

    @property
    def modes(self) -> list[object]:
        """How the terminal treats what is typed: echo, lines and the like."""
        return [*termios.tcgetattr(self._handle)]

    @property
    def screen(self) -> str:
        """What stands on the screen now, a line for each row."""
        return "\n".join(self._screen.display)

    def shows(self, *patterns: str) -> None:
        """Waits until everything that is asked for stands on the screen at once."""
        self._waits(lambda: all(re.search(pattern, self.screen) for pattern in patterns), f"{patterns} to show")

    def hides(self, pattern: str) -> None:
        """Waits until nothing on the screen matches."""
        self._waits(lambda: not re.search(pattern, self.screen), f"{pattern!r} to go")

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

    def _waits(self, is_met: Callable[[], bool], what: str) -> None:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not is_met():
            assert self._take(deadline), f"Waited in vain for {what} on\n{self.screen}"

    def _take(self, deadline: float) -> bool:
        """Takes what the program writes next; returns False at its end, or when patience is at its own."""
        ready, _, _ = select.select([self._handle], [], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            return False
        try:
            written = os.read(self._handle, 65536)
        except OSError:  # how Linux says that nobody holds the other side any more
            return False
        text = self._decode(written)
        self.raw += text
        self._stream.feed(text)
        return bool(written)


@contextmanager
def railbird(
    *arguments: str,
    home: Path,
    columns: int = 80,
    rows: int = 24,
    program: tuple[str, ...] = ("-m", "railbird_client"),
    environment: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Terminal]:
    """Runs the command in a terminal of that size, with a home directory of its own.

    `program` is what Python runs, and `environment` what it finds there besides.
    """
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (rows, columns))
    folders = {"HOME": str(home), "XDG_CONFIG_HOME": str(home / "config"), "XDG_STATE_HOME": str(home / "state")}
    process = subprocess.Popen(
        [sys.executable, *program, *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, **folders, "TERM": "xterm-256color", "COLORTERM": "", "LC_ALL": "C.UTF-8", **environment},
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509 - its terminal, whose end it is told
    )
    os.close(theirs)
    terminal = Terminal(process, ours, columns=columns, rows=rows)
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
