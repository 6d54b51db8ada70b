"""How players say a hand, given its category and the ranks that decide (DS-1..DS-12).

Words never decide anything: they are made from a hand already valued (DS-15).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import assert_never

from railbird_server.rules.ranking.category import Category
from railbird_shared.cards import Rank

# How many of the deciding ranks the short words name.
_NAMED = {Category.TWO_PAIR: 2, Category.FULL_HOUSE: 2}


def short(category: Category, ranks: Sequence[Rank]) -> str:
    """Returns the words for the hand without kickers."""
    return names(category, ranks)[0]


def told_apart(category: Category, ranks: Sequence[Rank], rivals: Iterable[Sequence[Rank]]) -> str:
    """Returns the words with as many more cards as tell the hand from rivals of its category that it does not tie."""
    named = _NAMED.get(category, 1)
    depth = max([named, *(_first_difference(ranks, rival) + 1 for rival in rivals)])
    match category:
        case Category.FLUSH:
            return f"{_joined(ranks[:depth])}-high flush"
        case Category.HIGH_CARD:
            return f"{_joined(ranks[:depth])} high"
        case _:
            return short(category, ranks) + _kickers(ranks[named:depth])


def names(category: Category, ranks: Sequence[Rank]) -> tuple[str, ...]:
    """Returns every accepted name of the hand, the one that the server says first."""
    top = ranks[0]
    match category:
        case Category.STRAIGHT_FLUSH:
            return (*_straight_flush(top), category.word)
        case Category.FOUR_OF_A_KIND:
            return f"four {top.plural}", "quads", f"quad {top.plural}", category.word, "poker"
        case Category.FULL_HOUSE:
            return (*_full_house(top, ranks[1]), category.word, "full boat", "boat")
        case Category.FLUSH:
            two = _joined(ranks[:2])
            return f"{top.word}-high flush", f"{two}-high flush", f"{two} flush", category.word
        case Category.STRAIGHT:
            return (*_straight(top), category.word)
        case Category.THREE_OF_A_KIND:
            plural = top.plural
            return (
                f"three {plural}",
                "trips",
                f"trip {plural}",
                "set",
                f"set of {plural}",
                category.word,
                "triplet",
                "prile",
            )
        case Category.TWO_PAIR:
            lower = ranks[1].plural
            return f"{top.plural} and {lower}", f"{top.plural} over {lower}", f"{top.plural} up", category.word
        case Category.ONE_PAIR:
            return f"pair of {top.plural}", category.word, "pair"
        case Category.HIGH_CARD:
            return tuple(f"{_joined(ranks[:depth])} high" for depth in range(1, len(ranks) + 1))
        case _:
            assert_never(category)


def _straight_flush(top: Rank) -> tuple[str, ...]:
    by_card = f"{top.word}-high straight flush"
    match top:
        case Rank.ACE:
            return "royal flush", by_card
        case Rank.FIVE:
            return "steel wheel", by_card, "5-high straight flush"
        case _:
            return (by_card,)


def _straight(top: Rank) -> tuple[str, ...]:
    by_card = f"{top.word}-high straight", f"straight to the {top.word}"
    match top:
        case Rank.ACE:
            return "Broadway", *by_card
        case Rank.FIVE:
            return "wheel", *by_card
        case _:
            return by_card


def _full_house(three: Rank, pair: Rank) -> tuple[str, ...]:
    # "Over" is understood but never said: it is the word for two pairs (DS-5).
    links = "full of", "on", "over"
    return *(f"{three.plural} {link} {pair.plural}" for link in links), f"{three.plural} full"


def _kickers(ranks: Sequence[Rank]) -> str:
    if not ranks:
        return ""
    return f", {_joined(ranks)} kicker" + ("s" if len(ranks) > 1 else "")


def _joined(ranks: Sequence[Rank]) -> str:
    return "-".join(rank.word for rank in ranks)


def _first_difference(ranks: Sequence[Rank], rival: Sequence[Rank]) -> int:
    """The place where a rival's ranks part from these, -1 where they never do."""
    if tuple(ranks) == tuple(rival):
        return -1
    same = takewhile(lambda pair: pair[0] is pair[1], zip(ranks, rival, strict=False))
    return sum(1 for _ in same)
