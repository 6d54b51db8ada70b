"""A house's words for its wild cards: cards that are always wild, or each player's lowest (WC-2, WC-3, WC-26)."""

from __future__ import annotations

from railbird_server.rules.errors import BadSetup
from railbird_server.rules.ranking import WILD_SETS, LowestWild
from railbird_server.rules.ranking.designating import designated, quoted
from railbird_shared.cards import JOKER, Card

LOWEST = {LowestWild.CARD.value: LowestWild.CARD, LowestWild.CONCEALED.value: LowestWild.CONCEALED}
USUAL_WORDS = (*WILD_SETS, *LOWEST)
"""The words that stand for a whole way of playing wild."""


def lowest_wild(words: str) -> LowestWild:
    """Returns whether the words make each player's lowest card wild, and which."""
    return LOWEST.get(words, LowestWild.NONE)


def wild_cards(words: str) -> frozenset[Card]:
    """Returns the cards that the words make always wild; raises BadSetup when they name none."""
    if words in LOWEST:
        return frozenset()
    try:
        cards = designated(words)
    except BadSetup:
        usual = ", ".join(USUAL_WORDS)
        sentence = f"wild_ranks cannot be {quoted(words)}: choose one of {usual}, or name some as in '3 9 Kh'."
        raise BadSetup(sentence) from None
    if JOKER in cards:
        raise BadSetup("wild_ranks names no jokers: they are wild by being added, so set jokers.")
    return cards


def check_wild_ranks(words: str) -> None:
    """Raises BadSetup unless the words name wild cards, or none."""
    wild_cards(words)
