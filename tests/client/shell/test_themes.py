"""Every text role has a readable style in every theme."""

from __future__ import annotations

import pytest
from rich.color import Color as RichColor
from rich.color import ColorSystem
from textual.color import Color
from textual.theme import Theme

from railbird_client.drawing.text_roles import TextRole
from railbird_client.shell.themes import DAY, NIGHT, THEMES, text_styles, themes_for

DECORATIVE = {
    TextRole.FAINT,
    TextRole.BORDER,
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


def shown_colour(colour: RichColor, colour_count: int) -> RichColor:
    """The colour that a terminal of so many colours shows, as Rich chooses it; terminals vary in their 16."""
    return colour.downgrade(ColorSystem.EIGHT_BIT) if colour_count == 256 else colour


@pytest.mark.parametrize("system", ["256", "standard"])
@pytest.mark.parametrize("dark", [True, False])
@pytest.mark.parametrize("role", TextRole)
def test_every_text_role_is_readable_in_few_colours(system: str, dark: bool, role: TextRole) -> None:
    count = 256 if system == "256" else 16
    theme = next(theme for theme in themes_for(system) if theme.dark is dark)
    style = text_styles(colours(theme))[role]
    ground = style.bgcolor or Color.parse(theme.background or "").rich_color
    assert style.color is not None
    # Of 16 colours red, green and blue are darker or brighter than one would choose them; they are printed bold.
    readable = READABLE if count == 256 or not style.bold else 3.0
    least = VISIBLE if role in DECORATIVE else readable
    assert contrast(shown_colour(style.color, count), shown_colour(ground, count)) >= least


@pytest.mark.parametrize(("name", "number"), [("card", 255), ("chips", 222), ("dim", 246), ("card-diamond", 25)])
def test_a_palette_of_256_colours_reaches_the_terminal_unchanged(name: str, number: int) -> None:
    colour = Color.parse(themes_for("256")[0].variables[name]).rich_color
    assert colour.downgrade(ColorSystem.EIGHT_BIT).number == number


@pytest.mark.parametrize("system", ["256", "standard"])
@pytest.mark.parametrize("dark", [True, False])
def test_suits_and_states_differ_in_few_colours(system: str, dark: bool) -> None:
    theme = next(theme for theme in themes_for(system) if theme.dark is dark)
    for names in (
        ("suit-spade", "suit-heart", "suit-diamond", "suit-club"),
        # On the grey cards of a light screen of 16 colours green cannot be read: clubs are black there.
        ("card-spade", "card-heart", "card-diamond", *(("card-club",) if dark or system == "256" else ())),
        ("win", "danger", "turn"),
        ("card", "card-out"),
    ):
        assert len({theme.variables[name] for name in names}) == len(names)


def test_the_old_terminal_of_windows_gets_the_palette_of_16_colours() -> None:
    assert [vars(each) for each in themes_for("windows")] == [vars(each) for each in themes_for("standard")]


@pytest.mark.parametrize("system", ["truecolor", None])
def test_a_terminal_of_true_colour_gets_the_full_themes(system: str | None) -> None:
    assert themes_for(system) == THEMES


def test_both_themes_name_the_same_colours() -> None:
    assert NIGHT.variables.keys() == DAY.variables.keys()


def test_missing_colours_fall_back_to_the_night_theme() -> None:
    assert text_styles({"foreground": "#ffffff"})[TextRole.CHIPS] == text_styles(colours(NIGHT))[TextRole.CHIPS]
    assert text_styles({"chips": "no colour"})[TextRole.CHIPS] == text_styles(colours(NIGHT))[TextRole.CHIPS]
