"""The terms of a new table: what its opener asked for, and the usual values of the game for the rest."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache

from msgspec.structs import replace

from railbird_server.config import ServerSettings
from railbird_server.table.settings import TableSettings, refusal_of, settings_with
from railbird_shared.game.announced_game import Game
from railbird_shared.game.game_rules import BadSetup
from railbird_shared.game.variants import VARIANTS
from railbird_shared.house.apply import apply_house_rules
from railbird_shared.house.house_rules import FirstDealer, HouseRules
from railbird_shared.house.terms import TermsRefused, house_game, opening_terms
from railbird_shared.protocol.commands import OpenTable
from railbird_shared.settings.table_terms import settled


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
) -> TableSettings:
    """Returns the terms of the table that a host asks for, under a free, clean `name`; raises Refusal.

    `password_hash` is kept in place of the password that the request names.
    """
    try:
        opening = opening_terms(request, server_settings.house)
    except TermsRefused as no:
        raise refusal_of(no) from None
    terms = settled(replace(request, chip_worth=opening.chip_worth), server_settings)
    if (terms["most_rebuys"] or 0) < 0:
        terms["most_rebuys"] = None
    if request.most_brought is None and terms["most_brought"]:
        terms["most_brought"] = max(terms["most_brought"], opening.min_buy_in)
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
        password_hash=password_hash,
        house_rules=opening.house,
        listed=request.listed,
        rotation=opening.rotation,
        **terms,
    )
    return settings_with(settings, opening.first)
