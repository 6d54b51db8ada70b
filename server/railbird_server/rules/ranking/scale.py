"""What every scale of hands can do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from railbird_server.rules.ranking.value import HandValue
from railbird_shared.cards import Card


class Scale(Protocol):
    """An order of hands. The better hand is the greater one, on every scale."""

    def strength(self, cards: Sequence[Card]) -> int:
        """Returns a number that compares as the hands do, from one to seven different cards, unchecked."""
        ...

    def value(self, cards: Sequence[Card]) -> HandValue:
        """Returns the best hand in one to seven cards; raises ValueError when they are no such cards."""
        ...
