"""Who acts first in a betting round (BT-15..BT-17, VT-S7-3..8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from railbird_server.rules.player import Player
from railbird_server.rules.ranking import showing
from railbird_server.rules.variants import Opener
from railbird_shared.cards import Card


def first_to_act(rule: Opener, players: Sequence[Player], *, big_blind: int | None, opener: int | None) -> int:
    """Returns the index from which the first player able to act is sought, clockwise.

    `players` run from the button's left; `opener` is the seat that opened the first round, if any did.
    """
    match rule:
        case Opener.LEFT_OF_BUTTON:
            return 0
        case Opener.LEFT_OF_BLINDS:
            return _index(players, big_blind) + 1
        case Opener.FIRST_BETTOR:
            return _index(players, opener)
        case Opener.LOWEST_UPCARD:
            live = [index for index, player in enumerate(players) if not player.folded]
            return min(live, key=lambda index: _height(players[index].upcards[0]))
        case Opener.BEST_SHOWING:
            live = [index for index, player in enumerate(players) if not player.folded]
            return max(live, key=lambda index: showing(players[index].upcards))
        case _:
            assert_never(rule)


def _index(players: Sequence[Player], seat: int | None) -> int:
    return next((index for index, player in enumerate(players) if player.seat == seat), 0)


def _height(card: Card) -> tuple[int, int]:
    """Orders single upcards: ace high, and of equal ranks clubs lowest (VT-S7-4, VT-S7-15)."""
    return card.rank, card.suit
