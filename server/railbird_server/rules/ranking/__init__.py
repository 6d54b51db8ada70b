"""Cards to value: what a hand is worth, which cards make it, and how a player says it.

`scale_of` makes a scale from `RankingRules`; `HIGH` is the one of high hands. A scale turns cards into a `HandValue`,
or into a bare number where only the comparison is wanted; `winners` says who wins among such numbers, on circular
orders too. `TwoFromHand` chooses cards as Omaha does, and `scale_showing` ranks the open cards of stud.
"""

from railbird_server.rules.ranking.circular import winners
from railbird_server.rules.ranking.omaha import TwoFromHand
from railbird_server.rules.ranking.order import HAND_SIZE, Category
from railbird_server.rules.ranking.rules import SUIT_ORDERS, WILD_SETS, RankingRules, card_order
from railbird_server.rules.ranking.scale import HIGH_SCALE, Scale, scale_of, upcard_scale
from railbird_server.rules.ranking.value import HandValue

__all__ = [
    "HAND_SIZE",
    "HIGH_SCALE",
    "SUIT_ORDERS",
    "WILD_SETS",
    "Category",
    "HandValue",
    "RankingRules",
    "Scale",
    "TwoFromHand",
    "card_order",
    "scale_of",
    "upcard_scale",
    "winners",
]
