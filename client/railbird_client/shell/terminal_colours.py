"""How many colours a terminal has: what players can choose, and what Rich calls it.

The command line reads this before it loads anything that draws.
"""

from __future__ import annotations

from typing import NamedTuple


class ColourSystem(NamedTuple):
    """A number of colours: `choice` names it to players, and Rich by any of `rich_names`, the first for Textual.

    `palette_size` is for how many colours the themes have a palette of their own, None where they are drawn in full.
    """

    choice: str
    rich_names: tuple[str, ...]
    palette_size: int | None


COLOUR_SYSTEMS = (
    ColourSystem("16", ("standard", "windows"), 16),
    ColourSystem("256", ("256",), 256),
    ColourSystem("true", ("truecolor",), None),
)
COLOUR_CHOICES = tuple(system.choice for system in COLOUR_SYSTEMS)
"""How many colours a terminal can be said to have."""


def find_textual_name(choice: str) -> str | None:
    """Returns the colour system that Textual has to use, None for what is no choice."""
    return next((system.rich_names[0] for system in COLOUR_SYSTEMS if system.choice == choice), None)


def find_palette_size(rich_name: str | None) -> int | None:
    """Returns the number of colours of the palette for a terminal, by Rich's name of its colour system."""
    return next((system.palette_size for system in COLOUR_SYSTEMS if rich_name in system.rich_names), None)
