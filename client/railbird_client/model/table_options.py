"""How a player wants the table shown."""

from __future__ import annotations

from msgspec import Struct


class TableOptions(Struct, frozen=True):
    """A player's choices for the table.

    `ascii` draws with plain letters only, `two_colour` shows black and red suits instead of four colours, `bell`
    rings when it is the player's turn, and `street_pause` is the pause in seconds between the
    streets of a hand that deals itself out (0: none).
    """

    ascii: bool = False
    two_colour: bool = False
    bell: bool = True
    street_pause: float = 0.8
