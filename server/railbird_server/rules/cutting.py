"""The cut of a shuffled pack. No player is asked for it; whoever simulates one has to leave a fair cut (DL-15)."""

from __future__ import annotations

from collections.abc import Sequence

from railbird_server.rules.errors import BadDeck
from railbird_shared.cards import Card

MIN_CUT = 5
"""How many cards each part of a cut has at least."""


def cut_deck(deck: Sequence[Card], count: int) -> tuple[Card, ...]:
    """Returns the deck with its `count` upper cards laid under the rest.

    Raises BadDeck when one of the two parts has fewer than five cards (DL-15).
    """
    if not MIN_CUT <= count <= len(deck) - MIN_CUT:
        raise BadDeck(f"Leave at least {MIN_CUT} of the {len(deck)} cards in each part of the cut.")
    return (*deck[count:], *deck[:count])
