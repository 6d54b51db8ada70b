"""The ranking of hands: how strong some cards are, which of them make the hand, and what it is called.

`scale_of` returns the scale for some `RankingRules`; `HIGH_SCALE` is that of high hands. A scale turns cards into a
`HandValue`, or into a bare number where only the comparison is wanted. `winners` finds who wins among such numbers, on
circular orders too. `TwoFromHand` chooses cards as Omaha does, and `upcard_scale` ranks the open cards of stud.
"""

from railbird_shared.game.ranking.order import Category
from railbird_shared.game.ranking.scale import (
    HIGH_SCALE,
    HandValue,
    Scale,
    TwoFromHand,
    scale_of,
    upcard_scale,
    winners,
)

__all__ = [
    "HIGH_SCALE",
    "Category",
    "HandValue",
    "Scale",
    "TwoFromHand",
    "scale_of",
    "upcard_scale",
    "winners",
]
