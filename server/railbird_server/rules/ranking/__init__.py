"""Cards to value: what a hand is worth, which cards make it, and how a player says it.

`scale_of` makes a scale from `RankingRules`; `HIGH` is the one of high hands. A scale turns cards into a `HandValue`,
or into a bare number where only the comparison is wanted; `winners` says who wins among such numbers, on circular
orders too. `TwoFromHand` chooses cards as Omaha does, and `scale_showing` ranks the open cards of stud.
"""

from railbird_server.rules.ranking.category import Category
from railbird_server.rules.ranking.circular import winners
from railbird_server.rules.ranking.high import HIGH_SCALE
from railbird_server.rules.ranking.rules import (
    WILD_SETS,
    JokerRole,
    LowestWild,
    Order,
    RankingRules,
    CircularOrder,
    WildScope,
    WildTiebreak,
)
from railbird_server.rules.ranking.scale import Scale
from railbird_server.rules.ranking.scales import scale_of, upcard_scale
from railbird_server.rules.ranking.selecting import TwoFromHand
from railbird_server.rules.ranking.suits import STANDARD_SUIT_ORDER, SUIT_ORDERS, card_order
from railbird_server.rules.ranking.value import HandValue

__all__ = [
    "HIGH_SCALE",
    "STANDARD_SUIT_ORDER",
    "SUIT_ORDERS",
    "WILD_SETS",
    "Category",
    "HandValue",
    "JokerRole",
    "LowestWild",
    "Order",
    "RankingRules",
    "Scale",
    "TwoFromHand",
    "CircularOrder",
    "WildScope",
    "WildTiebreak",
    "scale_of",
    "upcard_scale",
    "card_order",
    "winners",
]
