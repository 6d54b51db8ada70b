"""When a table deals its first hand."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_server.table.inputs import Sit, Stand
from railbird_server.table.table import Table
from support.table_harness import start_table, table_settings
from support.view_builders import PLAYER_NAMES


def test_two_players_are_enough() -> None:  # DL-23
    table = Table("t1", table_settings())
    assert [table.handle(Sit(name, name, 0, 200), 0).wants_deck for name in PLAYER_NAMES[:2]] == [False, True]


def test_the_terms_may_ask_for_more_players() -> None:
    table = Table("t1", replace(table_settings(), min_players=4))
    assert [table.handle(Sit(name, name, 0, 200), 0).wants_deck for name in PLAYER_NAMES[:4]] == [
        False,
        False,
        False,
        True,
    ]


def test_a_table_that_has_begun_goes_on_with_fewer() -> None:  # DL-23
    night = start_table(spec=replace(table_settings(), min_players=3))
    night.deal_next_hand()
    night.fold_to_end()
    night.submit(Stand("Jay"))
    night.deal_next_hand()
    assert night.table.hand_number == 2
