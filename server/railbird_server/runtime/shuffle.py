"""The deck, from the system's generator: the only chance in the game."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence

from railbird_server.rules.dealing import MIN_CUT, cut_deck
from railbird_shared.cards import Card

Shuffle = Callable[[Sequence[Card]], tuple[Card, ...]]

_chance = secrets.SystemRandom()


def shuffled(pack: Sequence[Card]) -> tuple[Card, ...]:
    """Returns the cards of a pack, shuffled and cut, in an order that nobody can predict (DL-13, DL-15).

    Every order is as likely as any other.
    """
    deck = list(pack)
    _chance.shuffle(deck)
    return cut_deck(deck, _chance.randint(MIN_CUT, len(deck) - MIN_CUT))
