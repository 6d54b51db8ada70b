"""The terms of a new table: what its opener asked for, and the usual values of the game for the rest."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache

from msgspec import Struct

from railbird_server.config import ServerSettings
from railbird_server.refusal import Refusal
from railbird_server.rules.errors import BadSetup, IllegalAction
from railbird_server.rules.house import HouseRules, apply_house_rules, summary
from railbird_server.rules.house.house_rules import FirstDealer
from railbird_server.rules.variants import VARIANTS, Variant, get_variant
from railbird_server.table.settings import TableSettings
from railbird_shared.cards import Card
from railbird_shared.commands import OpenTable
from railbird_shared.games import Game
from railbird_shared.table_limits import (
    DEFAULT_BUY_IN_BETS,
    DEFAULT_MAX_BUY_IN_BETS,
    DEFAULT_SEATS,
    MAX_BET,
    MAX_BUY_IN_BETS,
    MAX_CHIPS,
    MIN_BUY_IN_BETS,
)


class TableTerms(Struct, frozen=True):
    """The settings of a new table and the pack its hands are dealt from."""

    settings: TableSettings
    pack: tuple[Card, ...]


@lru_cache(maxsize=8)
def games_played(house: HouseRules) -> tuple[Game, ...]:
    """Returns the games that a house plays, each at its usual stakes."""
    games: list[Game] = []
    for variant in VARIANTS.values():
        with suppress(BadSetup):
            games.append(house.make_game(apply_house_rules(house, variant)))
    return tuple(games)


def table_terms(
    request: OpenTable, name: str, server_settings: ServerSettings, *, password_hash: str = ""
) -> TableTerms:
    """Returns the terms of the table that a host asks for, under a free, clean `name`; raises Refusal.

    `password_hash` is kept in place of the password that the request names.
    """
    if request.bet > MAX_BET:
        raise Refusal("bet", f"Play for a bet of at most {MAX_BET:,} chips.")
    try:
        record = get_variant(request.game)
        house = server_settings.house.for_game(record.id)
        variant = apply_house_rules(house, record)
        game = house.make_game(variant, request.bet, request.ante, request.big_blind_ante)
    except BadSetup as fault:
        raise Refusal("game", str(fault)) from None
    bet = game.stakes.minimum_bet
    buy_in = request.buy_in or DEFAULT_BUY_IN_BETS * bet
    if not MIN_BUY_IN_BETS * bet <= buy_in <= MAX_BUY_IN_BETS * bet:
        least, most = MIN_BUY_IN_BETS * bet, MAX_BUY_IN_BETS * bet
        raise IllegalAction("buy-in", f"Set the buy-in from {least:,} to {most:,} chips at these stakes.", "AI-14")
    seats = _seat_count(request.seats or house.seats or 0, variant)
    share = MAX_CHIPS // seats
    if buy_in > share:
        raise Refusal("table-total", f"Set the buy-in to at most {share:,}; {seats} of more are too much to count.")
    settings = TableSettings(
        name=name,
        game=game,
        seats=seats,
        min_buy_in=min(house.min_buy_in(game.stakes), buy_in),
        max_buy_in=min(share, max(DEFAULT_MAX_BUY_IN_BETS * bet, buy_in)),
        buy_in=buy_in,
        clock_ms=1000 * (server_settings.clock if request.clock is None else request.clock),
        pause_ms=round(1000 * server_settings.pause),
        clock_extension_ms=round(1000 * server_settings.clock_extension),
        time_bank_ms=1000 * (server_settings.time_bank if request.time_bank is None else request.time_bank),
        time_bank_refill_ms=1000 * server_settings.time_bank_refill,
        time_bank_hands=server_settings.time_bank_hands,
        sit_out_ms=round(1000 * server_settings.sit_out_limit),
        min_players=min(seats, server_settings.min_players),
        variant=variant,
        rake=house.pot_rake,
        straddles=house.straddles,
        see_called_hands=house.see_called_hands,
        newcomers_wait=house.newcomers_wait,
        first_jack_deals=house.first_dealer is FirstDealer.FIRST_JACK,
        password_hash=password_hash,
        house=summary(house, record),
    )
    return TableTerms(settings, variant.pack)


def _seat_count(wanted: int, variant: Variant) -> int:
    if not wanted:
        return min(DEFAULT_SEATS, variant.max_seats)
    if not variant.min_seats <= wanted <= variant.max_seats:
        sentence = f"{variant.name} is played by {variant.min_seats} to {variant.max_seats}; choose as many seats."
        raise Refusal("seats", sentence)
    return wanted
