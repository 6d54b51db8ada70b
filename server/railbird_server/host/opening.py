"""From what somebody asks for to the terms of a table: the games' habits fill in what he leaves open."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache

from msgspec import Struct

from railbird_server.config import Settings
from railbird_server.host.people import Person
from railbird_server.rules.errors import BadSetup, IllegalAction
from railbird_server.rules.house import HouseRules, shape, summary
from railbird_server.rules.variants import VARIANTS, Variant, game_named
from railbird_server.table.spec import TableSpec
from railbird_shared.cards import Card
from railbird_shared.commands import OpenTable
from railbird_shared.games import Game

MOST_BET = 1_000_000
"""The largest minimum bet, in chips; a night of rebuys at it still fits into a message."""

USUAL_SEATS = 6

USUAL_BUY_IN = 100
MOST_BUY_IN = 200
"""What a table takes unless its opener says otherwise, in minimum bets."""

SMALLEST_BUY_IN = 10
LARGEST_BUY_IN = 1000
"""What an opener may choose, in minimum bets (AI-14)."""


class Terms(Struct, frozen=True):
    """What a new table is opened on; `buy_in` is what a player brings who names no amount, in chips."""

    spec: TableSpec
    pack: tuple[Card, ...]
    buy_in: int


@lru_cache(maxsize=8)
def games_of(house: HouseRules) -> tuple[Game, ...]:
    """Returns the games that a house plays, each at the stakes of its habit."""
    games: list[Game] = []
    for variant in VARIANTS.values():
        with suppress(BadSetup):
            games.append(house.announce(shape(house, variant)))
    return tuple(games)


def terms(wish: OpenTable, host: Person, name: str, settings: Settings) -> Terms:
    """Returns the terms of the table that `host` wants to open by a free, clean `name`; raises IllegalAction."""
    house = settings.house
    if wish.bet > MOST_BET:
        raise IllegalAction("bet", f"Play for a bet of at most {MOST_BET:,} chips.")
    try:
        record = game_named(wish.game)
        variant = shape(house, record)
        game = house.announce(variant, wish.bet, wish.ante)
    except BadSetup as fault:
        raise IllegalAction("game", str(fault)) from None
    bet = game.stakes.minimum_bet
    buy_in = wish.buy_in or USUAL_BUY_IN * bet
    if not SMALLEST_BUY_IN * bet <= buy_in <= LARGEST_BUY_IN * bet:
        least, most = SMALLEST_BUY_IN * bet, LARGEST_BUY_IN * bet
        raise IllegalAction("buy-in", f"Set the buy-in from {least:,} to {most:,} chips at these stakes.", "AI-14")
    seats = _seats(wish.seats or house.seats or 0, variant)
    spec = TableSpec(
        name=name,
        host=host.player,
        host_name=host.name,
        game=game,
        seats=seats,
        min_buy_in=min(house.min_buy_in(game.stakes), buy_in),
        max_buy_in=max(MOST_BUY_IN * bet, buy_in),
        clock_ms=1000 * (wish.clock or settings.clock),
        pause_ms=round(1000 * settings.pause),
        starts_with=min(seats, settings.starts_with),
        variant=variant,
        rake=house.percentage,
        straddles=house.straddles,
        see_called_hands=house.see_called_hands,
        house=summary(house, record),
    )
    return Terms(spec, variant.pack, buy_in)


def _seats(wanted: int, variant: Variant) -> int:
    if not wanted:
        return min(USUAL_SEATS, variant.most_seats)
    if not variant.least_seats <= wanted <= variant.most_seats:
        sentence = f"{variant.name} is played by {variant.least_seats} to {variant.most_seats}; choose as many seats."
        raise IllegalAction("seats", sentence)
    return wanted
