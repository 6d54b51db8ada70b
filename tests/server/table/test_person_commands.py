"""A player is called otherwise: at a seat, on the waiting list, as the host; they stay the same player."""

from __future__ import annotations

import pytest

from railbird_server.table.inputs import MuteRequest, NameChanged, PlayerIdentity
from railbird_server.table.statement import statement
from railbird_shared.protocol.commands import JoinWaitingList, Pause, Sit, Stand
from railbird_shared.protocol.events import PlayerRenamed, SeatsLocked
from railbird_shared.protocol.host_commands import CorrectBooks, CorrectedPlayer, Kick, LockTable
from railbird_shared.protocol.view import WaitingPlayer
from support.table_harness import TableHarness, from_player, start_table, table_settings

JAY = NameChanged("Jay", "Magpie")


def names(harness: TableHarness) -> list[str]:
    """The names at the seats, as everybody sees them."""
    return [seat.name for seat in harness.view().occupied]


def test_everybody_is_told_what_a_player_is_called_now() -> None:
    harness = start_table()
    assert harness.submit(JAY) == [PlayerRenamed("Jay", "Magpie", 3)]
    assert names(harness) == ["Wren", "Heron", "Magpie"]


def test_a_player_takes_another_name_in_a_hand_and_plays_on() -> None:
    harness = start_table()
    harness.deal_next_hand()
    harness.submit(JAY)
    assert harness.view().playing
    harness.fold_to_end()
    assert sum(seat.stack for seat in harness.view().occupied) == 600


def test_chips_and_results_stay_with_the_player() -> None:
    harness = start_table()
    harness.submit(JAY)
    harness.submit(from_player("Jay", Stand()))
    harness.submit(from_player("Jay", Sit(chips=200)))
    assert {line.name: line.bought_in for line in statement(harness.table).lines}["Magpie"] == 400


def test_the_statement_has_the_present_name_of_who_was_corrected() -> None:
    harness = start_table()
    corrected = (CorrectedPlayer("Jay", 5), CorrectedPlayer("Heron", -5))
    harness.submit(from_player("Wren", CorrectBooks(players=corrected, reason="The pot of hand 3 was Jay's.")))
    harness.submit(JAY)
    (correction,) = statement(harness.table).corrections
    assert [each.name for each in correction.players] == ["Magpie", "Heron"]


def test_a_player_who_has_left_has_their_present_name_in_the_statement() -> None:
    harness = start_table()
    harness.submit(from_player("Jay", Stand()))
    assert harness.submit(JAY) == [PlayerRenamed("Jay", "Magpie")]
    assert {line.name for line in statement(harness.table).lines} == {"Wren", "Heron", "Magpie"}


def test_who_waits_keeps_their_place_under_another_name() -> None:
    harness = start_table("holdem", [200, 200], settings=table_settings(seats=2))
    for player in ("Jay", "Robin"):
        harness.submit(from_player(player, JoinWaitingList()))
    harness.submit(JAY)
    assert harness.view().waiting == (WaitingPlayer("Magpie"), WaitingPlayer("Robin"))


def test_the_host_acts_under_another_name() -> None:
    harness = start_table()
    harness.submit(from_player("Wren", Pause()))
    assert harness.submit(NameChanged("Wren", "Magpie")) == [PlayerRenamed("Wren", "Magpie", 1, hosts=True)]
    view = harness.view()
    assert (view.host, view.pause and view.pause.by) == ("Magpie", "Magpie")
    assert SeatsLocked("Magpie", locked=True) in harness.submit(from_player("Wren", LockTable()))


def test_who_is_muted_stays_so_under_another_name() -> None:
    harness = start_table()
    wren, jay = PlayerIdentity("Wren", "Wren"), PlayerIdentity("Jay", "Jay")
    harness.submit(MuteRequest(wren, jay))
    harness.submit(JAY)
    assert harness.view().muted == ("Magpie",)
    harness.submit(MuteRequest(wren, PlayerIdentity("Jay", "Magpie"), on=False))
    assert harness.view().muted == ()


@pytest.mark.parametrize("name", ["Heron", "heron", "HERON", "Her0n", "H\u0435ron"])
def test_nobody_takes_the_name_of_another_player_or_one_like_it(name: str) -> None:
    harness = start_table()
    assert harness.expect_refusal(NameChanged("Jay", name)) == "name-taken"


def test_a_name_may_be_written_otherwise_by_its_own_player() -> None:
    harness = start_table()
    assert harness.submit(NameChanged("Jay", "JAY")) == [PlayerRenamed("Jay", "JAY", 3)]


def test_who_is_sent_away_takes_no_other_name_before() -> None:
    harness = start_table()
    harness.deal_next_hand()
    harness.submit(from_player("Wren", Kick(seat=3)))
    assert harness.expect_refusal(JAY) == "leaving"


def test_a_table_tells_nothing_of_those_whom_it_does_not_know() -> None:
    assert start_table().submit(NameChanged("Robin", "Magpie")) == []
