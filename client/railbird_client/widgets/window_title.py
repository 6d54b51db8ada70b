"""The title of the terminal's window, which tells a player who looks elsewhere that it is his turn."""

from __future__ import annotations

from typing import Any

from textual.app import App


def set_window_title(app: App[Any], title: str) -> None:
    """Gives the window a title; `title` has to be the client's own words, never anybody else's."""
    _write(app, f"\x1b]2;{title}\x07")


def save_window_title(app: App[Any]) -> None:
    """Has the terminal keep the title it shows now."""
    _write(app, "\x1b[22;2t")


def restore_window_title(app: App[Any]) -> None:
    """Brings the title back that was kept."""
    _write(app, "\x1b[23;2t")


def _write(app: App[Any], sequence: str) -> None:
    driver = app._driver  # noqa: SLF001 - Textual has no public way to name the window
    if driver is not None and not driver.is_headless:
        driver.write(sequence)
