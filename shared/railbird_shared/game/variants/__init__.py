"""Every game as a record: the pack, the streets, the forced bets, who opens a round and how a pot is divided.

A variant is data. `hand.py` walks its streets and knows no game by name. Every record of the modules `board`, `draw`
and `stud` is a game on offer.
"""

from __future__ import annotations

from railbird_shared.game.game_rules import BadSetup
from railbird_shared.game.variants import board, draw, stud
from railbird_shared.game.variants.variant import FirstToAct, ForcedBets, Street, Variant
from railbird_shared.text.text_cleaning import nearest

VARIANTS: dict[str, Variant] = {
    game.id: game for module in (board, draw, stud) for game in vars(module).values() if isinstance(game, Variant)
}
"""Every game on offer, by the name that commands use."""


def get_variant(name: str) -> Variant:
    """Returns the game of that name; raises BadSetup with the nearest name, or with all there are."""
    variant = VARIANTS.get(name.strip().lower())
    if variant is None:
        meant = nearest(name, VARIANTS)
        choice = f"you may mean {meant}" if meant else f"choose one of {', '.join(VARIANTS)}"
        raise BadSetup(f"There is no game called {name!r} here; {choice}.")
    return variant


__all__ = [
    "VARIANTS",
    "FirstToAct",
    "ForcedBets",
    "Street",
    "Variant",
    "get_variant",
]
