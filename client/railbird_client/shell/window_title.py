"""The title of the terminal's window, which says that it is the player's turn."""

from __future__ import annotations

from typing import Any

from textual.app import App


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
