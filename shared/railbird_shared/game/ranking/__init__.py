"""The ranking of hands: how strong some cards are, which of them make the hand, and what it is called."""

from railbird_shared.game.ranking.hand_order import Category
from railbird_shared.game.ranking.scale import HIGH_SCALE, HandValue, Scale, TwoFromHand, scale_of, winners

__all__ = ["HIGH_SCALE", "Category", "HandValue", "Scale", "TwoFromHand", "scale_of", "winners"]
