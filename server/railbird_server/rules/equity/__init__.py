"""Equities: what share of a pot each of several known hands wins on average, counted exactly where that can be done.

`find_equities` answers a `Spot`, which names all live hands, the board, the cards that are gone and how many cards are
to come. It knows no table and no audience: `spot_from_view` makes a spot of what one audience sees, and so nothing else
can get into the answer.
"""

from railbird_server.rules.equity.finder import find_equities
from railbird_server.rules.equity.spot import Equities, HandEquity, KnownHand, PotEquity, Spot, ToCome

__all__ = ["Equities", "HandEquity", "KnownHand", "PotEquity", "Spot", "ToCome", "find_equities"]
