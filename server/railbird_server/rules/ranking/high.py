"""High hands of one 52-card pack (HR-1..HR-32), and what open cards show on any scale (PH-1..PH-9)."""

from __future__ import annotations

from collections.abc import Sequence

from railbird_server.rules.ranking.rules import RankingRules
from railbird_server.rules.ranking.scale import Scale
from railbird_server.rules.ranking.scales import scale_of, scale_showing
from railbird_server.rules.ranking.value import HandValue
from railbird_shared.cards import Card

_MOST_OPEN_CARDS = 5

HIGH = scale_of(RankingRules())
"""The scale on which the highest hand of a plain pack wins."""


def showing(open_cards: Sequence[Card], scale: Scale = HIGH) -> HandValue:
    """Returns what a stud player's one to five open cards are worth by themselves; the best showing is the greatest.

    Raises ValueError when they are no such cards.
    """
    if not 1 <= len(open_cards) <= _MOST_OPEN_CARDS:
        raise ValueError(f"A player shows from 1 to {_MOST_OPEN_CARDS} open cards, not {len(open_cards)}.")
    return scale_showing(scale).value(open_cards)
