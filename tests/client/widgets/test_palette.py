"""Every ink has a look in every theme, and one that can be read."""

from __future__ import annotations

import pytest
from rich.color import Color as RichColor
from textual.color import Color
from textual.theme import Theme

from railbird_client.model.ink import Ink
from railbird_client.themes import DAY, NIGHT, THEMES
from railbird_client.widgets.palette import palette

ORNAMENTS = {Ink.FAINT, Ink.BORDER, Ink.SLOT, Ink.FELT_EDGE, Ink.CARD, Ink.CARD_OUT, Ink.CARD_FRESH, Ink.OFF, Ink.BACK}
READABLE = 4.5
VISIBLE = 1.4


def colours(theme: Theme) -> dict[str, str]:
    return {
        **theme.variables,
        "foreground": theme.foreground or "",
        "primary": theme.primary,
        "secondary": theme.secondary or "",
    }


def light(colour: RichColor) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in colour.get_truecolor())
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: RichColor, other: RichColor) -> float:
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
@pytest.mark.parametrize("ink", Ink)
def test_every_ink_can_be_read_on_its_ground(theme: Theme, ink: Ink) -> None:
    style = palette(colours(theme))[ink]
    ground = style.bgcolor or Color.parse(theme.background or "").rich_color
    assert style.color is not None
    assert contrast(style.color, ground) >= (VISIBLE if ink in ORNAMENTS else READABLE)


def test_both_themes_name_the_same_colours() -> None:
    assert NIGHT.variables.keys() == DAY.variables.keys()


def test_a_theme_without_our_colours_gets_those_of_the_night() -> None:
    assert palette({"foreground": "#ffffff"})[Ink.CHIPS] == palette(colours(NIGHT))[Ink.CHIPS]
    assert palette({"chips": "no colour"})[Ink.CHIPS] == palette(colours(NIGHT))[Ink.CHIPS]
