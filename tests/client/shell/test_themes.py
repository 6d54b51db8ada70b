"""The themes have the colours of the palettes, as many as the terminal shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.color import ColorSystem
from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

import railbird_client
from railbird_client.widgets.app_look import DAY, NIGHT, THEMES, themes_for
from support.app_harness import run_app
from support.contrast import contrast

READABLE, READABLE_IN_BOLD = 4.5, 3.0
GROUNDS = ("background", "surface", "panel")
ORNAMENT = {"faint"}
"""The variables in which no word is written: the arrows at the end of a choice."""
_MARKUP = re.compile(r"""["'](bold )?\$([a-z-]+)(?: on \$([a-z-]+))?["']""")
_STYLE_SHEET = re.compile(r"(?<![a-z-])(?:border-(?:sub)?title-)?color: \$([a-z-]+)")


def words_in_source() -> Iterator[tuple[str, str, bool]]:
    """Yields the variables in which the client writes words: each with its ground, if it has one, and whether bold."""
    client = Path(railbird_client.__file__).parent
    for file in client.rglob("*.py"):
        for bold, name, ground in _MARKUP.findall(file.read_text(encoding="utf-8")):
            yield name, ground, bool(bold)
    for file in client.rglob("*.tcss"):
        yield from ((name, "", False) for name in _STYLE_SHEET.findall(file.read_text(encoding="utf-8")))


def contrast_of(variables: dict[str, str], name: str, ground: str) -> float:
    one, other = (Color.parse(variables[each]).rgb for each in (name, ground))
    return contrast(one, other)


@pytest.mark.parametrize("system", ["truecolor", "256", "standard"])
@pytest.mark.parametrize("dark", [True, False])
def test_whatever_markup_and_style_sheets_write_can_be_read_on_every_ground(system: str, dark: bool) -> None:
    theme = next(theme for theme in themes_for(system) if theme.dark is dark)
    variables = theme.to_color_system().generate() | theme.variables
    unread = {
        (name, ground)
        for name, own_ground, bold in {*words_in_source()}
        for ground in ([own_ground] if own_ground else GROUNDS)
        if name not in ORNAMENT
        and contrast_of(variables, name, ground) < (READABLE_IN_BOLD if bold and system == "standard" else READABLE)
    }
    assert unread == set()


@pytest.mark.slow
async def test_other_themes_write_in_the_colours_for_dark_or_for_light(tmp_path: Path) -> None:
    async with run_app(None, tmp_path) as harness:

        def variables_of(theme: Theme) -> dict[str, str]:
            harness.app.theme = theme.name
            return harness.app.get_css_variables()

        for theme in BUILTIN_THEMES.values():
            variables = variables_of(theme)
            own = next(own for own in harness.app.settings.themes if own.dark is theme.dark)
            for name in ("dim", "key", "chips", "turn-label"):
                assert variables[name] == own.variables[name], (theme.name, name)
                if not theme.dark and variables["background"].startswith("#"):
                    assert contrast_of(variables, name, "background") >= READABLE, (theme.name, name)


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
