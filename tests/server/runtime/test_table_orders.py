"""What a table of a tournament is called."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_server.config import ServerSettings
from railbird_server.runtime.tables.new_table_settings import settings_for_tournament
from railbird_server.store.records import OpenedTournament
from railbird_shared.house.house_rules import CASINO
from railbird_shared.text.text_cleaning import TABLE_NAME_LENGTH
from support.table_harness import HOST
from support.tournament_server import TERMS


@pytest.mark.parametrize(
    ("name", "second", "final"),
    [
        ("Sunday", "Sunday table 2", "Sunday final table"),
        ("Annabel's tournament", "Annabel's table 2", "Annabel's final table"),
        ("Sunday night bounties", "Sunday night table 2", "Sunday night final table"),
        ("Freundschaftsturnier", "Freundschaftstu… table 2", "Freundschaf… final table"),
    ],
)
def test_a_table_is_called_by_its_tournament_in_whole_words(name: str, second: str, final: str) -> None:
    names = [name_of(name, players=18, final=is_final) for is_final in (False, True)]
    assert names == [second, final]
    assert max(map(len, names)) <= TABLE_NAME_LENGTH


def test_the_only_table_of_a_tournament_has_its_name() -> None:
    assert name_of("Annabel's tournament", players=9, final=True) == "Annabel's tournament"


def name_of(name: str, *, players: int, final: bool) -> str:
    terms = replace(TERMS, name=name, most_players=players, seats=9)
    opened = OpenedTournament("t", terms, HOST, "secret", CASINO)
    return settings_for_tournament(opened, 2, 1, ServerSettings(), final=final).name
