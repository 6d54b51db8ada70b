"""Every game as a record: the pack, the streets, the forced bets, who opens a round and how a pot is divided.

A variant is data. `hand.py` walks its streets and knows no game by name. Every record of the modules `board`, `draw`
and `stud` is a game on offer.
"""

from __future__ import annotations

from railbird_shared.game.catalogue import GAMES, unknown_game
from railbird_shared.game.game_rules import BadSetup
from railbird_shared.game.variants import board, draw, stud
from railbird_shared.game.variants.variant import FirstToAct, ForcedBets, Street, Variant

VARIANTS: dict[str, Variant] = {
    game.id: game for module in (board, draw, stud) for game in vars(module).values() if isinstance(game, Variant)
}
"""Every game on offer, by the name that commands use."""


def get_variant(name: str) -> Variant:
    """Returns the game of that id; raises BadSetup with the nearest name, or with all there are."""
    variant = VARIANTS.get(name.strip().lower())
    if variant is None:
        raise BadSetup(unknown_game(name, GAMES))
    return variant


__all__ = ["VARIANTS", "FirstToAct", "ForcedBets", "Street", "Variant", "get_variant"]
