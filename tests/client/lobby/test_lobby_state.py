"""The lobby as a value: one list is asked for at a time, and each change is one of its methods."""

from __future__ import annotations

import pytest

from railbird_client.lobby.lobby_state import LobbyState
from railbird_shared.protocol.commands import ListTables
from railbird_shared.protocol.messages import Lobby, TableInfo
from support.fake_server import table_info

HERE = LobbyState("Wren", "den")
FIRST, NEXT, LAST = (ListTables(find=find) for find in ("o", "om", "oma"))
FULL = table_info(players=("Jay", "Rook"), seats=2)


def test_a_list_is_due_until_it_has_been_asked_for() -> None:
    lobby = HERE.with_request(FIRST)
    assert lobby.is_list_due
    assert not lobby.with_asked(7).is_list_due
    assert not HERE.is_list_due


def test_the_answer_to_the_last_request_leads_to_the_latest() -> None:
    waiting = HERE.with_request(FIRST).with_asked(7).with_request(NEXT).with_request(LAST)
    assert (waiting.is_list_due, waiting.asked, waiting.request) == (False, FIRST, LAST)
    answered = waiting.with_list(Lobby(tables=(), people=3))
    assert (answered.is_list_due, answered.asked, answered.lobby.people) == (True, LAST, 3)
    shown = answered.with_asked(8).with_list(Lobby(tables=(), people=4))
    assert (shown.is_list_due, shown.asked, shown.lobby.people) == (False, None, 4)


def test_the_same_list_is_asked_for_again_while_it_is_yet_to_come() -> None:
    assert HERE.with_request(FIRST).with_asked(7).with_request(FIRST).is_list_due


def test_only_the_refusal_of_the_list_makes_room_for_another() -> None:
    asked = HERE.with_request(FIRST).with_asked(7)
    assert not asked.unanswered(8).with_request(NEXT).is_list_due
    assert asked.unanswered(7).with_request(NEXT).is_list_due


@pytest.mark.parametrize(
    ("wants_seat", "tables", "total", "full_table"),
    [
        (True, (FULL,), 1, "t1"),
        (False, (FULL,), 1, ""),
        (True, (FULL, table_info(table="t2")), 2, ""),
        (True, (FULL,), 40, ""),
        (True, (), 0, ""),
    ],
)
def test_a_player_who_wants_a_seat_is_told_of_a_server_whose_tables_are_full(
    *, wants_seat: bool, tables: tuple[TableInfo, ...], total: int, full_table: str
) -> None:
    assert HERE.with_list(Lobby(tables=tables, total=total), wants_seat=wants_seat).full_table == full_table
