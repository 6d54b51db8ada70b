"""Which cards of a player are wild when the lowest of them is (WC-26..WC-30)."""

from __future__ import annotations

from collections.abc import Sequence

from railbird_server.rules.ranking.keys import WILD, is_wild
from railbird_server.rules.ranking.rules import LowestWild, RankingRules, WildScope
from railbird_shared.cards import Card

Marking = tuple[int, ...]
"""The key of every card in a player's hand, and so whether it is wild."""


def markings(
    rules: RankingRules, cards: Sequence[Card], keys: Marking, concealed: Sequence[Card]
) -> tuple[Marking, ...]:
    """Returns every way in which the lowest card can be wild: more than one where a player may choose (WC-30)."""
    lowest = _places_of_lowest(rules, cards, keys, concealed)
    if not lowest:
        return (keys,)
    if rules.lowest_wild_scope is WildScope.ALL_OF_RANK:
        return (_marked(keys, lowest),)
    return tuple(_marked(keys, [place]) for place in lowest)


def lowest_wild_cards(
    rules: RankingRules, cards: Sequence[Card], keys: Marking, concealed: Sequence[Card]
) -> tuple[Card, ...]:
    """Returns the cards that are the player's lowest; under the scope of one card the player chooses among them."""
    return tuple(cards[place] for place in _places_of_lowest(rules, cards, keys, concealed))


def _places_of_lowest(
    rules: RankingRules, cards: Sequence[Card], keys: Marking, concealed: Sequence[Card]
) -> list[int]:
    """Where a player's lowest card lies, ace high (WC-28); a joker is no card of a rank."""
    places = range(len(cards)) if rules.lowest_wild is LowestWild.CARD else _places_of(concealed, cards)
    ranked = [place for place in places if not is_wild(keys[place])]
    lowest = min((cards[place].rank for place in ranked), default=None)
    return [place for place in ranked if cards[place].rank is lowest]


def _places_of(some: Sequence[Card], cards: Sequence[Card]) -> list[int]:
    sought = list(some)
    places: list[int] = []
    for place, card in enumerate(cards):
        if card in sought:
            sought.remove(card)
            places.append(place)
    return places


def _marked(keys: Marking, places: Sequence[int]) -> Marking:
    return tuple(WILD if place in places else key for place, key in enumerate(keys))
