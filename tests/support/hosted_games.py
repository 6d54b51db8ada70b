"""Games that `railbird host` starts in a terminal: their home, their run file, and no server that is left behind."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from railbird_shared.network.run_file import RUN_FILE_NAME, RunFile, decode_run_file
from support.terminal import Terminal, run_in_terminal


def game_folder(home: Path) -> Path:
    """Returns where a hosted game keeps its data."""
    return home / "data" / "railbird" / "host"


def run_file(home: Path) -> RunFile | None:
    """Returns what the server of a hosted game says of itself, None if nothing can be read."""
    try:
        return decode_run_file((game_folder(home) / RUN_FILE_NAME).read_bytes())
    except FileNotFoundError:
        return None


def server_of(home: Path) -> int:
    """Returns the process of the server that runs."""
    found = run_file(home)
    assert found is not None
    assert found.pid
    return found.pid


@contextmanager
def no_server_left(home: Path) -> Iterator[None]:
    """Kills the server that a failed test leaves behind.

    A server leads a session of its own. A run file that a test has written may name any other process, even that of the
    tests: none of their session is killed.
    """
    try:
        yield
    finally:
        left = run_file(home)
        if left is not None and left.pid > 0:
            with suppress(ProcessLookupError):
                if os.getsid(left.pid) == left.pid != os.getsid(0):
                    os.kill(left.pid, signal.SIGKILL)


@contextmanager
def host(
    home: Path, port: int, *arguments: str, encrypted: bool = False, clock: int = 2, pause: float = 0.0
) -> Iterator[Terminal]:
    """Runs `railbird host` in a terminal, at a table that nothing announces; its server may outlive it.

    A turn takes `clock` seconds, and the next hand begins after `pause`.
    """
    settings = {"RAILBIRD_TLS": str(encrypted).lower(), "RAILBIRD_DISCOVERY": "false", "RAILBIRD_PAUSE": str(pause)}
    settings |= {"RAILBIRD_CLOCK": str(clock), "RAILBIRD_CLOCK_EXTENSION": "0"}
    command = ("host", "--port", str(port), "--name", "Wren", "--no-ssh", "--no-page", *arguments)
    with run_in_terminal(*command, home=home, environment=settings) as terminal:
        yield terminal
