"""Colour themes, and the text styles that each theme gives to the roles of text."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from rich.color import Color as RichColor
from rich.style import Style
from textual.color import Color, ColorParseError
from textual.theme import Theme

from railbird_client.colours import find_palette_size
from railbird_client.model.text_roles import TextRole
from railbird_client.palettes import indexed_theme

NIGHT = Theme(
    name="railbird-night",
    primary="#4fae7b",
    secondary="#7aa2c9",
    accent="#e6b450",
    warning="#f0883e",
    error="#e5534b",
    success="#57c98a",
    foreground="#d7dde2",
    background="#11161b",
    surface="#182027",
    panel="#202a32",
    dark=True,
    variables={
        "felt": "#12301f",
        "felt-edge": "#2e6b49",
        "dim": "#8b98a3",
        "faint": "#566470",
        "edge": "#3a4853",
        "chips": "#f0cf7a",
        "turn": "#f2b84b",
        "win": "#6fdc9a",
        "alarm": "#ff7b54",
        "back": "#5b7fa6",
        "suit-spade": "#e8edf2",
        "suit-heart": "#ff6b6b",
        "suit-diamond": "#6cb6ff",
        "suit-club": "#63d18b",
        "card": "#f3efe4",
        "card-edge": "#c9c1ad",
        "card-out": "#8a857a",
        "card-out-ink": "#24221e",
        "card-fresh": "#d99a1c",
        "card-spade": "#16191d",
        "card-heart": "#c62828",
        "card-diamond": "#1b5fb4",
        "card-club": "#1a7a3c",
        "key": "#f2b84b",
        "button": "#26333d",
        "chosen": "#f2b84b",
        "chosen-ink": "#14181c",
    },
)

DAY = Theme(
    name="railbird-day",
    primary="#1f7a4c",
    secondary="#2b5f92",
    accent="#a86a00",
    warning="#b54708",
    error="#b42318",
    success="#18794e",
    foreground="#1d252b",
    background="#f4f2ec",
    surface="#ebe8df",
    panel="#dfdbcf",
    dark=False,
    variables={
        "felt": "#cfe5d6",
        "felt-edge": "#6ba584",
        "dim": "#59656e",
        "faint": "#9aa3a8",
        "edge": "#b6b9b4",
        "chips": "#7a4b00",
        "turn": "#a15c00",
        "win": "#11703f",
        "alarm": "#b83210",
        "back": "#5b7fa6",
        "suit-spade": "#14181c",
        "suit-heart": "#c01f1f",
        "suit-diamond": "#1455a8",
        "suit-club": "#14692f",
        "card": "#ffffff",
        "card-edge": "#a9a69b",
        "card-out": "#bdb9ae",
        "card-out-ink": "#4a473f",
        "card-fresh": "#c07c00",
        "card-spade": "#16191d",
        "card-heart": "#c62828",
        "card-diamond": "#1b5fb4",
        "card-club": "#1a7a3c",
        "key": "#8a4f00",
        "button": "#dcd8cb",
        "chosen": "#a15c00",
        "chosen-ink": "#ffffff",
    },
)

THEMES = (NIGHT, DAY)
"""The themes of the client in true colour, the default first."""


def themes_for(colour_system: str | None) -> tuple[Theme, ...]:
    """Returns the themes in the colours of a terminal, by Rich's name of its colour system."""
    count = find_palette_size(colour_system)
    return THEMES if count is None else tuple(indexed_theme(theme, count) for theme in THEMES)


# role: (variable of the foreground, variable of the background or "", bold)
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
    TextRole.QR_CODE: ("card-spade", "card", False),
}

_DEFAULT_COLOURS = {
    name: colour for name, colour in {**vars(NIGHT), **NIGHT.variables}.items() if isinstance(colour, str)
}

TextStyles = Mapping[TextRole, Style]


def text_styles(variables: Mapping[str, str]) -> TextStyles:
    """Returns the style of every role of text; a colour that the theme lacks is that of `NIGHT`."""
    return _cached_text_styles(tuple((name, variables.get(name, "")) for name in _COLOUR_NAMES))


_COLOUR_NAMES = sorted({name for front, back, _ in _ROLE_COLOURS.values() for name in (front, back) if name})


@lru_cache(maxsize=4)
def _cached_text_styles(variables: tuple[tuple[str, str], ...]) -> TextStyles:
    known = dict(variables)
    return {
        role: Style(color=_parse_colour(front, known), bgcolor=_parse_colour(back, known) if back else None, bold=bold)
        for role, (front, back, bold) in _ROLE_COLOURS.items()
    }


def _parse_colour(name: str, known: Mapping[str, str]) -> RichColor:
    try:
        return Color.parse(known[name]).rich_color
    except (KeyError, ColorParseError):
        return Color.parse(_DEFAULT_COLOURS[name]).rich_color
