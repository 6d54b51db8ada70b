"""From a game of the catalogue and a house's settings to the game as this house plays it."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_server.rules.errors import BadSetup
from railbird_server.rules.house.capacity import seat_limit
from railbird_server.rules.house.choices import (
    DiscardLimit,
    DrawBets,
    HiLoDeclare,
    Played,
    SecondRound,
    StudStart,
)
from railbird_server.rules.house.conflicts import conflict
from railbird_server.rules.house.ranking import SCALE_NAMES, played_as, rankings
from railbird_server.rules.house.record import HouseRules
from railbird_server.rules.ranking import Order, RankingRules
from railbird_server.rules.variants import Forced, Opener, Openers, Street, Variant
from railbird_server.rules.variants.record import USUAL_CAP
from railbird_server.rules.variants.stud import seven_streets
from railbird_shared.games import Family, Structure

SEVEN_STREETS = 5
PLAYED_NAMES = {Played.HIGH: "for High", Played.LOW: "for Low", Played.HI_LO: "Hi-Lo"}


def shape(house: HouseRules, variant: Variant) -> Variant:
    """Returns a game as a house plays it; raises BadSetup with the sentence that names what does not go together."""
    high, low = rankings(house, variant)
    game = replace(
        variant,
        name=_name(variant, high, low),
        high=high,
        low=low,
        structure=house.structure or variant.structure,
        raise_cap=_raise_cap(house, variant),
        odd_chip=house.odd_chip or variant.odd_chip,
        suit_order=house.suit_order,
        discard_limit=variant.discard_limit or house.discard_limit is not DiscardLimit.NONE,
        fifth_card_last=_or(house.fifth_card_last, variant.fifth_card_last),
        bottom_card_held=_or(house.bottom_card_held, variant.bottom_card_held),
        sevens_must_bet=house.sevens_must_bet,
        declare=house.hilo_declare is HiLoDeclare.DECLARE,
        claims=house.declared_hands,
        runs=house.runs,
    )
    game = _with_start(house, game)
    game = replace(game, openers=_openers(house, game), streets=_streets(house, game))
    if problem := conflict(house, variant, game):
        raise BadSetup(problem)
    return replace(game, most_seats=seat_limit(game, house.seats))


def _or(wanted: bool | None, usual: bool) -> bool:
    return usual if wanted is None else wanted


def _name(variant: Variant, high: RankingRules | None, low: RankingRules | None) -> str:
    """The game's name, with what a player who knows it would not expect."""
    played = played_as(high, low)
    extra = [] if played is played_as(variant.high, variant.low) else [PLAYED_NAMES[played]]
    if low is not None and low.order is not (variant.low.order if variant.low else Order.ACE_TO_FIVE):
        extra.append(f"({SCALE_NAMES[low.order]})")
    return " ".join([variant.name, *extra])


def _raise_cap(house: HouseRules, variant: Variant) -> int | None:
    if house.raise_cap is not None:
        return house.raise_cap or None
    if house.structure in (None, variant.structure):
        return variant.raise_cap
    return USUAL_CAP if house.structure in (Structure.FIXED, Structure.SPREAD) else None


def _openers(house: HouseRules, game: Variant) -> Openers:
    """What is needed to open; low hands need nothing (VT-LB-3)."""
    if house.open_requirement is not None:
        return house.open_requirement
    return game.openers if game.high else Openers.NONE


# --- how a hand begins -----------------------------------------------------------------------------------------------


def _with_start(house: HouseRules, game: Variant) -> Variant:
    if game.family is Family.DRAW:
        return _with_draw_bets(house.draw_bets, game)
    if game.family is Family.STUD:
        return _with_stud_start(house.stud_start, game)
    return game


def _with_draw_bets(form: DrawBets | None, game: Variant) -> Variant:
    """The game with its forced bets, and the rounds begun as goes with them (VT-5D-3, VT-5D-8, VT-5D-9)."""
    if form is DrawBets.BLINDS and game.forced is Forced.ANTES:
        first, later, forced = Opener.LEFT_OF_BLINDS, Opener.LEFT_OF_BUTTON, Forced.BLINDS
    elif form is DrawBets.ANTES and game.forced is Forced.BLINDS:
        first, later, forced = Opener.LEFT_OF_BUTTON, Opener.FIRST_BETTOR, Forced.ANTES
    else:
        return game
    streets = tuple(replace(street, opener=later if index else first) for index, street in enumerate(game.streets))
    clauses = ("DL-7", "DL-10") if forced is Forced.BLINDS else ("DL-7", "DL-8")
    return replace(game, forced=forced, streets=streets, pass_out=forced is Forced.ANTES, clauses=clauses)


def _with_stud_start(start: StudStart | None, game: Variant) -> Variant:
    """The game begun by its bring-in or by the highest card; who plays for low brings in with his worst (VT-RZ-2)."""
    forced = game.forced
    if start is not None and game.high:
        forced = Forced.ANTES if start is StudStart.HIGH_CARD else Forced.ANTES_AND_BRING_IN
    opener = _stud_opener(game, forced)
    if len(game.streets) == SEVEN_STREETS:
        return replace(game, forced=forced, streets=seven_streets(opener, open_pair=game.low is None))
    return replace(game, forced=forced, streets=(replace(game.streets[0], opener=opener), *game.streets[1:]))


def _stud_opener(game: Variant, forced: Forced) -> Opener:
    if forced is Forced.ANTES:
        return Opener.HIGHEST_UPCARD
    if game.high:
        return Opener.LOWEST_UPCARD
    ace_low = game.ranking.order is not Order.DEUCE_TO_SEVEN
    return Opener.HIGHEST_UPCARD_ACE_LOW if ace_low else Opener.HIGHEST_UPCARD


# --- the streets -----------------------------------------------------------------------------------------------------


def _streets(house: HouseRules, game: Variant) -> tuple[Street, ...]:
    """The streets with the house's burns and its first player after a draw; the first deal is never burned for."""
    streets = game.streets
    if house.burn is not None:
        later = (replace(street, burn=house.burn and not street.discard) for street in streets[1:])
        streets = (streets[0], *later)
    if house.opener_first_round2 is None:
        return streets
    begins = {SecondRound.OPENER: Opener.FIRST_BETTOR, SecondRound.LEFT_OF_BUTTON: Opener.LEFT_OF_BUTTON}
    opener = begins[house.opener_first_round2]
    return tuple(replace(street, opener=opener) if street.draw and street.bets else street for street in streets)
