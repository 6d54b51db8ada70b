"""Names of high hands, made from the category and the deciding ranks (DS-1..DS-12).

Names never decide anything: they are made from a hand already valued (DS-15).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import assert_never

from railbird_server.rules.ranking.order import Category
from railbird_shared.cards import Rank

# How many of the deciding ranks the short words name.
_NAMED_RANKS = {Category.TWO_PAIR: 2, Category.FULL_HOUSE: 2}
_NO_PAIR = ("no pair", "nothing", "garbage")


def short_name(category: Category, ranks: Sequence[Rank]) -> str:
    """Returns the words for the hand without kickers."""
    top = ranks[0]
    match category:
        case Category.FIVE_OF_A_KIND:
            return f"five {top.plural}"
        case Category.STRAIGHT_FLUSH:
            return {Rank.ACE: "royal flush", Rank.FIVE: "steel wheel"}.get(top, f"{top.word}-high straight flush")
        case Category.FOUR_OF_A_KIND:
            return f"four {top.plural}"
        case Category.FULL_HOUSE:
            return f"{top.plural} full of {ranks[1].plural}"
        case Category.FLUSH:
            return f"{top.word}-high flush"
        case Category.STRAIGHT:
            return {Rank.ACE: "Broadway", Rank.FIVE: "wheel"}.get(top, f"{top.word}-high straight")
        case Category.THREE_OF_A_KIND:
            return f"three {top.plural}"
        case Category.TWO_PAIR:
            return f"{top.plural} and {ranks[1].plural}"
        case Category.ONE_PAIR:
            return f"pair of {top.plural}"
        case Category.HIGH_CARD:
            return f"{top.word} high"
        case _:
            assert_never(category)


def ranks_needed(named: int, ranks: Sequence[Rank], rivals: Iterable[Sequence[Rank]]) -> int:
    """Returns how many ranks tell a hand from its rivals, at least the `named` ones."""
    return max([named, *(_first_difference(ranks, rival) + 1 for rival in rivals)])


def name_with_kickers(category: Category, ranks: Sequence[Rank], rivals: Iterable[Sequence[Rank]]) -> str:
    """Returns the words with as many more cards as tell the hand from rivals of its category that it does not tie."""
    named = _NAMED_RANKS.get(category, 1)
    depth = ranks_needed(named, ranks, rivals)
    match category:
        case Category.FLUSH:
            return f"{_join_words(ranks[:depth])}-high flush"
        case Category.HIGH_CARD:
            return f"{_join_words(ranks[:depth])} high"
        case _:
            return short_name(category, ranks) + _kicker_words(ranks[named:depth])


def names(category: Category, ranks: Sequence[Rank]) -> tuple[str, ...]:
    """Returns every accepted name of the hand once, the one that the server says first."""
    return tuple(dict.fromkeys((short_name(category, ranks), *_other_names(category, ranks))))


def _other_names(category: Category, ranks: Sequence[Rank]) -> tuple[str, ...]:
    top = ranks[0]
    many = top.plural
    match category:
        case Category.FIVE_OF_A_KIND:
            return category.word, "quints", f"quint {many}"
        case Category.STRAIGHT_FLUSH:
            return *(f"{said}-high straight flush" for said in _rank_names(top)), category.word
        case Category.FOUR_OF_A_KIND:
            return "quads", f"quad {many}", category.word, "poker"
        case Category.FULL_HOUSE:
            # "Over" is understood but never said: it is the word for two pairs (DS-5).
            pair = ranks[1].plural
            return f"{many} on {pair}", f"{many} over {pair}", f"{many} full", category.word, "full boat", "boat"
        case Category.FLUSH:
            two = _join_words(ranks[:2])
            return *(f"{said}-high flush" for said in (*_rank_names(top), two)), f"{two} flush", category.word
        case Category.STRAIGHT:
            spoken = _rank_names(top)
            to_the_top = (f"straight to the {said}" for said in spoken)
            return *(f"{said}-high straight" for said in spoken), *to_the_top, category.word
        case Category.THREE_OF_A_KIND:
            return "trips", f"trip {many}", "set", f"set of {many}", category.word, "triplet", "triplets", "prile"
        case Category.TWO_PAIR:
            return f"{many} over {ranks[1].plural}", f"{many} up", category.word, "two pairs"
        case Category.ONE_PAIR:
            return category.word, "pair"
        case Category.HIGH_CARD:
            more = (_join_words(ranks[:depth]) for depth in range(2, len(ranks) + 1))
            return *(f"{said} high" for said in (*_rank_names(top), *more)), category.word, *_NO_PAIR
        case _:
            assert_never(category)


def _kicker_words(ranks: Sequence[Rank]) -> str:
    if not ranks:
        return ""
    return f", {_join_words(ranks)} kicker" + ("s" if len(ranks) > 1 else "")


def _rank_names(rank: Rank) -> tuple[str, ...]:
    """The word for a rank, and the figure that players say as well where it has one."""
    return (rank.word, str(int(rank))) if rank <= Rank.TEN else (rank.word,)


def _join_words(ranks: Sequence[Rank]) -> str:
    return "-".join(rank.word for rank in ranks)


def _first_difference(ranks: Sequence[Rank], rival: Sequence[Rank]) -> int:
    """The place where a rival's ranks part from these, -1 where they never do."""
    if tuple(ranks) == tuple(rival):
        return -1
    same = takewhile(lambda pair: pair[0] is pair[1], zip(ranks, rival, strict=False))
    return sum(1 for _ in same)
