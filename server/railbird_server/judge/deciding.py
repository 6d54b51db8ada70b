"""What one hand is better by than another, in words: "king against nine", "jack of diamonds against jack of clubs"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from railbird_server.rules.ranking import HandValue, Order, RankingRules
from railbird_shared.cards import Rank

NATURAL = "natural"
"""What the description of a hand without wild cards ends with, where wild cards lose."""


def decided_by(values: Sequence[HandValue], winning: Sequence[HandValue], rules: RankingRules) -> str:
    """Returns what sets the winners apart from the best hand that lost, empty where nothing has to.

    Hands that share a pot though they are not equal have gone round in a circle; nothing sets them apart (NU-6).
    """
    strengths = {value.strength for value in winning}
    losing = [value for value in values if value.strength not in strengths]
    if len(strengths) != 1 or not losing:
        return ""
    best, rival = winning[0], max(losing, key=lambda value: value.strength)
    return " against ".join(_first_difference(best, rival, rules))


def _first_difference(best: HandValue, rival: HandValue, rules: RankingRules) -> tuple[str, str]:
    """What the two hands have at the first place where they part."""
    circular = best.strength < rival.strength
    uneven = rules.order is Order.BADUGI and len(best.cards) != len(rival.cards)
    if circular or uneven or not rival.qualifies:
        return best.words, rival.words
    if best.category is not rival.category:
        return best.category.word, rival.category.word
    if best.ranks != rival.ranks:
        ranks = zip_longest(best.ranks, rival.ranks)
        return next((_rank_word(one), _rank_word(other)) for one, other in ranks if one is not other)
    one, other = _tiebreak_words(best, rival), _tiebreak_words(rival, best)
    if one == NATURAL:
        return f"a {NATURAL} hand", f"one with {other.removeprefix('with ')}"
    return one, other


def _rank_word(rank: Rank | None) -> str:
    return rank.word if rank else "no card"


def _tiebreak_words(value: HandValue, other: HandValue) -> str:
    """The wild cards or the suit that tell a hand from another of the same ranks: what its description ends with."""
    return value.describe([other]).rpartition(", ")[2]
