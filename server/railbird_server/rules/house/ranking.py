"""The rankings that a house divides a game's pots by: which cards there are, which are wild, and which hands win."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_server.rules.errors import BadSetup
from railbird_server.rules.house.choices import LowScale, Played
from railbird_server.rules.house.record import HouseRules
from railbird_server.rules.house.wilds import lowest_wild, wild_cards
from railbird_server.rules.ranking import JokerRole, Order, RankingRules, Unbeatable
from railbird_server.rules.ranking.rules import EIGHT_OR_BETTER, LOWEST_RANK
from railbird_server.rules.variants import Variant
from railbird_shared.cards import Rank
from railbird_shared.games import Family

ORDER_OF = {
    LowScale.ACE_TO_FIVE: Order.ACE_TO_FIVE,
    LowScale.DEUCE_TO_SEVEN: Order.DEUCE_TO_SEVEN,
    LowScale.ACE_TO_SIX: Order.ACE_TO_SIX,
}
SCALE_NAMES = {
    Order.HIGH: "High",
    Order.ACE_TO_FIVE: "Ace to Five",
    Order.DEUCE_TO_SEVEN: "Deuce to Seven",
    Order.ACE_TO_SIX: "Ace to Six",
    Order.BADUGI: "Badugi",
}


def played_as(high: RankingRules | None, low: RankingRules | None) -> Played:
    """Returns which hands take the pot."""
    if high is not None and low is not None:
        return Played.HI_LO
    return Played.HIGH if high is not None else Played.LOW


def rankings(house: HouseRules, variant: Variant) -> tuple[RankingRules | None, RankingRules | None]:
    """Returns the rankings of high and of low hands, None where such hands win nothing; raises BadSetup."""
    played = house.played or played_as(variant.high, variant.low)
    if variant.ranking.order is Order.BADUGI and played is not Played.LOW:
        raise BadSetup(f"{variant.name} has a low ranking of its own; it cannot be played {played} (VT-XX-2).")
    both = _both(house, variant)
    high = None if played is Played.LOW else _high(house, variant, both)
    low = None if played is Played.HIGH else _low(house, variant, both, divided=played is Played.HI_LO)
    return high, low


def _both(house: HouseRules, variant: Variant) -> RankingRules:
    """What the rankings of both halves have in common: the pack, the wild cards and the tie-breaks."""
    usual = variant.ranking
    jokers = usual.jokers if house.jokers is None else house.jokers
    always_draw = JokerRole.BUG if variant.family is Family.DRAW else JokerRole.WILD
    role = usual.joker_role if usual.jokers or not jokers else always_draw
    return replace(
        usual,
        pack=house.pack or usual.pack,
        jokers=jokers,
        joker_role=house.joker_role or role,
        wild_cards=wild_cards(house.wild_ranks),
        lowest_wild=lowest_wild(house.wild_ranks),
        lowest_wild_scope=house.lowest_wild_scope,
        double_ace_flush=house.double_ace_flush,
        wild_tiebreak=house.wild_tiebreak,
        suit_tiebreak=house.suit_tiebreak,
        suit_order=house.suit_order,
        order=Order.HIGH,
        unbeatable=Unbeatable.NONE,
        flush_over_full=False,
        qualifier=0,
    )


def _high(house: HouseRules, variant: Variant, both: RankingRules) -> RankingRules:
    usual = variant.high or both
    flush_over_full = usual.flush_over_full if house.flush_over_full is None else house.flush_over_full
    unbeatable = usual.unbeatable if house.unbeatable is None else house.unbeatable
    return replace(both, flush_over_full=flush_over_full, unbeatable=unbeatable)


def _low(house: HouseRules, variant: Variant, both: RankingRules, *, divided: bool) -> RankingRules:
    order = variant.low.order if variant.low else Order.ACE_TO_FIVE
    if house.low_scale and order is not Order.BADUGI:
        order = ORDER_OF[house.low_scale]
    return replace(
        both,
        order=order,
        qualifier=_qualifier(house, variant, both, order) if divided else 0,
        a6_broadway_straight=house.a6_broadway_straight,
        a6_aces_high_pair=house.a6_aces_high_pair,
    )


def _qualifier(house: HouseRules, variant: Variant, both: RankingRules, order: Order) -> int:
    """What the low half needs: what the game has, or eight or better where it only now becomes hi-lo (HS-11)."""
    if house.qualifier is not None:
        return house.qualifier
    if variant.high and variant.low:
        return variant.low.qualifier if order is variant.low.order else 0
    possible = order is Order.ACE_TO_FIVE and LOWEST_RANK[both.pack] <= Rank.FIVE
    return EIGHT_OR_BETTER if possible else 0
