"""Runs the real program in a pseudo-terminal: its screen, its input and its exit status. POSIX only.

Tests read the screen as it is at one moment. The raw output proves nothing: several changes may be drawn as one, and
only the characters that differ are written.
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

from support.timeouts import TIMEOUT_SECONDS

ENTER_SCREEN, LEAVE_SCREEN = "\x1b[?1049h", "\x1b[?1049l"
SHOW_CURSOR, NO_MOUSE = "\x1b[?25h", "\x1b[?1000l"


class Terminal:
    """A running program, its screen and all its output."""

    def __init__(self, process: subprocess.Popen[bytes], handle: int, *, columns: int, rows: int) -> None:
        self.process = process
        self.output = ""
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.Stream(self._screen)
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._handle = handle
        self._closed = False
        self.initial_modes = termios.tcgetattr(handle)

    @property
    def modes(self) -> list[object]:
        """The attributes of the terminal: echo, line mode and the like."""
        return [*termios.tcgetattr(self._handle)]

    @property
    def is_restored(self) -> bool:
        """Whether the program has left its screen, shown the cursor, and released mouse and keyboard."""
        after = self.output[self.output.rindex(ENTER_SCREEN) :]
        signs = all(sign in after for sign in (LEAVE_SCREEN, SHOW_CURSOR, NO_MOUSE))
        return signs and self.modes == self.initial_modes

    @property
    def screen(self) -> str:
        """The text of the screen now, a line for each row."""
        return "\n".join(self._screen.display)

    def expect_text(self, *patterns: str) -> None:
        """Waits until all patterns match the screen at once."""
        self._wait_until(lambda: all(re.search(pattern, self.screen) for pattern in patterns), f"{patterns} to show")

    def read_for(self, seconds: float) -> None:
        """Takes what the program writes within that time."""
        deadline = time.monotonic() + seconds
        while self._read_output(deadline):
            pass

    def expect_no_text(self, pattern: str) -> None:
        """Waits until nothing on the screen matches."""
        self._wait_until(lambda: not re.search(pattern, self.screen), f"{pattern!r} to go")

    def close(self) -> None:
        """Closes the terminal while the program runs."""
        if not self._closed:
            os.close(self._handle)
        self._closed = True

    def type_keys(self, keys: str) -> None:
        os.write(self._handle, keys.encode())

    def resize(self, columns: int, rows: int) -> None:
        """Gives the terminal another size, of which the program is told."""
        self._screen.resize(rows, columns)
        termios.tcsetwinsize(self._handle, (rows, columns))

    def wait_for_exit(self) -> int:
        """Waits until the program ends; returns its exit status."""
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while self._read_output(deadline):
            pass
        return self.process.wait(timeout=TIMEOUT_SECONDS)

    def children(self) -> list[int]:
        """Returns the processes that the program has started and that still run."""
        table = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, check=True, text=True).stdout
        pairs = [tuple(map(int, line.split())) for line in table.splitlines()]
        return [pid for pid, parent in pairs if parent == self.process.pid]

    def _wait_until(self, condition: Callable[[], bool], description: str) -> None:
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while not condition():
            assert self._read_output(deadline), f"Waited in vain for {description} on\n{self.screen}"

    def _read_output(self, deadline: float) -> bool:
        """Reads what the program writes next; returns False at its end and at the deadline."""
        ready, _, _ = select.select([self._handle], [], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            return False
        try:
            written = os.read(self._handle, 65536)
        except OSError:  # Linux: the other side is closed
            return False
        text = self._decode(written)
        self.output += text
        self._stream.feed(text)
        return bool(written)


def _take_terminal() -> None:
    """Makes the terminal that of the program, whose closing ends it, whatever the tests themselves were started by."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@contextmanager
def run_in_terminal(
    *arguments: str,
    home: Path,
    columns: int = 80,
    rows: int = 24,
    executable: str = sys.executable,
    program: tuple[str, ...] = ("-m", "railbird_client"),
    environment: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Terminal]:
    """Runs the command in a terminal of that size, with a home directory of its own.

    `program` is what Python, or another `executable`, runs; `environment` holds more variables for it.
    """
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (rows, columns))
    names = {"CONFIG": "config", "STATE": "state", "DATA": "data"}
    folders = {"HOME": str(home), **{f"XDG_{name}_HOME": str(home / folder) for name, folder in names.items()}}
    process = subprocess.Popen(
        [executable, *program, *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, **folders, "TERM": "xterm-256color", "COLORTERM": "", "LC_ALL": "C.UTF-8", **environment},
        start_new_session=True,
        preexec_fn=_take_terminal,  # noqa: PLW1509
    )
    os.close(theirs)
    terminal = Terminal(process, ours, columns=columns, rows=rows)
    try:
        yield terminal
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        terminal.close()


def is_running(pid: int) -> bool:
    """Whether there is a process of that number."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def wait_for_process_exit(pid: int) -> None:
    """Waits until there is no process of that number; kills it at the timeout."""
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while is_running(pid):
        if time.monotonic() > deadline:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            raise AssertionError(f"Process {pid} is still there.")
        time.sleep(0.01)
