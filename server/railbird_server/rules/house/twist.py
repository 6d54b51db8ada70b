"""What a house makes of a game's cards, in the few words that belong into its name: "deuces wild", "two jokers"."""

from __future__ import annotations

from collections.abc import Iterator

from railbird_server.rules.ranking import JokerRole, RankingRules
from railbird_server.rules.ranking.rules import WILD_SETS, LowestWild
from railbird_shared.cards import PACK, Card, Rank, write_cards

JOKERS = {0: "no joker", 1: "a joker", 2: "two jokers"}
BUGS = {0: "no joker", 1: "the bug", 2: "two bugs"}
LOWEST = {LowestWild.CARD: "lowest card wild", LowestWild.CONCEALED: "lowest hole card wild"}


def twist(rules: RankingRules, usual: RankingRules) -> str:
    """Returns how the cards of a ranking differ from what the game usually has; empty where they do not."""
    return ", ".join(_differences(rules, usual))


def _differences(rules: RankingRules, usual: RankingRules) -> Iterator[str]:
    if rules.pack != usual.pack:
        yield f"{rules.pack} cards"
    if (rules.jokers, rules.joker_role) != (usual.jokers, usual.joker_role) and (rules.jokers or usual.jokers):
        yield (BUGS if rules.joker_role is JokerRole.BUG else JOKERS)[rules.jokers]
    if rules.wild_cards != usual.wild_cards:
        yield f"{_named(rules.wild_cards)} wild"
    if rules.lowest_wild is not usual.lowest_wild and rules.lowest_wild in LOWEST:
        yield LOWEST[rules.lowest_wild]


def _named(cards: frozenset[Card]) -> str:
    if not cards:
        return "nothing"
    if cards == WILD_SETS["one-eyed-jacks"]:
        return "one-eyed jacks"
    ranks = sorted({card.rank for card in cards}, reverse=True)
    if cards == {card for card in PACK if card.rank in ranks}:
        return " and ".join("deuces" if rank is Rank.TWO else rank.plural for rank in ranks)
    return write_cards(sorted(cards, key=lambda card: (card.rank, card.suit), reverse=True))
