"""How each ink looks in the theme of the moment."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from rich.color import Color as RichColor
from rich.style import Style
from textual.color import Color, ColorParseError

from railbird_client.model.ink import TextRole
from railbird_client.themes import NIGHT

# ink: (variable of the letters, variable of the ground or "", bold)
_ROLE_COLOURS: dict[TextRole, tuple[str, str, bool]] = {
    TextRole.TEXT: ("foreground", "", False),
    TextRole.STRONG: ("foreground", "", True),
    TextRole.DIM: ("dim", "", False),
    TextRole.FAINT: ("faint", "", False),
    TextRole.BORDER: ("edge", "", False),
    TextRole.TITLE: ("primary", "", True),
    TextRole.HEADING: ("secondary", "", False),
    TextRole.NAME: ("foreground", "", True),
    TextRole.CHIPS: ("chips", "", False),
    TextRole.TURN: ("turn", "", True),
    TextRole.WARN: ("alarm", "", True),
    TextRole.WIN: ("win", "", True),
    TextRole.ALL_IN: ("alarm", "", True),
    TextRole.CARD_BACK: ("back", "", False),
    TextRole.CARD_SLOT: ("felt-edge", "", False),
    TextRole.FELT_EDGE: ("felt-edge", "", False),
    TextRole.SPADE: ("suit-spade", "", True),
    TextRole.HEART: ("suit-heart", "", True),
    TextRole.DIAMOND: ("suit-diamond", "", True),
    TextRole.CLUB: ("suit-club", "", True),
    TextRole.CARD: ("card-edge", "card", False),
    TextRole.CARD_SPADE: ("card-spade", "card", True),
    TextRole.CARD_HEART: ("card-heart", "card", True),
    TextRole.CARD_DIAMOND: ("card-diamond", "card", True),
    TextRole.CARD_CLUB: ("card-club", "card", True),
    TextRole.CARD_FRESH: ("card-fresh", "card", True),
    TextRole.CARD_DIMMED: ("card-out-ink", "card-out", False),
    TextRole.KEY: ("key", "button", True),
    TextRole.BUTTON: ("foreground", "button", False),
    TextRole.SELECTED_KEY: ("chosen-ink", "chosen", True),
    TextRole.SELECTED: ("chosen-ink", "chosen", True),
    TextRole.DISABLED: ("faint", "", False),
    TextRole.BUTTON_MARK: ("card-spade", "card", True),
    TextRole.NOTICE: ("alarm", "", True),
}

_DEFAULT_COLOURS = {name: colour for name, colour in {**vars(NIGHT), **NIGHT.variables}.items() if isinstance(colour, str)}

TextStyles = Mapping[TextRole, Style]


def text_styles(variables: Mapping[str, str]) -> TextStyles:
    """Returns the style of every ink; a theme that lacks one of our colours gets that of the night."""
    return _cached_text_styles(tuple((name, variables.get(name, "")) for name in _COLOUR_NAMES))


_COLOUR_NAMES = sorted({name for letters, ground, _ in _ROLE_COLOURS.values() for name in (letters, ground) if name})


@lru_cache(maxsize=4)
def _cached_text_styles(variables: tuple[tuple[str, str], ...]) -> TextStyles:
    known = dict(variables)
    return {
        ink: Style(color=_parse_colour(letters, known), bgcolor=_parse_colour(ground, known) if ground else None, bold=bold)
        for ink, (letters, ground, bold) in _ROLE_COLOURS.items()
    }


def _parse_colour(name: str, known: Mapping[str, str]) -> RichColor:
    try:
        return Color.parse(known[name]).rich_color
    except (KeyError, ColorParseError):
        return Color.parse(_DEFAULT_COLOURS[name]).rich_color
