"""Openers: which hands may open, the proof of openers, and which hands have to bet (VT-5D-20..27, VT-LB-5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from railbird_server.rules.hand_values import cards_for_lowest
from railbird_server.rules.player import Player
from railbird_shared.game.cards import Card, Rank
from railbird_shared.game.game_rules import OpeningRequirement
from railbird_shared.game.ranking import Category, HandValue, Scale
from railbird_shared.protocol.events import OpenersShown

PROGRESSIVE_PAIRS = (Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE, Rank.KING, Rank.QUEEN)
"""The pair needed to open after each pass-out, up to aces and back (VT-5D-23)."""

COMBINATION_SIZES = {
    Category.ONE_PAIR: 2,
    Category.TWO_PAIR: 4,
    Category.THREE_OF_A_KIND: 3,
    Category.FOUR_OF_A_KIND: 4,
}
"""How many cards make the combination of a category; all five of any other."""


class OpenersTracker:
    """Knows what it takes to open, and keeps the cards that the opener opened on (VT-5D-25)."""

    def __init__(self, requirement: OpeningRequirement, scale: Scale, pass_outs: int) -> None:
        self._minimum_pair = {
            OpeningRequirement.NONE: None,
            OpeningRequirement.JACKS: Rank.JACK,
            OpeningRequirement.PROGRESSIVE: PROGRESSIVE_PAIRS[pass_outs % len(PROGRESSIVE_PAIRS)],
        }[requirement]
        self._scale = scale
        self._opening_cards: tuple[Card, ...] = ()
        self._hand_name = ""
        self._opener: int | None = None

    @property
    def requirement(self) -> str:
        """What it takes to open in words, empty if any hand may open."""
        return "" if self._minimum_pair is None else f"a pair of {self._minimum_pair.plural} or better"

    def seats_without_openers(self, players: Iterable[Player]) -> frozenset[int]:
        """Returns the seats whose cards are too low to open (VT-5D-21)."""
        if self._minimum_pair is None:
            return frozenset()
        return frozenset(
            player.seat for player in players if player.cards and not self._can_open(self._evaluate(player))
        )

    def record_openers(self, player: Player) -> None:
        """Notes the cards that the opener opened on; the opener may break them later (VT-5D-25)."""
        if self._minimum_pair is None or self._opener is not None:
            return
        value = self._evaluate(player)
        self._opener = player.seat
        self._opening_cards = value.cards[: COMBINATION_SIZES.get(value.category, len(value.cards))]
        self._hand_name = value.words

    @property
    def proof(self) -> OpenersShown | None:
        """The openers as they are shown at the end, None if nobody has opened."""
        if self._opener is None:
            return None
        return OpenersShown(self._opener, self._opening_cards, self._hand_name, ("VT-5D-24",))

    def _evaluate(self, player: Player) -> HandValue:
        return self._scale.value(player.cards, cards_for_lowest(self._scale, player))

    def _can_open(self, value: HandValue) -> bool:
        if value.category is Category.ONE_PAIR:
            return self._minimum_pair is not None and value.ranks[0] >= self._minimum_pair
        return value.category > Category.ONE_PAIR


def seats_with_seven_or_better(players: Sequence[Player], scale: Scale) -> frozenset[int]:
    """Returns the seats that hold a seven or better low and so have to bet (VT-LB-5)."""
    return frozenset(player.seat for player in players if not player.folded and _has_seven_or_better(scale, player))


def _has_seven_or_better(scale: Scale, player: Player) -> bool:
    value = scale.value(player.cards, cards_for_lowest(scale, player))
    return value.category is Category.HIGH_CARD and value.ranks[0] <= Rank.SEVEN
