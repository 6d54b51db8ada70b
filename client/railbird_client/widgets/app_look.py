"""How an application draws: by its theme, the colours of its terminal, and its characters."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace
from textual.app import App
from textual.content import Content
from textual.screen import Screen

from railbird_client.drawing.ascii_symbols import text_to_ascii
from railbird_client.drawing.palette import Look, find_look, find_palette, to_hex
from railbird_client.shell.terminal import find_palette_size

ASCII_CLASS = "-ascii"
"""The class of an app that draws in ASCII only."""


def apply_ascii_fallback(app: App[object], content: Content) -> Content:
    """Returns the content, with every symbol as one ASCII character if the app draws in ASCII only."""
    return Content(text_to_ascii(content.plain), list(content.spans)) if app.has_class(ASCII_CLASS) else content


def paint_background(screen: Screen[Any]) -> None:
    """Gives a screen the background on which its drawings stand, now and with each other theme."""

    def paint() -> None:
        look = look_of(screen.app)
        if not look.outlined:
            screen.styles.background = to_hex(look.palette.background)

    paint()
    screen.app.theme_changed_signal.subscribe(screen, lambda _: paint())


def page_look(app: App[Any]) -> Look:
    """Returns the look of a page of text: with colours in ASCII, too, of which Textual makes greys under NO_COLOR."""
    look = look_of(app)
    palette = find_palette(dark=look.palette.dark, size=look.palette.size)
    return replace(look, palette=palette, outlined=False, coloured=True)


def look_of(app: App[Any]) -> Look:
    """Returns the look of an application."""
    return find_look(
        dark=app.current_theme.dark,
        size=find_palette_size(app.console.color_system) or 0,
        coloured=not app.no_color,
        ascii_only=app.has_class(ASCII_CLASS),
    )
