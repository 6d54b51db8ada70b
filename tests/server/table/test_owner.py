"""Whether the owner of the server, who can read the cards, sits at the table."""

from __future__ import annotations

from railbird_server.table.audience import split
from railbird_server.table.inputs import FullEvent, OwnerKnown
from railbird_server.table.table import Table
from railbird_shared.protocol.commands import ChangeSeat, Sit, Stand
from railbird_shared.protocol.events import OwnerSeated
from railbird_shared.protocol.folding import fold_all
from support.table_harness import TableHarness, from_player, start_table


def told(events: list[FullEvent]) -> list[OwnerSeated]:
    return [event for event in events if isinstance(event, OwnerSeated)]


def make_known(harness: TableHarness, player: str) -> list[OwnerSeated]:
    return told(harness.submit(OwnerKnown(player)))


def test_nothing_is_said_of_an_owner_whom_the_server_does_not_know() -> None:
    view = start_table(stacks=(200, 200)).view()
    assert not view.owner_known
    assert view.owner_seat is None


def test_an_owner_without_a_seat_is_known_not_to_play() -> None:
    harness = start_table(stacks=(200, 200))
    assert make_known(harness, "Rook") == [OwnerSeated(None)]
    assert (harness.view().owner_known, harness.view().owner_seat) == (True, None)
    assert make_known(harness, "Rook") == []


def test_the_seat_of_an_owner_is_told_as_they_sit_down_move_and_leave() -> None:
    harness = start_table(stacks=(200, 200))
    make_known(harness, "Rook")
    before = harness.view()
    sat = harness.submit(from_player("Rook", Sit(seat=3)))
    assert told(sat) == [OwnerSeated(3)]
    assert harness.view().owner_seat == 3
    assert fold_all(before, split(sat).public).owner_seat == 3
    assert told(harness.submit(from_player("Rook", ChangeSeat(seat=5)))) == [OwnerSeated(5)]
    assert told(harness.submit(from_player("Rook", Stand()))) == [OwnerSeated(None)]
    assert harness.view().owner_known


def test_an_owner_who_sits_already_is_told_with_their_seat_and_stays_known_after_a_restart() -> None:
    harness = start_table(stacks=(200, 200))
    seat = harness.seat_of("Heron").number
    assert make_known(harness, "Heron") == [OwnerSeated(seat)]
    restored = Table.restored(harness.table.id, harness.table.settings, harness.table.state)
    assert restored.seats.owner == harness.table.seats.owner
    assert restored.seats.owner.told == seat
