"""Which of the hands that contest a pot win; under circular orders this depends on all of them (NU-1..NU-13)."""

from __future__ import annotations

from collections.abc import Sequence

from railbird_shared.game.cards import Rank
from railbird_shared.game.game_rules import CircularOrder
from railbird_shared.game.ranking.order import NO_HAND, Category
from railbird_shared.game.ranking.scale import Scale


def winners(strengths: Sequence[int], scale: Scale) -> tuple[int, ...]:
    """Returns the indices of the hands that share a pot, given the strengths of all that contest it (NU-12, NU-13).

    On an ordinary scale these are the strongest hands; where no hand can win there are none (SD-19).
    """
    best = _winning_strengths(strengths, scale)
    return tuple(index for index, strength in enumerate(strengths) if strength in best)


def _winning_strengths(strengths: Sequence[int], scale: Scale) -> set[int]:
    strongest = max(strengths, default=NO_HAND)
    if strongest == NO_HAND:
        return set()
    if not scale.circular:
        return {strongest}
    if scale.rules.unbeatable is CircularOrder.GREEK:
        return _greek_winners(strengths, scale)
    return _italian_winners(strengths, scale)


def _greek_winners(strengths: Sequence[int], scale: Scale) -> set[int]:
    """The imperial flush loses only to four of the lowest rank; all three share with a hand between (NU-9..NU-11)."""
    strongest = max(strengths)
    fours = [strength for strength in strengths if _is_lowest_quads(strength, scale)]
    if not fours or not scale.is_imperial(strongest):
        return {strongest}
    between = [
        strength
        for strength in strengths
        if strength > max(fours) and not scale.is_imperial(strength) and not _is_lowest_quads(strength, scale)
    ]
    return {strongest, max(fours), max(between)} if between else {max(fours)}


def _is_lowest_quads(strength: int, scale: Scale) -> bool:
    category, ranks = scale.decode(strength)
    return category is Category.FOUR_OF_A_KIND and ranks[0] is scale.rules.lowest_rank


def _italian_winners(strengths: Sequence[int], scale: Scale) -> set[int]:
    """The lowest straight flush beats the highest, which beats the others, which beat the lowest (NU-2..NU-8)."""
    strongest = max(strengths)
    if scale.decode(strongest)[0] is not Category.STRAIGHT_FLUSH:
        return {strongest}
    flushes = [strength for strength in strengths if scale.decode(strength)[0] is Category.STRAIGHT_FLUSH]
    lowest_top = scale.rules.lowest_rank + 3
    tops = {strength: scale.decode(strength)[1][0] for strength in flushes}
    minimum = max((strength for strength in flushes if tops[strength] == lowest_top), default=NO_HAND)
    maximum = max((strength for strength in flushes if tops[strength] is Rank.ACE), default=NO_HAND)
    medium = max((strength for strength in flushes if lowest_top < tops[strength] < Rank.ACE), default=NO_HAND)
    if minimum and medium and maximum:
        return {minimum, medium, maximum}
    if minimum and maximum:
        return {minimum}
    return {maximum or medium or minimum}
