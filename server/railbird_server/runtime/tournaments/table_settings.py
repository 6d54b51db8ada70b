"""The settings of a tournament's tables: no chips to buy, nobody removed for being away, the stakes of a level."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_server.config import ServerSettings
from railbird_server.store.tournament_records import OpenedTournament
from railbird_server.table.game_terms import game_terms, settings_with
from railbird_server.table.hand.rotation import rotation_at
from railbird_server.table.settings import TableSettings, TournamentTable
from railbird_shared.fair_deal.setting import FairDeal
from railbird_shared.house.house_rules import FirstDealer
from railbird_shared.text.text_cleaning import TABLE_NAME_LENGTH
from railbird_shared.tournament.checks import tournament_games
from railbird_shared.tournament.structure import TournamentTerms, level_at


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


def table_settings(
    opened: OpenedTournament, number: int, level: int, server: ServerSettings, *, final: bool
) -> TableSettings:
    """Returns the settings of the table of that number, which opens at a level."""
    terms, stakes = opened.terms, level_at(opened.terms, level)
    first = tournament_games(terms)[0]
    game = game_terms(opened.house, first, stakes)
    own = opened.house.for_game(game.variant.id)
    proves = server.fair_deal != FairDeal.OFF
    fair_deal = FairDeal.PROVED if proves else FairDeal.OFF  # decks stay closed while others play on at other tables
    settings = TableSettings(
        name=_table_name(terms, number, final=final),
        game=game.game,
        seats=terms.seats,
        min_buy_in=terms.chips,
        max_buy_in=terms.chips,
        buy_in=terms.chips,
        clock_ms=1000 * (server.clock if terms.clock is None else terms.clock),
        pause_ms=round(1000 * server.pause),
        clock_extension_ms=round(1000 * server.clock_extension),
        time_bank_ms=1000 * (server.time_bank if terms.time_bank is None else terms.time_bank),
        time_bank_refill_ms=1000 * server.time_bank_refill,
        time_bank_hands=server.time_bank_hands,
        max_timeouts=server.missed_turns,
        first_jack_deals=own.first_dealer is FirstDealer.FIRST_JACK,
        house_rules=opened.house,
        listed=False,
        fair_deal=fair_deal,
        rail=server.rail if terms.watchers else replace(server.rail, limit=0),
        rotation=rotation_at(stakes, terms.rotation),
        tournament=TournamentTable(opened.tournament, number, stakes),
    )
    return settings_with(settings, game)
