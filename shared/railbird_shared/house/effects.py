"""Which settings of a house have an effect in a game.

A setting about how something is done counts for nothing in a game that has no such thing: `effective_rules` takes it
out, and `settings_without_effect` names it. Where two settings exclude each other, the later one of `_CHECKS` gives
way. Only the pack, the jokers and the seats may rule a game out, which `apply` does (CX-47).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from railbird_shared.game.announced_game import Family
from railbird_shared.game.cards import Rank
from railbird_shared.game.game_rules import (
    CircularOrder,
    HighOrLow,
    LowestWild,
    OpeningRequirement,
    Order,
    Selection,
    WildTiebreak,
)
from railbird_shared.game.ranking_rules import LOWEST_RANK, RankingRules
from railbird_shared.game.variants import ForcedBets, Variant
from railbird_shared.house.house_rules import (
    AnteForm,
    DrawForcedBets,
    HiLoDeclare,
    HouseRules,
    LowScale,
    StudStart,
    parse_lowest_wild,
    parse_wild_ranks,
)
from railbird_shared.house.stakes import ante_counts

DEFAULTS = HouseRules()

ORDER_BY_LOW_SCALE = {
    LowScale.ACE_TO_FIVE: Order.ACE_TO_FIVE,
    LowScale.DEUCE_TO_SEVEN: Order.DEUCE_TO_SEVEN,
    LowScale.ACE_TO_SIX: Order.ACE_TO_SIX,
}

WHERE_IT_COUNTS = {
    "played": "where hands rank both high and low (VT-LB-4)",
    "wild_ranks": "where the pack holds such cards (WC-25)",
    "unbeatable": "where high hands win and straight flushes are made (NU-1)",
    "flush_over_full": "where high hands win and flushes are made (SK-5)",
    "qualifier": "where half the pot goes to a low that ranks ace to five (LO-22)",
    "suit_tiebreak": "where hands do not beat each other in a circle (NU-12)",
    "wild_tiebreak": "where hands do not beat each other in a circle (NU-12)",
    "draw_bets": "in draw games that need no antes (VT-5D-20, SIMPLE-2)",
    "ante": "where it leaves a hand something to start it and is no more than the big blind (DL-7)",
    "ante_form": "in games with blinds (CX-46)",
    "open_requirement": "in draw games with antes that high hands win (VT-5D-20)",
    "hilo_declare": "where the pot has a high and a low half (SD-21)",
    "sevens_must_bet": "in ace to five lowball (VT-LB-5)",
    "declared_hands": "where the highest of hands that rank as usual takes all (SD-10)",
    "runs": "where cards are left to be dealt and none to be drawn or declared (SD-26)",
    "straddles": "in games with blinds (BT-43)",
    "rabbit_hunt": "where a board is dealt (HS-43)",
    "all_in_chances": "where cards are left to be dealt and none to be drawn or declared (HS-48)",
    "chopped_blinds": "in games with two blinds (HS-44)",
    "seven_deuce": "where players hold two cards, and the pack has deuces (HS-45)",
    "bomb_pot": "where a board is dealt (HS-46)",
    "bomb_pot_every": "where a board is dealt, and bomb_pot says what everybody posts (HS-47)",
}
"""Where a setting has an effect, of those that have none in some games."""


def effective_rules(house: HouseRules, variant: Variant) -> HouseRules:
    """Returns the settings of a house for a game, those without effect left out; `variant` is of the catalogue."""
    return _reduce(house, variant)[0]


def settings_without_effect(house: HouseRules, variant: Variant) -> tuple[str, ...]:
    """Returns the names of the settings that a house has and that count for nothing in a game."""
    return _reduce(house, variant)[1]


def has_setting(house: HouseRules, name: str) -> bool:
    """Whether a house asks something by a setting; a value such as `qualifier = "none"` asks nothing."""
    value = getattr(house, name)
    return value != getattr(DEFAULTS, name) and value not in _ASKS_NOTHING.get(name, ())


def high_or_low(high: RankingRules | None, low: RankingRules | None) -> HighOrLow:
    """Returns which hands take the pot."""
    if high is not None and low is not None:
        return HighOrLow.HI_LO
    return HighOrLow.HIGH if high is not None else HighOrLow.LOW


def hands_played(house: HouseRules, variant: Variant) -> HighOrLow:
    """Returns which hands take the pot of a game in a house."""
    return house.played or high_or_low(variant.high, variant.low)


def low_order(house: HouseRules, variant: Variant) -> Order:
    """Returns how the low hands of a game rank in a house, if it has any."""
    order = variant.low.order if variant.low else Order.ACE_TO_FIVE
    return ORDER_BY_LOW_SCALE[house.low_scale] if house.low_scale and order is not Order.BADUGI else order


def forced_bets(house: HouseRules, variant: Variant) -> ForcedBets:
    """Returns the forced bets of a game in a house."""
    if variant.family is Family.DRAW and variant.forced_bets is not ForcedBets.ANTES_AS_BET and house.draw_bets:
        return ForcedBets.BLINDS if house.draw_bets is DrawForcedBets.BLINDS else ForcedBets.ANTES
    if variant.family is Family.STUD and house.stud_start and _has_high(house, variant):
        high_card = house.stud_start is StudStart.HIGH_CARD
        return ForcedBets.ANTES if high_card else ForcedBets.ANTES_AND_BRING_IN
    return variant.forced_bets


def _reduce(house: HouseRules, variant: Variant) -> tuple[HouseRules, tuple[str, ...]]:
    house = house.for_game(variant.id)
    without_effect: list[str] = []
    for name, counts in _CHECKS.items():
        if has_setting(house, name) and not counts(house, variant):
            without_effect.append(name)
            settings: dict[str, Any] = {name: getattr(DEFAULTS, name)}
            house = replace(house, **settings)
    return house, tuple(without_effect)


def _has_high(house: HouseRules, variant: Variant) -> bool:
    return hands_played(house, variant) is not HighOrLow.LOW


def _is_hi_lo(house: HouseRules, variant: Variant) -> bool:
    return hands_played(house, variant) is HighOrLow.HI_LO


def _lowest_rank(house: HouseRules, variant: Variant) -> Rank:
    return LOWEST_RANK[house.pack or variant.ranking.pack]


def _is_circular(house: HouseRules, variant: Variant) -> bool:
    usual = variant.high.unbeatable if variant.high else CircularOrder.NONE
    return _has_high(house, variant) and (house.unbeatable or usual) is not CircularOrder.NONE


def _played_counts(house: HouseRules, variant: Variant) -> bool:
    return house.played is HighOrLow.LOW or variant.ranking.order is not Order.BADUGI


def _wild_ranks_count(house: HouseRules, variant: Variant) -> bool:
    if parse_lowest_wild(house.wild_ranks) is not LowestWild.NONE:
        return True
    return any(card.rank >= _lowest_rank(house, variant) for card in parse_wild_ranks(house.wild_ranks))


def _unbeatable_counts(house: HouseRules, variant: Variant) -> bool:
    if not (_has_high(house, variant) and variant.ranking.straights and variant.ranking.flushes):
        return False
    return house.unbeatable is not CircularOrder.ITALIAN or _lowest_rank(house, variant) is not Rank.TEN


def _flush_over_full_counts(house: HouseRules, variant: Variant) -> bool:
    return _has_high(house, variant) and variant.ranking.flushes


def _qualifier_counts(house: HouseRules, variant: Variant) -> bool:
    ace_to_five = low_order(house, variant) is Order.ACE_TO_FIVE
    return _is_hi_lo(house, variant) and ace_to_five and _lowest_rank(house, variant) <= Rank.FIVE


def _tiebreak_counts(house: HouseRules, variant: Variant) -> bool:
    return not _is_circular(house, variant)


def _draw_bets_count(house: HouseRules, variant: Variant) -> bool:
    """Blinds give way to antes that count as a bet, and to the openers of a game that is played for them."""
    if house.draw_bets is not DrawForcedBets.BLINDS or variant.family is not Family.DRAW:
        return True
    openers = variant.open_requirement is not OpeningRequirement.NONE and _has_high(house, variant)
    kept = openers and house.open_requirement is not OpeningRequirement.NONE
    return variant.forced_bets is not ForcedBets.ANTES_AS_BET and not kept


def _ante_counts(house: HouseRules, variant: Variant) -> bool:
    return ante_counts(house.ante, forced_bets(house, variant), variant, house.effective_big_blind)


def _ante_form_counts(house: HouseRules, variant: Variant) -> bool:
    return house.ante_form is AnteForm.EACH or forced_bets(house, variant) is ForcedBets.BLINDS


def _open_requirement_counts(house: HouseRules, variant: Variant) -> bool:
    antes = forced_bets(house, variant) is ForcedBets.ANTES
    can_pass_out = variant.pass_out if variant.forced_bets is ForcedBets.ANTES else antes
    return variant.family is Family.DRAW and antes and can_pass_out and _has_high(house, variant)


def _sevens_count(house: HouseRules, variant: Variant) -> bool:
    ace_to_five = low_order(house, variant) is Order.ACE_TO_FIVE
    return variant.has_draws and hands_played(house, variant) is HighOrLow.LOW and ace_to_five


def _declared_hands_count(house: HouseRules, variant: Variant) -> bool:
    """Hands can be declared where all can see what a hand is worth from what its owner says (SD-9, SD-10)."""
    if hands_played(house, variant) is not HighOrLow.HIGH or variant.selection is Selection.TWO_FROM_HAND:
        return False
    usual = bool(variant.high and variant.high.flush_over_full)
    flush_over_full = usual if house.flush_over_full is None else house.flush_over_full
    ties = house.suit_tiebreak or house.wild_tiebreak is not WildTiebreak.NONE
    lowest_wild = parse_lowest_wild(house.wild_ranks) is not LowestWild.NONE
    return not (_is_circular(house, variant) or flush_over_full or ties or lowest_wild)


def _runs_count(house: HouseRules, variant: Variant) -> bool:
    declares = house.hilo_declare is HiLoDeclare.DECLARE or house.declared_hands
    return not variant.has_draws and len(variant.streets) > 1 and not declares


def _has_blinds(house: HouseRules, variant: Variant) -> bool:
    return forced_bets(house, variant) is ForcedBets.BLINDS


def _has_two_blinds(house: HouseRules, variant: Variant) -> bool:
    return _has_blinds(house, variant) and house.small_blind != 0


def _has_seven_deuce(house: HouseRules, variant: Variant) -> bool:
    held = sum(street.down + street.up for street in variant.streets)
    return _has_board(house, variant) and held == 2 and _lowest_rank(house, variant) is Rank.TWO


def _has_board(_: HouseRules, variant: Variant) -> bool:
    return variant.family is Family.BOARD


def _has_bomb_pots(house: HouseRules, variant: Variant) -> bool:
    return house.bomb_pot > 0 and _has_board(house, variant)


_ASKS_NOTHING: dict[str, tuple[object, ...]] = {
    "qualifier": (0,),
    "unbeatable": (CircularOrder.NONE,),
    "flush_over_full": (False,),
    "open_requirement": (OpeningRequirement.NONE,),
}

_CHECKS: dict[str, Callable[[HouseRules, Variant], bool]] = {
    "played": _played_counts,
    "wild_ranks": _wild_ranks_count,
    "unbeatable": _unbeatable_counts,
    "flush_over_full": _flush_over_full_counts,
    "qualifier": _qualifier_counts,
    "suit_tiebreak": _tiebreak_counts,
    "wild_tiebreak": _tiebreak_counts,
    "draw_bets": _draw_bets_count,
    "ante": _ante_counts,
    "ante_form": _ante_form_counts,
    "open_requirement": _open_requirement_counts,
    "hilo_declare": _is_hi_lo,
    "sevens_must_bet": _sevens_count,
    "declared_hands": _declared_hands_count,
    "runs": _runs_count,
    "straddles": _has_blinds,
    "rabbit_hunt": _has_board,
    "all_in_chances": _runs_count,
    "chopped_blinds": _has_two_blinds,
    "seven_deuce": _has_seven_deuce,
    "bomb_pot": _has_board,
    "bomb_pot_every": _has_bomb_pots,
}
