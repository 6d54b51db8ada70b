"""How a player wants the table shown."""

from __future__ import annotations

from msgspec import Struct

from railbird_client.table.turn.bet_presets import DEFAULT_PRESETS, BetPreset


class TableOptions(Struct, frozen=True):
    """A player's choices for the table.

    `ascii` draws with ASCII characters only. `two_colour` shows black and red suits instead of four colours. `bell`
    rings at the player's turn. `street_pause` is the pause between the streets of an all-in hand, in seconds (0: none);
    those between the hands and pots of a showdown follow from it. `hints` shows beginners what beats them and what
    helps. With `motion` bets fade into the pot and new cards turn over. With `confirm_all_in` an all-in needs a second
    press. `presets` are the amounts that the digits set, from 1 on.
    """

    ascii: bool = False
    two_colour: bool = False
    bell: bool = True
    street_pause: float = 1.5
    hints: bool = True
    motion: bool = False
    confirm_all_in: bool = True
    presets: tuple[BetPreset, ...] = DEFAULT_PRESETS
