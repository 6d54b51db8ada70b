"""Screens without a terminal or a channel draw no frame that nobody reads, and share parsed style sheets."""

from __future__ import annotations

from collections.abc import Hashable

from textual._context import visible_screen_stack
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.screen import Screen

_refresh = Screen._compositor_refresh
_parse_rules = Stylesheet._parse_rules
_parsed: dict[Hashable, list[RuleSet]] = {}


def _refresh_unread(screen: Screen[object]) -> None:
    """Forgets a frame that Textual would compute and throw away; whoever reads the screen has it drawn whole."""
    if screen is not screen.app.screen or not screen.app.is_headless or "_display" in vars(screen.app):
        _refresh(screen)
        return
    visible_screen_stack.set(screen.app._background_screens)
    screen._compositor._dirty_regions.clear()
    screen._dirty_widgets.clear()
    screen.app._update_mouse_over(screen)


def _parse_rules_once(sheet: Stylesheet, *arguments: Hashable, **settings: Hashable) -> list[RuleSet]:
    key = (tuple(sheet._variables.items()), arguments, tuple(settings.items()))
    if key not in _parsed:
        _parsed[key] = _parse_rules(sheet, *arguments, **settings)  # type: ignore[arg-type]
    return _parsed[key]


Screen._compositor_refresh = _refresh_unread  # type: ignore[method-assign,assignment]
Stylesheet._parse_rules = _parse_rules_once  # type: ignore[method-assign,assignment]
