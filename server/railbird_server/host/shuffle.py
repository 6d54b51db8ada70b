"""The deck, from the system's generator: the only chance in the game."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence

from railbird_shared.cards import Card

Shuffle = Callable[[Sequence[Card]], tuple[Card, ...]]

_chance = secrets.SystemRandom()


def shuffled(pack: Sequence[Card]) -> tuple[Card, ...]:
    """Returns the cards of a pack in an order that nobody can foretell, every order as likely as any other (DL-13)."""
    deck = list(pack)
    _chance.shuffle(deck)
    return tuple(deck)
