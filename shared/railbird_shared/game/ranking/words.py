"""The names of hands: high hands (DS-1..DS-12), low hands (DS-13, DS-14) and badugi hands.

A wording makes names from the category of a hand and its deciding ranks. Names never decide anything: they are made
from a hand already valued (DS-15).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import zip_longest
from typing import assert_never

from railbird_shared.game.cards import Rank
from railbird_shared.game.ranking.hand_order import Category, group_count

_NO_PAIR = ("no pair", "nothing", "garbage")


class HighWording:
    """The names of high hands: "pair of kings", "queens full of nines"; those of other scales are made from it."""

    names_all_ranks = False
    """Whether the name of a hand without a combination has all its ranks, and so tells it from every other."""

    def short_name(self, category: Category, ranks: Sequence[Rank], /) -> str:
        """Returns the name that the server says first, which has no kickers."""
        all_ranks = self.names_all_ranks and category is Category.HIGH_CARD
        return next(self.names(category, ranks)) if all_ranks else _said_first(category, *ranks[:2])

    def name_with_kickers(self, category: Category, ranks: Sequence[Rank], rivals: Iterable[Sequence[Rank]], /) -> str:
        """Returns the name with as many kickers as tell the hand from rivals of its category that it does not tie."""
        named = max(1, group_count(category))
        depth = max([named, *(_first_difference(ranks, rival) + 1 for rival in rivals)])
        match category:
            case Category.FLUSH:
                return f"{_join_words(ranks[:depth])}-high flush"
            case Category.HIGH_CARD if not self.names_all_ranks:
                return f"{_join_words(ranks[:depth])} high"
            case Category.HIGH_CARD:
                return self.short_name(category, ranks)
            case _:
                name, kickers = self.short_name(category, ranks), ranks[named:depth]
                return f"{name}, {_join_words(kickers)} kicker{'s' if len(kickers) > 1 else ''}" if kickers else name

    def names(self, category: Category, ranks: Sequence[Rank], /) -> Iterator[str]:
        """Yields every accepted name of a hand, the one that the server says first."""
        return _high_names(category, ranks)


_WHEEL = (Rank.FIVE, Rank.FOUR, Rank.THREE, Rank.TWO, Rank.ACE)


class LowWording(HighWording):
    """The names of low hands: all their ranks from the highest down, "8-7-6-4-3".

    A hand with a pair, straight or flush is named like a high hand.
    """

    names_all_ranks = True

    def names(self, category: Category, ranks: Sequence[Rank], /) -> Iterator[str]:
        """Yields every accepted name of a hand, the one that the server says first."""
        if category is not Category.HIGH_CARD:
            yield from super().names(category, ranks)
            return
        full = _join_letters(ranks)
        yield from (full, f"{full} low")
        endings = ("-low", "-down", " low", " down")
        yield from (f"{name}{ending}" for name in (_figure(ranks[0]), ranks[0].word) for ending in endings)
        longer = [_join_figures(ranks[:depth]) for depth in range(2, len(ranks) + 1)]
        yield from (*(f"{figures} low" for figures in longer), *longer)
        if tuple(ranks) == _WHEEL:
            yield from ("wheel", "bicycle")


_CARD_COUNTS = {1: "one", 2: "two", 3: "three"}


class BadugiWording(HighWording):
    """The names of badugi hands: their ranks, and the number of cards if they are fewer than four."""

    names_all_ranks = True

    def names(self, _category: Category, ranks: Sequence[Rank], /) -> Iterator[str]:
        """Yields every accepted name of a hand, the one that the server says first."""
        figures, few = _join_letters(ranks), _CARD_COUNTS.get(len(ranks), "")
        yield f"badugi of {few}: {figures}" if few else f"{figures} badugi"
        count = f"{few}-card " if few else ""
        yield from (f"{count}{_join_figures(ranks[:depth])} badugi" for depth in range(1, len(ranks) + 1))
        yield _join_figures(ranks)


@cache
def _said_first(category: Category, *ranks: Rank) -> str:
    """The name of a high hand without kickers, which its first two ranks decide; hands are named at every street."""
    return next(_high_names(category, ranks))


def _high_names(category: Category, ranks: Sequence[Rank]) -> Iterator[str]:
    """The names of a high hand, the one that the server says first."""
    top = ranks[0]
    many, word = top.plural, category.word
    match category:
        case Category.FIVE_OF_A_KIND:
            yield from (f"five {many}", word, "quints", f"quint {many}")
        case Category.STRAIGHT_FLUSH:
            yield from {Rank.ACE: ["royal flush"], Rank.FIVE: ["steel wheel"]}.get(top, [])
            yield from (f"{name}-high straight flush" for name in _rank_names(top))
            yield word
        case Category.FOUR_OF_A_KIND:
            yield from (f"four {many}", "quads", f"quad {many}", word, "poker")
        case Category.FULL_HOUSE:
            # "Over" is understood but never said: it is the word for two pairs (DS-5).
            pair = ranks[1].plural
            yield from (f"{many} full of {pair}", f"{many} on {pair}", f"{many} over {pair}", f"{many} full")
            yield from (word, "full boat", "boat")
        case Category.FLUSH:
            two = _join_words(ranks[:2])
            yield from (f"{name}-high flush" for name in (*_rank_names(top), two))
            yield from (f"{two} flush", word)
        case Category.STRAIGHT:
            yield from {Rank.ACE: ["Broadway"], Rank.FIVE: ["wheel"]}.get(top, [])
            yield from (f"{name}-high straight" for name in _rank_names(top))
            yield from (f"straight to the {name}" for name in _rank_names(top))
            yield word
        case Category.THREE_OF_A_KIND:
            yield from (f"three {many}", "trips", f"trip {many}", "set", f"set of {many}")
            yield from (word, "triplet", "triplets", "prile")
        case Category.TWO_PAIR:
            pair = ranks[1].plural
            yield from (f"{many} and {pair}", f"{many} over {pair}", f"{many} up", word, "two pairs")
        case Category.ONE_PAIR:
            yield from (f"pair of {many}", word, "pair")
        case Category.HIGH_CARD:
            more = (_join_words(ranks[:depth]) for depth in range(2, len(ranks) + 1))
            yield from (f"{name} high" for name in (*_rank_names(top), *more))
            yield from (word, *_NO_PAIR)
        case _:
            assert_never(category)


def _rank_names(rank: Rank) -> tuple[str, ...]:
    """The word for a rank, and its figure where players say that too."""
    return (rank.word, str(int(rank))) if rank <= Rank.TEN else (rank.word,)


def _join_words(ranks: Sequence[Rank]) -> str:
    return "-".join(rank.word for rank in ranks)


def _join_figures(ranks: Sequence[Rank]) -> str:
    """Ranks as they are said one after the other: "king-9-6"."""
    return "-".join(map(_figure, ranks))


def _join_letters(ranks: Sequence[Rank]) -> str:
    """Ranks as they are written one after the other: "K-10-9-6-A"."""
    return "-".join(str(int(rank)) if rank <= Rank.TEN else rank.letter for rank in ranks)


def _figure(rank: Rank) -> str:
    return rank.word if rank > Rank.TEN else str(int(rank))


def _first_difference(ranks: Sequence[Rank], rival: Sequence[Rank]) -> int:
    """The index at which a rival's ranks differ from these, -1 if they are the same."""
    for index, (rank, other) in enumerate(zip_longest(ranks, rival)):
        if rank is not other:
            return index
    return -1
