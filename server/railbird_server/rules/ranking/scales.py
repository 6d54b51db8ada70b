"""From settings to the scale that ranks hands by them."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from railbird_server.rules.ranking.refining import TiebreakScale
from railbird_server.rules.ranking.rules import LowestWild, RankingRules, CircularOrder, WildTiebreak
from railbird_server.rules.ranking.scale import Scale


@lru_cache(maxsize=64)
def scale_of(rules: RankingRules) -> Scale:
    """Returns the scale that ranks hands by these settings, always the same one for the same settings."""
    needs_tiebreaks = (
        rules.lowest_wild is not LowestWild.NONE
        or rules.wild_tiebreak is not WildTiebreak.NONE
        or rules.suit_tiebreak > 0
    )
    return TiebreakScale(rules) if needs_tiebreaks else Scale(rules)


@lru_cache(maxsize=64)
def upcard_scale(scale: Scale) -> Scale:
    """Returns the scale by which open cards alone are ranked while a hand is played (PH-6, PH-7, PH-9).

    Who has the lowest card is known at the showdown only (WC-29), and the house's tie-breaks, qualifier and circular
    order are for the showdown as well.
    """
    return scale_of(
        msgspec.structs.replace(
            scale.rules,
            lowest_wild=LowestWild.NONE,
            wild_tiebreak=WildTiebreak.NONE,
            suit_tiebreak=0,
            qualifier=0,
            unbeatable=CircularOrder.NONE,
        )
    )
