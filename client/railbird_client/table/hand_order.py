"""Sorts a player's cards for display.

Stud hands keep the order in which they were dealt. In other games wild cards come first, then high cards, so that
pairs lie together.
"""

from __future__ import annotations

from collections.abc import Sequence

from railbird_shared.game.announced_game import Family, Game
from railbird_shared.game.cards import Card
from railbird_shared.protocol.view import TableView


def sort_hand(
    game: Game, cards: Sequence[Card | None], winning_cards: frozenset[Card] = frozenset()
) -> tuple[Card | None, ...]:
    """Returns a hand in the order of display, `winning_cards` first; a hand not known in full stays as dealt."""
    known = [card for card in cards if card is not None]
    if len(known) < len(cards) or game.family is Family.STUD:
        return tuple(cards)

    def sort_key(card: Card) -> tuple[bool, bool, int, int]:
        return card in winning_cards, card.is_joker or card in game.wild, card.rank, card.suit

    return tuple(sorted(known, key=sort_key, reverse=True))


def own_cards(view: TableView) -> tuple[Card, ...]:
    """Returns the viewer's cards in the order of display, none on the rail."""
    cards = () if view.you.seat is None else view.you.cards
    return tuple(card for card in sort_hand(view.game, cards) if card is not None)


def dealt_positions(shown: Sequence[Card], dealt: Sequence[Card]) -> tuple[int, ...]:
    """Returns the index in `dealt` of each card shown; equal cards are matched in order."""
    unmatched = list(range(len(dealt)))
    positions: list[int] = []
    for card in shown:
        index = next(index for index in unmatched if dealt[index] is card)
        unmatched.remove(index)
        positions.append(index)
    return tuple(positions)
