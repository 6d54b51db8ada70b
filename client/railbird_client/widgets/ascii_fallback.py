"""ASCII fallback for Textual content: with `--ascii` every symbol becomes one ASCII character."""

from __future__ import annotations

from textual.app import App
from textual.content import Content

from railbird_client.drawing.ascii_symbols import text_to_ascii

ASCII_CLASS = "-ascii"
"""The class of an app that draws in ASCII only."""


def apply_ascii_fallback(app: App[object], content: Content) -> Content:
    """Returns the content, in ASCII if the app draws in ASCII only."""
    return Content(text_to_ascii(content.plain), list(content.spans)) if app.has_class(ASCII_CLASS) else content
