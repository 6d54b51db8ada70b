"""The first player to act in a betting round (BT-15..BT-17, VT-S5-2..6, VT-S7-2..8, VT-RZ-2..4).

Openers: which hands may open, the proof of openers, and which hands have to bet (VT-5D-20..27, VT-LB-5).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import assert_never

from railbird_server.rules.hand_values import cards_for_lowest
from railbird_server.rules.player import Player
from railbird_shared.game.cards import HAND_SIZE, Rank
from railbird_shared.game.clauses import Clauses
from railbird_shared.game.game_rules import STANDARD_SUIT_ORDER, OpeningRequirement, Order
from railbird_shared.game.ranking import HIGH_SCALE, Category, HandValue, Scale
from railbird_shared.game.ranking.scale import upcard_scale
from railbird_shared.game.ranking.strengths import EQUAL_RANKS
from railbird_shared.game.ranking_rules import card_order
from railbird_shared.game.variants import FirstToAct
from railbird_shared.protocol.events import OpenersShown

FORCED_OPENING_CLAUSES: dict[FirstToAct, Clauses] = {
    FirstToAct.LOWEST_UPCARD: ("VT-S7-3", "VT-S7-4", "VT-S7-5"),
    FirstToAct.HIGHEST_UPCARD_ACE_LOW: ("VT-RZ-2", "VT-RZ-4", "VT-S7-5"),
    FirstToAct.HIGHEST_UPCARD: ("VT-S5-3", "VT-S5-6"),
}
"""The clauses that make the player with such an upcard open."""

WILD_UPCARD_HIGH = (Rank.ACE + 1, 0)
WILD_UPCARD_LOW = (0, 0)
"""The order of a wild upcard: the best of all, in high games and in low ones."""


def find_first_to_act(
    rule: FirstToAct,
    players: Sequence[Player],
    *,
    last_blind: int | None = None,
    opener: int | None = None,
    scale: Scale = HIGH_SCALE,
    suit_order: str = STANDARD_SUIT_ORDER,
) -> int:
    """Returns the index from which the first player able to act is sought, clockwise.

    `players` run from the button's left. `last_blind` is the seat of the last blind or straddle, and `opener` the seat
    that opened the first round, if one did. `scale` compares hands showing; `suit_order` breaks ties of single cards.
    """
    match rule:
        case FirstToAct.LEFT_OF_BUTTON:
            return 0
        case FirstToAct.BEST_SHOWING:
            strength = upcard_scale(scale).strength
            return max(_live_indexes(players), key=lambda index: strength(players[index].upcards))
        case FirstToAct.LEFT_OF_BLINDS:
            return _index_of_seat(players, last_blind, missing=-1) + 1
        case FirstToAct.OPENER:
            return _index_of_seat(players, opener, missing=0)
        case FirstToAct.LOWEST_UPCARD | FirstToAct.HIGHEST_UPCARD | FirstToAct.HIGHEST_UPCARD_ACE_LOW:
            ace_low = rule is FirstToAct.HIGHEST_UPCARD_ACE_LOW
            find = min if rule is FirstToAct.LOWEST_UPCARD else max
            return find(_live_indexes(players), key=_upcard_key(players, scale, suit_order, ace_low=ace_low))
        case _:
            assert_never(rule)


def shows_pair(player: Player, scale: Scale) -> bool:
    """Returns whether a player's open cards make a pair or more (VT-S7-11, PH-9)."""
    shown = upcard_scale(scale)
    return shown.decode(shown.strength(player.upcards))[0] >= Category.ONE_PAIR


def _index_of_seat(players: Sequence[Player], seat: int | None, *, missing: int) -> int:
    return next((index for index, player in enumerate(players) if player.seat == seat), missing)


def _live_indexes(players: Sequence[Player]) -> list[int]:
    return [index for index, player in enumerate(players) if not player.folded]


def _upcard_key(
    players: Sequence[Player], scale: Scale, suit_order: str, *, ace_low: bool = False
) -> Callable[[int], tuple[int, int]]:
    """Orders players by their only upcard (VT-S7-4, VT-S7-15); a wild one is better than all others (PH-9)."""
    best = WILD_UPCARD_HIGH if scale.rules.order is Order.HIGH else WILD_UPCARD_LOW

    def key(index: int) -> tuple[int, int]:
        card = players[index].upcards[0]
        wild = card.is_joker or card in scale.rules.wild_cards
        return best if wild else card_order(card, suit_order, ace_low=ace_low)

    return key


PROGRESSIVE_PAIRS = (Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE, Rank.KING, Rank.QUEEN)
"""The pair needed to open after each pass-out, up to aces and back (VT-5D-23)."""


class OpenersTracker:
    """Knows what it takes to open, and keeps the cards that the opener opened on (VT-5D-25).

    `proof` are the openers as they are shown at the end, None if nobody has opened.
    """

    def __init__(self, requirement: OpeningRequirement, scale: Scale, pass_outs: int) -> None:
        self._minimum_pair = {
            OpeningRequirement.NONE: None,
            OpeningRequirement.JACKS: Rank.JACK,
            OpeningRequirement.PROGRESSIVE: PROGRESSIVE_PAIRS[pass_outs % len(PROGRESSIVE_PAIRS)],
        }[requirement]
        self._scale = scale
        self.proof: OpenersShown | None = None

    @property
    def requirement(self) -> str:
        """The requirement to open in words, empty if any hand may open."""
        return "" if self._minimum_pair is None else f"a pair of {self._minimum_pair.plural} or better"

    def seats_without_openers(self, players: Iterable[Player]) -> frozenset[int]:
        """Returns the seats whose cards are too low to open (VT-5D-21)."""
        if self._minimum_pair is None:
            return frozenset()
        return frozenset(player.seat for player in players if player.cards and not self._can_open(player))

    def record_openers(self, player: Player) -> None:
        """Notes the cards that the opener opened on; the opener may break them later (VT-5D-25)."""
        if self._minimum_pair is None or self.proof is not None:
            return
        value = _evaluate(player, self._scale)
        cards = value.cards[: sum(EQUAL_RANKS.get(value.category, (HAND_SIZE,)))]
        self.proof = OpenersShown(player.seat, cards, value.words, ("VT-5D-24",))

    def _can_open(self, player: Player) -> bool:
        value = _evaluate(player, self._scale)
        if value.category is Category.ONE_PAIR:
            return self._minimum_pair is not None and value.ranks[0] >= self._minimum_pair
        return value.category > Category.ONE_PAIR


def _evaluate(player: Player, scale: Scale) -> HandValue:
    return scale.value(player.cards, cards_for_lowest(scale, player))


def seats_with_seven_or_better(players: Sequence[Player], scale: Scale) -> frozenset[int]:
    """Returns the seats that hold a seven or better low and so have to bet (VT-LB-5)."""
    values = {player.seat: _evaluate(player, scale) for player in players if not player.folded}
    return frozenset(
        seat for seat, value in values.items() if value.category is Category.HIGH_CARD and value.ranks[0] <= Rank.SEVEN
    )
