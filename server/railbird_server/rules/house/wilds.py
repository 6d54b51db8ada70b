"""A house's words for its wild cards: cards that are always wild, or each player's lowest (WC-2, WC-3, WC-26)."""

from __future__ import annotations

from railbird_server.rules.errors import BadSetup
from railbird_server.rules.ranking import WILD_SETS, LowestWild
from railbird_server.rules.ranking.designating import parse_wild_cards, quote
from railbird_shared.cards import JOKER, Card

LOWEST_WILD_BY_WORD = {LowestWild.CARD.value: LowestWild.CARD, LowestWild.CONCEALED.value: LowestWild.CONCEALED}
WILD_WORDS = (*WILD_SETS, *LOWEST_WILD_BY_WORD)
"""The words that stand for a whole way of playing wild."""


def parse_lowest_wild(words: str) -> LowestWild:
    """Returns whether the words make each player's lowest card wild, and which."""
    return LOWEST_WILD_BY_WORD.get(words, LowestWild.NONE)


def parse_wild_ranks(words: str) -> frozenset[Card]:
    """Returns the cards that the words make always wild; raises BadSetup when they name none."""
    if words in LOWEST_WILD_BY_WORD:
        return frozenset()
    try:
        cards = parse_wild_cards(words)
    except BadSetup:
        choices = ", ".join(WILD_WORDS)
        sentence = f"wild_ranks cannot be {quote(words)}: choose one of {choices}, or name some as in '3 9 Kh'."
        raise BadSetup(sentence) from None
    if JOKER in cards:
        raise BadSetup("wild_ranks names no jokers: they are wild by being added, so set jokers.")
    return cards


def check_wild_ranks(words: str) -> None:
    """Raises BadSetup unless the words name wild cards, or none."""
    parse_wild_ranks(words)
