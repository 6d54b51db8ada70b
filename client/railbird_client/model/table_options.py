"""How a player wants the table shown."""

from __future__ import annotations

from msgspec import Struct


class TableOptions(Struct, frozen=True):
    """A player's choices for the table.

    `ascii` draws with ASCII characters only. `two_colour` shows black and red suits instead of four colours. `bell`
    rings at the player's turn. `street_pause` is the pause between the streets of an all-in hand, in seconds (0: none).
    """

    ascii: bool = False
    two_colour: bool = False
    bell: bool = True
    street_pause: float = 1.5
