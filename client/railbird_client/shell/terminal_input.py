"""The standard input, where a command reads it before the screen reads keys."""

from __future__ import annotations

import contextlib
import os
import sys

STANDARD_INPUT = "-"
"""The name of a file that means the standard input."""


def reopen_terminal() -> None:
    """Reads keys from the terminal after the standard input was a file; without a terminal the input stays as it is."""
    with contextlib.suppress(OSError):
        terminal = os.open("CONIN$" if sys.platform == "win32" else "/dev/tty", os.O_RDWR)
        os.dup2(terminal, sys.stdin.fileno())
        os.close(terminal)
