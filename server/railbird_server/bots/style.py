"""How a bot likes to play, as numbers."""

from __future__ import annotations

from msgspec import Struct


class Style(Struct, frozen=True):
    """A way of playing.

    `opens` and `defends` are shares of all starting hands at a table of six: those raised with when nobody has, and
    those that go on against a raise of three big blinds. `enters` is how far above its fair share a stud hand has to
    begin. `margin` is how far a chance of winning must exceed the price
    of a call; `value` and `raises` how far, from a fair share of the pot to certainty, it must reach to bet and to
    raise. `bluffs` and `traps` are how often a weak hand is bet and a great one checked. All are between 0 and 1.
    """

    name: str
    opens: float
    defends: float
    enters: float
    margin: float
    value: float
    raises: float
    bluffs: float
    traps: float


LOOSE = Style(
    "loose", opens=0.36, defends=0.32, enters=0.07, margin=-0.03, value=0.18, raises=0.45, bluffs=0.22, traps=0.08
)
TIGHT = Style(
    "tight", opens=0.2, defends=0.17, enters=0.16, margin=0.03, value=0.24, raises=0.55, bluffs=0.1, traps=0.12
)

STYLES: dict[str, Style] = {style.name: style for style in (LOOSE, TIGHT)}
"""Every style on offer, by the name that commands use."""
