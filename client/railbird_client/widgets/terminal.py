"""The terminal: how many colours it has, the title of its window, its keys, and where it reads them.

The command line reads this before it loads anything that draws.
"""

from __future__ import annotations

import contextlib
import os
import select
import sys
import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from textual.app import App


TEXTUAL_NAMES = {"16": "standard", "256": "256", "true": "truecolor"}
"""The colour system that Textual has to use, by how many colours the player chooses."""
PALETTE_SIZES = {"standard": 16, "windows": 16, "256": 256, "truecolor": 0}
"""For how many colours the themes have a palette of their own, by Rich's name of them; 0 where all are drawn."""
COLOUR_CHOICES = tuple(TEXTUAL_NAMES)
"""How many colours a terminal can be said to have."""


def find_palette_size(rich_name: str | None) -> int:
    """Returns the number of colours of the palette for a terminal, by Rich's name of its colour system."""
    return PALETTE_SIZES.get(rich_name or "", 0)


def set_window_title(app: App[Any], title: str) -> None:
    """Sets the title of the window; `title` must never hold text from the server."""
    _write(app, f"\x1b]2;{title}\x07")


def save_window_title(app: App[Any]) -> None:
    """Has the terminal save its present title."""
    _write(app, "\x1b[22;2t")


def restore_window_title(app: App[Any]) -> None:
    """Has the terminal restore the saved title."""
    _write(app, "\x1b[23;2t")


def _write(app: App[Any], sequence: str) -> None:
    driver = app._driver  # noqa: SLF001 - Textual has no public way to name the window
    if driver is not None and not driver.is_headless:
        driver.write(sequence)


def with_capitals(keys: str) -> str:
    """Returns Textual's names of keys, separated by commas, with the capital of each letter."""
    each = keys.split(",")
    return ",".join([*each, *(key.upper() for key in each if len(key) == 1 and key.isalpha())])


_KEY_LABELS = {
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "escape": "Esc",
    "question_mark": "?",
    "slash": "/",
    "dollar_sign": "$",
    "plus": "+",
    "minus": "-",
    "comma": ",",
    "full_stop": ".",
    "equals_sign": "=",
}


def key_label(key: str) -> str:
    """Returns how a key is shown, by Textual's name of it: "PgDn", "^T", "K"."""
    return _KEY_LABELS.get(key) or key.replace("ctrl+", "^").title()


PAGE_STEP = 10
"""How many rows a page key moves the mark."""
END_STEP = 10_000
"""More than any list has rows or a chooser values: the step to an end."""
MOVES = {"up": -1, "down": 1, "pageup": -PAGE_STEP, "pagedown": PAGE_STEP, "home": -END_STEP, "end": END_STEP}
"""By how many rows each key moves the mark of a list."""

REPEAT_DELAY = 0.75
"""The longest that a keyboard usually waits before the first repeat, in seconds."""

STANDARD_INPUT = "-"
"""The name of a file that means the standard input."""


def reopen_terminal() -> None:
    """Reads keys from the terminal after the standard input was a file; without a terminal the input stays as it is."""
    with contextlib.suppress(OSError):
        terminal = os.open("CONIN$" if sys.platform == "win32" else "/dev/tty", os.O_RDWR)
        os.dup2(terminal, sys.stdin.fileno())
        os.close(terminal)


HANGUP_STATUS = 129
"""The exit status of a program whose terminal is gone, as a shell shows it: 128, and the number of SIGHUP."""


def exit_with_terminal() -> None:
    """Ends the program once its terminal is gone, even where SIGHUP is ignored, as under nohup.

    Textual would read the end of its input again and again. Nothing is left to restore then, and the seat is kept.
    """
    if sys.platform == "win32" or not hasattr(select, "poll") or sys.__stdin__ is None:
        return
    hangups = select.poll()
    hangups.register(sys.__stdin__.fileno(), 0)

    def wait() -> None:
        if any(found & select.POLLHUP for _, found in hangups.poll()):
            os._exit(HANGUP_STATUS)

    threading.Thread(target=wait, name="terminal", daemon=True).start()


def is_paintable(name: str) -> bool:
    """Whether a screen can be painted on a terminal of that name, as TERM has it; any other takes lines."""
    return name not in {"dumb", "unknown"}
