"""The lowest card of each player as a wild card (WC-26..WC-30)."""

from __future__ import annotations

from collections.abc import Sequence

from railbird_shared.game.cards import Card
from railbird_shared.game.game_rules import LowestWild, WildScope
from railbird_shared.game.ranking.lookup import WILD_KEY, HandKeys, is_wild
from railbird_shared.game.ranking_rules import RankingRules


def lowest_wild_keys(
    rules: RankingRules, cards: Sequence[Card], keys: HandKeys, lowest_among: Sequence[Card]
) -> tuple[HandKeys, ...]:
    """Returns every way in which the lowest card can be wild: several where a player may choose (WC-30)."""
    lowest = _lowest_indices(rules, cards, keys, lowest_among)
    if not lowest:
        return (keys,)
    if rules.lowest_wild_scope is WildScope.ALL_OF_RANK:
        return (_with_wild_keys(keys, lowest),)
    return tuple(_with_wild_keys(keys, [index]) for index in lowest)


def lowest_wild_cards(
    rules: RankingRules, cards: Sequence[Card], keys: HandKeys, lowest_among: Sequence[Card]
) -> tuple[Card, ...]:
    """Returns the cards that are the player's lowest; under the scope of one card the player chooses among them."""
    return tuple(cards[index] for index in _lowest_indices(rules, cards, keys, lowest_among))


def _lowest_indices(
    rules: RankingRules, cards: Sequence[Card], keys: HandKeys, lowest_among: Sequence[Card]
) -> list[int]:
    """The indices of a player's lowest cards, ace high (WC-28); a joker has no rank."""
    any_card = rules.lowest_wild is LowestWild.CARD and not lowest_among
    indices = range(len(cards)) if any_card else _indices_of(lowest_among, cards)
    ranked = [index for index in indices if not is_wild(keys[index])]
    lowest = min((cards[index].rank for index in ranked), default=None)
    return [index for index in ranked if cards[index].rank is lowest]


def _indices_of(wanted: Sequence[Card], cards: Sequence[Card]) -> list[int]:
    remaining = list(wanted)
    indices: list[int] = []
    for index, card in enumerate(cards):
        if card in remaining:
            remaining.remove(card)
            indices.append(index)
    return indices


def _with_wild_keys(keys: HandKeys, indices: Sequence[int]) -> HandKeys:
    return tuple(WILD_KEY if index in indices else key for index, key in enumerate(keys))
