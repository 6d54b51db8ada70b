"""The settings of a new table: what its host or its tournament asks for, and the usual values for the rest."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache

from msgspec.structs import asdict, replace

from railbird_server.config import ServerSettings
from railbird_server.refusal import terms_as_refusals
from railbird_server.store.records import OpenedTournament
from railbird_server.table.rotation import rotation_at
from railbird_server.table.settings import TableSettings, TournamentTable, game_terms_or_refusal, settings_with
from railbird_shared.fair_deal.record import FairDeal
from railbird_shared.game.announced_game import Game
from railbird_shared.game.game_rules import BadSetup
from railbird_shared.game.variants import VARIANTS
from railbird_shared.house.apply import apply_house_rules
from railbird_shared.house.house_rules import FirstDealer, HouseRules
from railbird_shared.house.terms import BuyIns, GameTerms, house_game, opening_terms
from railbird_shared.protocol.commands import OpenTable
from railbird_shared.settings.table_terms import settled
from railbird_shared.text.text_cleaning import TABLE_NAME_LENGTH
from railbird_shared.tournament.checks import tournament_games
from railbird_shared.tournament.structure import TournamentTerms, level_at


@lru_cache(maxsize=8)
def games_played(house: HouseRules) -> tuple[Game, ...]:
    """Returns the games that a house plays, each at its usual stakes."""
    games: list[Game] = []
    for variant in VARIANTS.values():
        with suppress(BadSetup):
            games.append(house_game(house, apply_house_rules(house, variant)))
    return tuple(games)


def settings_for_host(
    request: OpenTable, name: str, server: ServerSettings, *, password_hash: str = ""
) -> TableSettings:
    """Returns the settings of the table that a host asks for, under a free, clean `name`; raises Refusal.

    `password_hash` is kept in place of the password that the request names.
    """
    with terms_as_refusals():
        opening = opening_terms(request, server.house)
    terms = settled(replace(request, chip_worth=opening.chip_worth), server)
    if (terms.most_rebuys or 0) < 0:
        terms = replace(terms, most_rebuys=None)
    if request.most_brought is None and terms.most_brought:
        terms = replace(terms, most_brought=max(terms.most_brought, opening.buy_ins.least))
    settings = replace(
        _common(request, opening.first, opening.house, server, name=name, seats=opening.seats, buy_ins=opening.buy_ins),
        pause_ms=round(1000 * (server.pause if request.pause is None else request.pause)),
        seat_hold_ms=round(1000 * server.seat_hold),
        sit_out_ms=round(1000 * server.sit_out_limit),
        return_ms=round(1000 * server.return_limit),
        min_players=min(opening.seats, server.min_players),
        password_hash=password_hash,
        listed=request.listed,
        rotation=opening.rotation,
        **asdict(terms),
    )
    return settings_with(settings, opening.first)


def table_id(tournament: str, number: int) -> str:
    """Returns the id of a tournament's table, so that one which is to be opened again is the same."""
    return f"{tournament}t{number}"


def _table_name(terms: TournamentTerms, number: int, *, final: bool) -> str:
    """Returns the name of a table: the tournament's, in whole words where it is cut, and which of its tables it is."""
    if terms.most_players <= terms.seats:
        return terms.name
    suffix = " final table" if final else f" table {number}"
    name, room = terms.name, TABLE_NAME_LENGTH - len(suffix)
    if len(name) > room:
        whole_words = name[: room + 1].rpartition(" ")[0].rstrip()
        name = whole_words or f"{name[: room - 1].rstrip()}…"
    return name + suffix


def settings_for_tournament(
    opened: OpenedTournament, number: int, level: int, server: ServerSettings, *, final: bool
) -> TableSettings:
    """Returns the settings of a tournament's table of that number, which opens at a level."""
    terms, stakes = opened.terms, level_at(opened.terms, level)
    first = tournament_games(terms)[0]
    game = game_terms_or_refusal(opened.house, first, stakes)
    name = _table_name(terms, number, final=final)
    buy_ins = BuyIns(terms.chips, terms.chips, terms.chips)
    settings = replace(
        _common(terms, game, opened.house, server, name=name, seats=terms.seats, buy_ins=buy_ins),
        listed=False,
        # Decks stay closed while others play on at other tables.
        fair_deal=FairDeal.OFF if server.fair_deal == FairDeal.OFF else FairDeal.PROVED,
        rail=server.rail if terms.watchers else replace(server.rail, limit=0),
        rotation=rotation_at(stakes, terms.rotation),
        tournament=TournamentTable(opened.tournament, number, stakes),
    )
    return settings_with(settings, game)


def _common(
    wanted: OpenTable | TournamentTerms,
    game: GameTerms,
    house: HouseRules,
    server: ServerSettings,
    *,
    name: str,
    seats: int,
    buy_ins: BuyIns,
) -> TableSettings:
    """Returns settings with what is found in the same way for every table, and the usual values for the rest."""
    return TableSettings(
        name=name,
        game=game.game,
        seats=seats,
        min_buy_in=buy_ins.least,
        max_buy_in=buy_ins.most,
        buy_in=buy_ins.usual,
        clock_ms=1000 * (server.clock if wanted.clock is None else wanted.clock),
        pause_ms=round(1000 * server.pause),
        clock_extension_ms=round(1000 * server.clock_extension),
        time_bank_ms=1000 * (server.time_bank if wanted.time_bank is None else wanted.time_bank),
        time_bank_refill_ms=1000 * server.time_bank_refill,
        time_bank_hands=server.time_bank_hands,
        max_timeouts=server.missed_turns,
        first_jack_deals=house.for_game(game.variant.id).first_dealer is FirstDealer.FIRST_JACK,
        house_rules=house,
    )
