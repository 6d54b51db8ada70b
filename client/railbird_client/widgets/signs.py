"""Signs that not every terminal has: with `--ascii` they become plain letters, cell for cell."""

from __future__ import annotations

from textual.app import App
from textual.content import Content

from railbird_client.model.plain import plain_text

ASCII = "-ascii"
"""The class that the app carries when it draws with plain letters only."""


def signs(app: App[object], content: Content) -> Content:
    """Returns the content as this app may draw it."""
    return Content(plain_text(content.plain), list(content.spans)) if app.has_class(ASCII) else content
