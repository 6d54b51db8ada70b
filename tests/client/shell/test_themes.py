"""The themes have the colours of the palettes, as many as the terminal shows."""

from __future__ import annotations

import pytest
from rich.color import ColorSystem
from textual.color import Color

from railbird_client.widgets.app_look import DAY, NIGHT, THEMES, themes_for


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
