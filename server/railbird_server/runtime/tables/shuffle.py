"""The deck and its salt, from the system's generator: the only chance in the game."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence

from railbird_server.rules.dealing import MIN_CUT, SALT_BYTES, Deck, cut_deck
from railbird_shared.game.cards import Card

Shuffle = Callable[[Sequence[Card]], Deck]

_chance = secrets.SystemRandom()


def shuffled(pack: Sequence[Card]) -> Deck:
    """Returns the cards of a pack, shuffled and cut, in an order nobody can predict (DL-13, DL-15), and a new salt.

    Every order is as likely as any other.
    """
    deck = list(pack)
    _chance.shuffle(deck)
    cards = cut_deck(deck, _chance.randint(MIN_CUT, len(deck) - MIN_CUT))
    return Deck(cards, secrets.token_bytes(SALT_BYTES))
