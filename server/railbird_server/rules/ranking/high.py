"""High hands of one 52-card pack (HR-1..HR-32), and hands of fewer than five cards (PH-1..PH-6)."""

from __future__ import annotations

from collections.abc import Sequence

from railbird_server.rules.ranking.keys import strength_of
from railbird_server.rules.ranking.scale import Scale
from railbird_server.rules.ranking.value import HandValue
from railbird_shared.cards import JOKER, Card

_MOST_CARDS = 7
_MOST_OPEN_CARDS = 4


class High:
    """The scale on which the highest hand wins; the order of the cards never matters (HR-4)."""

    def strength(self, cards: Sequence[Card]) -> int:
        """Returns a number that compares as the hands do, from one to seven different cards, unchecked."""
        return strength_of(cards)

    def value(self, cards: Sequence[Card]) -> HandValue:
        """Returns the best hand in one to seven cards; raises ValueError when they are no such cards."""
        held = tuple(cards)
        _check(held, _MOST_CARDS)
        return HandValue(strength_of(held), held)


HIGH: Scale = High()


def showing(open_cards: Sequence[Card]) -> HandValue:
    """Returns what a stud player's one to four open cards are worth by themselves (PH-6).

    Raises ValueError when they are no such cards.
    """
    held = tuple(open_cards)
    _check(held, _MOST_OPEN_CARDS)
    return HandValue(strength_of(held), held)


def _check(cards: Sequence[Card], most: int) -> None:
    if not 1 <= len(cards) <= most:
        raise ValueError(f"A hand to be valued has from 1 to {most} cards, not {len(cards)}.")
    if JOKER in cards or len(set(cards)) < len(cards):
        raise ValueError("A high hand of one plain pack holds no joker and no card twice.")
