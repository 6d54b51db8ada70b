"""A table's words for its wild cards, read: the usual sets, or any ranks and cards it names (WC-2, WC-3, WC-26)."""

from __future__ import annotations

from railbird_server.rules.errors import BadSetup
from railbird_server.rules.ranking import WILD_SETS, LowestWild
from railbird_shared.cards import JOKER, PACK, RANK_OF_LETTER, Card, parse_card

LOWEST = {LowestWild.CARD.value: LowestWild.CARD, LowestWild.CONCEALED.value: LowestWild.CONCEALED}
USUAL_WORDS = (*WILD_SETS, *LOWEST)
"""The words that stand for a whole way of playing wild."""

MOST_SHOWN = 40
"""How many characters of wrong words are repeated to their writer."""


def lowest_wild(words: str) -> LowestWild:
    """Returns whether the words make each player's lowest card wild, and which."""
    return LOWEST.get(words, LowestWild.NONE)


def wild_cards(words: str) -> frozenset[Card]:
    """Returns the cards that the words make always wild; raises BadSetup when they name none."""
    if words in LOWEST:
        return frozenset()
    if words in WILD_SETS:
        return WILD_SETS[words]
    named = words.replace(",", " ").split()
    if not named:
        raise BadSetup(_complaint(words))
    return frozenset().union(*(_named(word, words) for word in named))


def check_wild_ranks(words: str) -> None:
    """Raises BadSetup unless the words name wild cards, or none."""
    wild_cards(words)


def _named(word: str, words: str) -> frozenset[Card]:
    rank = RANK_OF_LETTER.get(word.upper())
    if rank is not None:
        return frozenset(card for card in PACK if card.rank is rank)
    try:
        card = parse_card(word)
    except ValueError:
        raise BadSetup(_complaint(words)) from None
    if card is JOKER:
        raise BadSetup("wild_ranks names no jokers: they are wild by being added, so set jokers.")
    return frozenset({card})


def _complaint(words: str) -> str:
    shown = repr(words if len(words) <= MOST_SHOWN else f"{words[:MOST_SHOWN]}…")
    return f"wild_ranks cannot be {shown}: choose one of {', '.join(USUAL_WORDS)}, or name some as in '3 9 Kh'."
