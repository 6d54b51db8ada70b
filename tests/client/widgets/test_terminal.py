"""The numbers of colours that a terminal may have."""

from __future__ import annotations

import pytest
from rich.console import COLOR_SYSTEMS

from railbird_client.widgets.terminal import COLOUR_CHOICES, PALETTE_SIZES, TEXTUAL_NAMES, find_palette_size


def test_every_colour_system_of_rich_is_known() -> None:
    assert PALETTE_SIZES.keys() == COLOR_SYSTEMS.keys()


@pytest.mark.parametrize(("choice", "palette_size"), [("16", 16), ("256", 256), ("true", 0)])
def test_what_a_player_chooses_is_what_the_themes_draw_in(choice: str, palette_size: int) -> None:
    name = TEXTUAL_NAMES[choice]
    assert name in COLOR_SYSTEMS
    assert find_palette_size(name) == palette_size


def test_the_choices_are_numbers_of_colours_and_no_names_of_rich() -> None:
    assert COLOUR_CHOICES == ("16", "256", "true")
    assert "standard" not in TEXTUAL_NAMES


def test_a_terminal_without_colours_has_no_palette() -> None:
    assert find_palette_size(None) == 0
