"""When a table deals its first hand."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_server.table.settings import TableSettings
from railbird_server.table.table import Table
from railbird_shared.protocol.commands import Sit, Stand
from support.table_harness import HOST, from_player, start_table, table_settings
from support.view_builders import PLAYER_NAMES


def wants_deck_as_players_sit(settings: TableSettings, players: int) -> list[bool]:
    """Returns whether a new table wants a deck after each player who sits down."""
    table = Table("t1", settings, HOST)
    return [table.handle(from_player(name, Sit()), 0).wants_deck for name in PLAYER_NAMES[:players]]


def test_two_players_are_enough_for_the_first_hand() -> None:  # DL-23
    assert wants_deck_as_players_sit(table_settings(), 2) == [False, True]


def test_the_settings_may_require_more_players_for_the_first_hand() -> None:
    assert wants_deck_as_players_sit(replace(table_settings(), min_players=4), 4) == [False, False, False, True]


def test_later_hands_need_only_two_players() -> None:  # DL-23
    harness = start_table(settings=replace(table_settings(), min_players=3))
    harness.deal_next_hand()
    harness.fold_to_end()
    harness.submit(from_player("Jay", Stand()))
    harness.deal_next_hand()
    assert harness.table.hand_number == 2
