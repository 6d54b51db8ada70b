"""Who acts first in a betting round (BT-15..BT-17, VT-S5-2..6, VT-S7-2..8, VT-RZ-2..4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never

from railbird_server.rules.player import Player
from railbird_server.rules.ranking import HIGH, STANDARD_ORDER, Category, Order, Scale, scale_showing, standing
from railbird_server.rules.variants import Opener
from railbird_shared.cards import Rank

FORCED_OPENING = {
    Opener.LOWEST_UPCARD: ("VT-S7-3", "VT-S7-4", "VT-S7-5"),
    Opener.HIGHEST_UPCARD_ACE_LOW: ("VT-RZ-2", "VT-RZ-4", "VT-S7-5"),
    Opener.HIGHEST_UPCARD: ("VT-S5-3", "VT-S5-6"),
}
"""The clauses by which the player with a certain upcard has to open."""

WILD_HIGH = (Rank.ACE + 1, 0)
WILD_LOW = (0, 0)
"""Where a wild upcard stands among others: it is the best there is, in high games and in low ones."""


def first_to_act(
    rule: Opener,
    players: Sequence[Player],
    *,
    last_blind: int | None = None,
    opener: int | None = None,
    scale: Scale = HIGH,
    suit_order: str = STANDARD_ORDER,
) -> int:
    """Returns the index from which the first player able to act is sought, clockwise.

    `players` run from the button's left. `last_blind` is the seat of the last blind or straddle, `opener` the seat that
    opened the first round, if any did; `scale` compares hands showing and `suit_order` breaks ties of single cards.
    """
    match rule:
        case Opener.LEFT_OF_BUTTON:
            return 0
        case Opener.LEFT_OF_BLINDS:
            return _index(players, last_blind, missing=-1) + 1
        case Opener.FIRST_BETTOR:
            return _index(players, opener, missing=0)
        case Opener.LOWEST_UPCARD:
            return min(_live(players), key=_by_upcard(players, scale, suit_order))
        case Opener.HIGHEST_UPCARD:
            return max(_live(players), key=_by_upcard(players, scale, suit_order))
        case Opener.HIGHEST_UPCARD_ACE_LOW:
            return max(_live(players), key=_by_upcard(players, scale, suit_order, ace_low=True))
        case Opener.BEST_SHOWING:
            strength = scale_showing(scale).strength
            return max(_live(players), key=lambda index: strength(players[index].upcards))
        case _:
            assert_never(rule)


def shows_pair(player: Player, scale: Scale) -> bool:
    """Returns whether a player's open cards make a pair or more (VT-S7-11, PH-9)."""
    shown = scale_showing(scale)
    return shown.read(shown.strength(player.upcards))[0] >= Category.ONE_PAIR


def _index(players: Sequence[Player], seat: int | None, *, missing: int) -> int:
    return next((index for index, player in enumerate(players) if player.seat == seat), missing)


def _live(players: Sequence[Player]) -> list[int]:
    return [index for index, player in enumerate(players) if not player.folded]


def _by_upcard(
    players: Sequence[Player], scale: Scale, suit_order: str, *, ace_low: bool = False
) -> Callable[[int], tuple[int, int]]:
    """Orders players by their only upcard (VT-S7-4, VT-S7-15); a wild one is better than all others (PH-9)."""
    best = WILD_HIGH if scale.rules.order is Order.HIGH else WILD_LOW

    def height(index: int) -> tuple[int, int]:
        card = players[index].upcards[0]
        wild = card.is_joker or card in scale.rules.wild_cards
        return best if wild else standing(card, suit_order, ace_low=ace_low)

    return height
