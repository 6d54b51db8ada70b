"""Every text role has a readable style in every theme."""

from __future__ import annotations

import pytest
from rich.color import Color as RichColor
from textual.color import Color
from textual.theme import Theme

from railbird_client.model.text_roles import TextRole
from railbird_client.themes import DAY, NIGHT, THEMES, text_styles

DECORATIVE = {
    TextRole.FAINT,
    TextRole.BORDER,
    TextRole.CARD_SLOT,
    TextRole.FELT_EDGE,
    TextRole.CARD,
    TextRole.CARD_DIMMED,
    TextRole.CARD_FRESH,
    TextRole.DISABLED,
    TextRole.CARD_BACK,
}
READABLE = 4.5
VISIBLE = 1.4


def colours(theme: Theme) -> dict[str, str]:
    return {
        **theme.variables,
        "foreground": theme.foreground or "",
        "primary": theme.primary,
        "secondary": theme.secondary or "",
    }


def luminance(colour: RichColor) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in colour.get_truecolor())
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: RichColor, other: RichColor) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
@pytest.mark.parametrize("role", TextRole)
def test_every_text_role_is_readable_on_its_background(theme: Theme, role: TextRole) -> None:
    style = text_styles(colours(theme))[role]
    ground = style.bgcolor or Color.parse(theme.background or "").rich_color
    assert style.color is not None
    assert contrast(style.color, ground) >= (VISIBLE if role in DECORATIVE else READABLE)


def test_both_themes_name_the_same_colours() -> None:
    assert NIGHT.variables.keys() == DAY.variables.keys()


def test_missing_colours_fall_back_to_the_night_theme() -> None:
    assert text_styles({"foreground": "#ffffff"})[TextRole.CHIPS] == text_styles(colours(NIGHT))[TextRole.CHIPS]
    assert text_styles({"chips": "no colour"})[TextRole.CHIPS] == text_styles(colours(NIGHT))[TextRole.CHIPS]
