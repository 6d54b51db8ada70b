"""How each ink looks in the theme of the moment."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from rich.color import Color as RichColor
from rich.style import Style
from textual.color import Color, ColorParseError

from railbird_client.model.ink import Ink
from railbird_client.themes import NIGHT

# ink: (variable of the letters, variable of the ground or "", bold)
_LOOKS: dict[Ink, tuple[str, str, bool]] = {
    Ink.TEXT: ("foreground", "", False),
    Ink.STRONG: ("foreground", "", True),
    Ink.DIM: ("dim", "", False),
    Ink.FAINT: ("faint", "", False),
    Ink.BORDER: ("edge", "", False),
    Ink.TITLE: ("primary", "", True),
    Ink.HEADING: ("secondary", "", False),
    Ink.NAME: ("foreground", "", True),
    Ink.CHIPS: ("chips", "", False),
    Ink.TURN: ("turn", "", True),
    Ink.WARN: ("alarm", "", True),
    Ink.WIN: ("win", "", True),
    Ink.ALL_IN: ("alarm", "", True),
    Ink.BACK: ("back", "", False),
    Ink.SLOT: ("felt-edge", "", False),
    Ink.FELT_EDGE: ("felt-edge", "", False),
    Ink.SPADE: ("suit-spade", "", True),
    Ink.HEART: ("suit-heart", "", True),
    Ink.DIAMOND: ("suit-diamond", "", True),
    Ink.CLUB: ("suit-club", "", True),
    Ink.CARD: ("card-edge", "card", False),
    Ink.CARD_SPADE: ("card-spade", "card", True),
    Ink.CARD_HEART: ("card-heart", "card", True),
    Ink.CARD_DIAMOND: ("card-diamond", "card", True),
    Ink.CARD_CLUB: ("card-club", "card", True),
    Ink.CARD_FRESH: ("card-fresh", "card", True),
    Ink.CARD_OUT: ("card-out-ink", "card-out", False),
    Ink.KEY: ("key", "button", True),
    Ink.BUTTON: ("foreground", "button", False),
    Ink.CHOSEN_KEY: ("chosen-ink", "chosen", True),
    Ink.CHOSEN: ("chosen-ink", "chosen", True),
    Ink.OFF: ("faint", "", False),
    Ink.BUTTON_MARK: ("card-spade", "card", True),
    Ink.NOTICE: ("alarm", "", True),
}

_NIGHT = {name: colour for name, colour in {**vars(NIGHT), **NIGHT.variables}.items() if isinstance(colour, str)}

Palette = Mapping[Ink, Style]


def palette(variables: Mapping[str, str]) -> Palette:
    """Returns the style of every ink; a theme that lacks one of our colours gets that of the night."""
    return _palette(tuple((name, variables.get(name, "")) for name in _NAMES))


_NAMES = sorted({name for letters, ground, _ in _LOOKS.values() for name in (letters, ground) if name})


@lru_cache(maxsize=4)
def _palette(variables: tuple[tuple[str, str], ...]) -> Palette:
    known = dict(variables)
    return {
        ink: Style(color=_colour(letters, known), bgcolor=_colour(ground, known) if ground else None, bold=bold)
        for ink, (letters, ground, bold) in _LOOKS.items()
    }


def _colour(name: str, known: Mapping[str, str]) -> RichColor:
    try:
        return Color.parse(known[name]).rich_color
    except (KeyError, ColorParseError):
        return Color.parse(_NIGHT[name]).rich_color
