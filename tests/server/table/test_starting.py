"""When a table deals its first hand."""

from __future__ import annotations

from msgspec.structs import replace

from evenings import evening, terms
from railbird_server.table.requests import Sit, Stand
from railbird_server.table.table import Table
from viewing import NAMES


def test_two_players_are_enough() -> None:  # DL-23
    table = Table("t1", terms())
    assert [table.handle(Sit(name, name, 0, 200), 0).wants_deck for name in NAMES[:2]] == [False, True]


def test_the_terms_may_ask_for_more_players() -> None:
    table = Table("t1", replace(terms(), starts_with=4))
    assert [table.handle(Sit(name, name, 0, 200), 0).wants_deck for name in NAMES[:4]] == [False, False, False, True]


def test_a_table_that_has_begun_goes_on_with_fewer() -> None:  # DL-23
    night = evening(spec=replace(terms(), starts_with=3))
    night.deal()
    night.fold_out()
    night.ask(Stand("Jay"))
    night.deal()
    assert night.table.hand_number == 2
