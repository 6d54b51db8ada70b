"""The note after a game's name on how a house changes its cards: "deuces wild", "two jokers"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from railbird_shared.game.cards import PACK, Card, Rank, format_cards
from railbird_shared.game.game_rules import JokerRole, LowestWild
from railbird_shared.game.ranking_rules import WILD_SETS, RankingRules

JOKER_NOTES = {0: "no joker", 1: "a joker", 2: "two jokers"}
BUG_NOTES = {0: "no joker", 1: "the bug", 2: "two bugs"}
LOWEST_WILD_NOTES = {LowestWild.CARD: "lowest card wild", LowestWild.CONCEALED: "lowest hole card wild"}


def variant_note(rules: RankingRules, usual: RankingRules) -> str:
    """Returns how the cards of a ranking differ from those of the usual game, "" if they do not."""
    return ", ".join(_differences(rules, usual))


def _differences(rules: RankingRules, usual: RankingRules) -> Iterator[str]:
    if rules.pack != usual.pack:
        yield f"{rules.pack} cards"
    if (rules.jokers, rules.joker_role) != (usual.jokers, usual.joker_role) and (rules.jokers or usual.jokers):
        yield (BUG_NOTES if rules.joker_role is JokerRole.BUG else JOKER_NOTES)[rules.jokers]
    if rules.wild_cards != usual.wild_cards:
        yield f"{_name_cards(rules.wild_cards)} wild"
    if rules.lowest_wild is not usual.lowest_wild and rules.lowest_wild in LOWEST_WILD_NOTES:
        yield LOWEST_WILD_NOTES[rules.lowest_wild]


def _name_cards(cards: Sequence[Card]) -> str:
    if not cards:
        return "nothing"
    if cards == WILD_SETS["one-eyed-jacks"]:
        return "one-eyed jacks"
    ranks = sorted({card.rank for card in cards}, reverse=True)
    if len(cards) == sum(card.rank in ranks for card in PACK):
        return " and ".join("deuces" if rank is Rank.TWO else rank.plural for rank in ranks)
    return format_cards(sorted(cards, key=lambda card: (card.rank, card.suit), reverse=True))
