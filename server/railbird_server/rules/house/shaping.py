"""From a game of the catalogue and a house's settings to the game as this house plays it."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_server.rules.errors import BadSetup
from railbird_server.rules.house.capacity import seat_limit
from railbird_server.rules.house.choices import (
    DiscardLimit,
    DrawForcedBets,
    HiLoDeclare,
    HighOrLow,
    FirstAfterDraw,
    StudStart,
)
from railbird_server.rules.house.conflicts import find_conflict
from railbird_server.rules.house.ranking import ORDER_NAMES, high_or_low, rankings
from railbird_server.rules.house.record import HouseRules
from railbird_server.rules.ranking import Order, RankingRules
from railbird_server.rules.variants import ForcedBets, FirstToAct, OpeningRequirement, Street, Variant
from railbird_server.rules.variants.record import DEFAULT_RAISE_CAP
from railbird_server.rules.variants.stud import seven_card_streets
from railbird_shared.games import Family, Structure

SEVEN_CARD_STUD_STREETS = 5
NAME_SUFFIXES = {HighOrLow.HIGH: "for High", HighOrLow.LOW: "for Low", HighOrLow.HI_LO: "Hi-Lo"}


def apply_house_rules(house: HouseRules, variant: Variant) -> Variant:
    """Returns a game as a house plays it; raises BadSetup with the sentence that names what does not go together."""
    high, low = rankings(house, variant)
    game = replace(
        variant,
        name=_game_name(variant, high, low),
        high=high,
        low=low,
        structure=house.structure or variant.structure,
        raise_cap=_raise_cap(house, variant),
        odd_chip=house.odd_chip or variant.odd_chip,
        suit_order=house.suit_order,
        discard_limit=variant.discard_limit or house.discard_limit is not DiscardLimit.NONE,
        fifth_card_last=_chosen_or_default(house.fifth_card_last, variant.fifth_card_last),
        bottom_card_held=_chosen_or_default(house.bottom_card_held, variant.bottom_card_held),
        sevens_must_bet=house.sevens_must_bet,
        hilo_declare=house.hilo_declare is HiLoDeclare.DECLARE,
        declared_hands=house.declared_hands,
        runs=house.runs,
    )
    game = _with_hand_start(house, game)
    game = replace(game, open_requirement=_opening_requirement(house, game), streets=_house_streets(house, game))
    if problem := find_conflict(house, variant, game):
        raise BadSetup(problem)
    return replace(game, max_seats=seat_limit(game, house.seats))


def _chosen_or_default(chosen: bool | None, default: bool) -> bool:
    return default if chosen is None else chosen


def _game_name(variant: Variant, high: RankingRules | None, low: RankingRules | None) -> str:
    """The game's name, with what a player who knows it would not expect."""
    played = high_or_low(high, low)
    suffixes = [] if played is high_or_low(variant.high, variant.low) else [NAME_SUFFIXES[played]]
    if low is not None and low.order is not (variant.low.order if variant.low else Order.ACE_TO_FIVE):
        suffixes.append(f"({ORDER_NAMES[low.order]})")
    return " ".join([variant.name, *suffixes])


def _raise_cap(house: HouseRules, variant: Variant) -> int | None:
    if house.raise_cap is not None:
        return house.raise_cap or None
    if house.structure in (None, variant.structure):
        return variant.raise_cap
    return DEFAULT_RAISE_CAP if house.structure in (Structure.FIXED, Structure.SPREAD) else None


def _opening_requirement(house: HouseRules, game: Variant) -> OpeningRequirement:
    """What is needed to open; low hands need nothing (VT-LB-3)."""
    if house.open_requirement is not None:
        return house.open_requirement
    return game.open_requirement if game.high else OpeningRequirement.NONE


# --- how a hand begins -----------------------------------------------------------------------------------------------


def _with_hand_start(house: HouseRules, game: Variant) -> Variant:
    if game.family is Family.DRAW:
        return _with_draw_bets(house.draw_bets, game)
    if game.family is Family.STUD:
        return _with_stud_start(house.stud_start, game)
    return game


def _with_draw_bets(forced_bets: DrawForcedBets | None, game: Variant) -> Variant:
    """The game with its forced bets, and the rounds begun as goes with them (VT-5D-3, VT-5D-8, VT-5D-9)."""
    if forced_bets is DrawForcedBets.BLINDS and game.forced_bets is ForcedBets.ANTES:
        first, later, forced = FirstToAct.LEFT_OF_BLINDS, FirstToAct.LEFT_OF_BUTTON, ForcedBets.BLINDS
    elif forced_bets is DrawForcedBets.ANTES and game.forced_bets is ForcedBets.BLINDS:
        first, later, forced = FirstToAct.LEFT_OF_BUTTON, FirstToAct.OPENER, ForcedBets.ANTES
    else:
        return game
    streets = tuple(replace(street, first_to_act=later if index else first) for index, street in enumerate(game.streets))
    clauses = ("DL-7", "DL-10") if forced is ForcedBets.BLINDS else ("DL-7", "DL-8")
    return replace(game, forced_bets=forced, streets=streets, pass_out=forced is ForcedBets.ANTES, forced_bet_clauses=clauses)


def _with_stud_start(start: StudStart | None, game: Variant) -> Variant:
    """The game begun by its bring-in or by the highest card; who plays for low brings in with his worst (VT-RZ-2)."""
    forced = game.forced_bets
    if start is not None and game.high:
        forced = ForcedBets.ANTES if start is StudStart.HIGH_CARD else ForcedBets.ANTES_AND_BRING_IN
    opener = _stud_first_to_act(game, forced)
    if len(game.streets) == SEVEN_CARD_STUD_STREETS:
        return replace(game, forced_bets=forced, streets=seven_card_streets(opener, open_pair=game.low is None))
    return replace(game, forced_bets=forced, streets=(replace(game.streets[0], first_to_act=opener), *game.streets[1:]))


def _stud_first_to_act(game: Variant, forced: ForcedBets) -> FirstToAct:
    if forced is ForcedBets.ANTES:
        return FirstToAct.HIGHEST_UPCARD
    if game.high:
        return FirstToAct.LOWEST_UPCARD
    ace_low = game.ranking.order is not Order.DEUCE_TO_SEVEN
    return FirstToAct.HIGHEST_UPCARD_ACE_LOW if ace_low else FirstToAct.HIGHEST_UPCARD


# --- the streets -----------------------------------------------------------------------------------------------------


def _house_streets(house: HouseRules, game: Variant) -> tuple[Street, ...]:
    """The streets with the house's burns and its first player after a draw; the first deal is never burned for."""
    streets = game.streets
    if house.burn is not None:
        later = (replace(street, burn=house.burn and not street.discard) for street in streets[1:])
        streets = (streets[0], *later)
    if house.opener_first_round2 is None:
        return streets
    begins = {FirstAfterDraw.OPENER: FirstToAct.OPENER, FirstAfterDraw.LEFT_OF_BUTTON: FirstToAct.LEFT_OF_BUTTON}
    opener = begins[house.opener_first_round2]
    return tuple(replace(street, first_to_act=opener) if street.draw and street.has_betting else street for street in streets)
