"""The rankings that a house divides a game's pots by: which cards there are, which are wild, and which hands win."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_server.rules.errors import BadSetup
from railbird_server.rules.house.choices import LowScale, HighOrLow
from railbird_server.rules.house.record import HouseRules
from railbird_server.rules.house.wilds import parse_lowest_wild, parse_wild_ranks
from railbird_server.rules.ranking import JokerRole, Order, RankingRules, CircularOrder
from railbird_server.rules.ranking.rules import EIGHT_OR_BETTER, LOWEST_RANK
from railbird_server.rules.variants import Variant
from railbird_shared.cards import Rank
from railbird_shared.games import Family

ORDER_BY_LOW_SCALE = {
    LowScale.ACE_TO_FIVE: Order.ACE_TO_FIVE,
    LowScale.DEUCE_TO_SEVEN: Order.DEUCE_TO_SEVEN,
    LowScale.ACE_TO_SIX: Order.ACE_TO_SIX,
}
ORDER_NAMES = {
    Order.HIGH: "High",
    Order.ACE_TO_FIVE: "Ace to Five",
    Order.DEUCE_TO_SEVEN: "Deuce to Seven",
    Order.ACE_TO_SIX: "Ace to Six",
    Order.BADUGI: "Badugi",
}


def high_or_low(high: RankingRules | None, low: RankingRules | None) -> HighOrLow:
    """Returns which hands take the pot."""
    if high is not None and low is not None:
        return HighOrLow.HI_LO
    return HighOrLow.HIGH if high is not None else HighOrLow.LOW


def rankings(house: HouseRules, variant: Variant) -> tuple[RankingRules | None, RankingRules | None]:
    """Returns the rankings of high and of low hands, None where such hands win nothing; raises BadSetup."""
    played = house.played or high_or_low(variant.high, variant.low)
    if variant.ranking.order is Order.BADUGI and played is not HighOrLow.LOW:
        raise BadSetup(f"{variant.name} has a low ranking of its own; it cannot be played {played} (VT-XX-2).")
    both = _shared_ranking(house, variant)
    high = None if played is HighOrLow.LOW else _high_ranking(house, variant, both)
    low = None if played is HighOrLow.HIGH else _low_ranking(house, variant, both, hi_lo=played is HighOrLow.HI_LO)
    return high, low


def _shared_ranking(house: HouseRules, variant: Variant) -> RankingRules:
    """What the rankings of both halves have in common: the pack, the wild cards and the tie-breaks."""
    usual = variant.ranking
    jokers = usual.jokers if house.jokers is None else house.jokers
    default_role = JokerRole.BUG if variant.family is Family.DRAW else JokerRole.WILD
    role = usual.joker_role if usual.jokers or not jokers else default_role
    return replace(
        usual,
        pack=house.pack or usual.pack,
        jokers=jokers,
        joker_role=house.joker_role or role,
        wild_cards=parse_wild_ranks(house.wild_ranks),
        lowest_wild=parse_lowest_wild(house.wild_ranks),
        lowest_wild_scope=house.lowest_wild_scope,
        double_ace_flush=house.double_ace_flush,
        wild_tiebreak=house.wild_tiebreak,
        suit_tiebreak=house.suit_tiebreak,
        suit_order=house.suit_order,
        order=Order.HIGH,
        unbeatable=CircularOrder.NONE,
        flush_over_full=False,
        qualifier=0,
    )


def _high_ranking(house: HouseRules, variant: Variant, shared: RankingRules) -> RankingRules:
    usual = variant.high or shared
    flush_over_full = usual.flush_over_full if house.flush_over_full is None else house.flush_over_full
    unbeatable = usual.unbeatable if house.unbeatable is None else house.unbeatable
    return replace(shared, flush_over_full=flush_over_full, unbeatable=unbeatable)


def _low_ranking(house: HouseRules, variant: Variant, shared: RankingRules, *, hi_lo: bool) -> RankingRules:
    order = variant.low.order if variant.low else Order.ACE_TO_FIVE
    if house.low_scale and order is not Order.BADUGI:
        order = ORDER_BY_LOW_SCALE[house.low_scale]
    return replace(
        shared,
        order=order,
        qualifier=_qualifier(house, variant, shared, order) if hi_lo else 0,
        a6_broadway_straight=house.a6_broadway_straight,
        a6_aces_high_pair=house.a6_aces_high_pair,
    )


def _qualifier(house: HouseRules, variant: Variant, shared: RankingRules, order: Order) -> int:
    """What the low half needs: what the game has, or eight or better where it only now becomes hi-lo (HS-11)."""
    if house.qualifier is not None:
        return house.qualifier
    if variant.high and variant.low:
        return variant.low.qualifier if order is variant.low.order else 0
    possible = order is Order.ACE_TO_FIVE and LOWEST_RANK[shared.pack] <= Rank.FIVE
    return EIGHT_OR_BETTER if possible else 0
