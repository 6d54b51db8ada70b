"""The terms of a new table: what its opener asked for, and the usual values of the game for the rest."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache

from msgspec import Struct

from railbird_server.config import ServerSettings
from railbird_server.table.game_terms import refusal_of, settings_with
from railbird_server.table.settings import TableSettings
from railbird_shared.fair_deal.setting import FairDeal
from railbird_shared.game.announced_game import Game
from railbird_shared.game.bad_setup import BadSetup
from railbird_shared.game.cards import Card
from railbird_shared.game.variants import VARIANTS
from railbird_shared.house.apply import apply_house_rules
from railbird_shared.house.house_rules import FirstDealer, HouseRules
from railbird_shared.house.stakes import house_game
from railbird_shared.house.terms import TermsRefused, opening_terms
from railbird_shared.protocol.commands import OpenTable


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
            games.append(house_game(house, apply_house_rules(house, variant)))
    return tuple(games)


def table_terms(
    request: OpenTable, name: str, server_settings: ServerSettings, *, password_hash: str = ""
) -> TableTerms:
    """Returns the terms of the table that a host asks for, under a free, clean `name`; raises Refusal.

    `password_hash` is kept in place of the password that the request names.
    """
    try:
        opening = opening_terms(request, server_settings.house)
    except TermsRefused as no:
        raise refusal_of(no) from None
    own = opening.house.for_game(opening.first.variant.id)
    settings = TableSettings(
        name=name,
        game=opening.first.game,
        seats=opening.seats,
        min_buy_in=opening.min_buy_in,
        max_buy_in=opening.max_buy_in,
        buy_in=opening.buy_in,
        clock_ms=1000 * (server_settings.clock if request.clock is None else request.clock),
        pause_ms=round(1000 * server_settings.pause),
        clock_extension_ms=round(1000 * server_settings.clock_extension),
        time_bank_ms=1000 * (server_settings.time_bank if request.time_bank is None else request.time_bank),
        time_bank_refill_ms=1000 * server_settings.time_bank_refill,
        time_bank_hands=server_settings.time_bank_hands,
        seat_hold_ms=round(1000 * server_settings.seat_hold),
        sit_out_ms=round(1000 * server_settings.sit_out_limit),
        max_timeouts=server_settings.missed_turns,
        return_ms=round(1000 * server_settings.return_limit),
        min_players=min(opening.seats, server_settings.min_players),
        first_jack_deals=own.first_dealer is FirstDealer.FIRST_JACK,
        chip_worth=opening.chip_worth or server_settings.chip_worth or "",
        most_rebuys=_most_rebuys(request.most_rebuys, server_settings.most_rebuys),
        most_brought=_most_brought(request.most_brought, server_settings.most_brought, opening.min_buy_in),
        approve_buy_ins=(
            server_settings.approve_buy_ins if request.approve_buy_ins is None else request.approve_buy_ins
        ),
        password_hash=password_hash,
        fair_deal=FairDeal(request.fair_deal or server_settings.fair_deal),
        house_rules=opening.house,
        listed=request.listed,
        rail=server_settings.rail if request.rail is None else request.rail,
        rotation=opening.rotation,
    )
    return TableTerms(settings_with(settings, opening.first), opening.first.variant.pack)


def _most_rebuys(wanted: int | None, usual: int | None) -> int | None:
    """Returns how often a player may rebuy, None for any number."""
    if wanted is None:
        return usual
    return None if wanted < 0 else wanted


def _most_brought(wanted: int | None, usual: int, least: int) -> int:
    """Returns the most chips that a player may bring in all; the usual number is at least the smallest buy-in."""
    if wanted is None:
        return max(usual, least) if usual else 0
    return wanted
