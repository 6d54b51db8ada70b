"""The journal of a table: each request is one change, chips move between accounts, and checkpoints bound a replay."""

from __future__ import annotations

from railbird_server.runtime.tables.table_journal import MAX_COMMANDS, MAX_REPLAYED_ENTRIES
from railbird_server.store.records import Movement, MovementKind
from railbird_server.table import inputs
from railbird_shared.protocol.commands import AddChips, SitIn, SitOut, Stand
from railbird_shared.protocol.host_commands import CorrectBooks, CorrectedPlayer
from support.journaled_tables import JournaledTable
from support.table_harness import from_player, table_settings


def seated(*names: str) -> JournaledTable:
    """Players with 100 each, before the first hand."""
    harness = JournaledTable(table_settings())
    harness.sit(*names, chips=100)
    return harness


def movements(harness: JournaledTable) -> list[Movement]:
    """All movements so far."""
    return [movement for change in harness.changes for movement in change.movements]


def bought(name: str, chips: int, *, hand: int = 0) -> Movement:
    """Chips that a player brings to the table."""
    return Movement(f"player/{name}", "table/t1", chips, MovementKind.BUY_IN, name, hand=hand)


def taken(name: str, chips: int) -> Movement:
    """Chips that a player takes away before the first hand."""
    return Movement("table/t1", f"player/{name}", chips, MovementKind.CASH_OUT, name)


def test_chips_that_come_and_go_are_moved_between_the_player_and_the_table() -> None:
    harness = seated("Wren", "Heron")
    harness.submit(from_player("Wren", AddChips(chips=50)))
    harness.submit(from_player("Wren", Stand()))
    assert movements(harness) == [
        bought("Wren", 100),
        bought("Heron", 100),
        bought("Wren", 50),
        taken("Wren", 150),
    ]


def test_a_correction_moves_chips_through_the_accounts_of_those_it_names() -> None:
    harness = seated("Wren", "Heron", "Jay")
    harness.submit(from_player("Jay", Stand()))
    before = len(movements(harness))
    players = (CorrectedPlayer("Jay", 30), CorrectedPlayer("Wren", -20), CorrectedPlayer("Heron", -10))
    harness.submit(from_player("Wren", CorrectBooks(players=players, reason="The pot was Jay's.")))
    moved = movements(harness)[before:]
    assert [(each.payer, each.payee, each.chips, each.name) for each in moved] == [
        ("corrections", "player/Jay", 30, "Jay"),
        ("table/t1", "player/Wren", 20, "Wren"),
        ("player/Wren", "corrections", 20, "Wren"),
        ("table/t1", "player/Heron", 10, "Heron"),
        ("player/Heron", "corrections", 10, "Heron"),
    ]
    assert {(each.kind, each.reason, each.by) for each in moved} == {
        (MovementKind.CORRECTION, "The pot was Jay's.", "Wren")
    }
    recovered = harness.recover(len(harness.changes))
    assert not recovered.fault
    assert recovered.live.table.bank == harness.table.bank


def test_chips_added_in_a_hand_move_when_it_is_over() -> None:
    harness = seated("Wren", "Heron")
    harness.deal_next_hand()
    harness.submit(from_player("Wren", AddChips(chips=50)))
    assert len(movements(harness)) == 2
    harness.fold_to_end()
    assert movements(harness)[2:] == [bought("Wren", 50, hand=1)]


def test_who_stands_up_in_a_hand_takes_what_is_left_when_it_is_over() -> None:
    harness = seated("Wren", "Heron", "Jay")
    harness.deal_next_hand()
    leaver = harness.player_to_act
    harness.submit(from_player(leaver, Stand()))
    assert len(movements(harness)) == 3
    harness.fold_to_end()
    (moved,) = movements(harness)[3:]
    assert (moved.payer, moved.payee) == ("table/t1", f"player/{leaver}")


def test_a_table_that_closes_in_a_hand_gives_back_what_everybody_began_it_with() -> None:
    harness = seated("Wren", "Heron")
    harness.deal_next_hand()
    harness.act("r 60")
    harness.journal.cash_out()
    change = harness.journal.take(closed="A fault.")
    assert (change.closed, change.checkpoint) == ("A fault.", None)
    assert sorted(movement.chips for movement in change.movements) == [100, 100]


def test_each_hand_is_kept_with_its_players_and_leaves_a_checkpoint_to_the_next_change() -> None:
    harness = seated("Wren", "Heron")
    ended: list[int] = []
    for number in (1, 2):
        harness.deal_next_hand()
        harness.fold_to_end()
        change = harness.changes[-1]
        hand = change.hands[0].finished
        assert hand.number == number
        assert {player.name for player in hand.players.values()} == {"Wren", "Heron"}
        assert change.checkpoint is None
        ended.append(harness.journal.last_entry)
    harness.deal_next_hand()
    found = {change.entries[-1].number: change.checkpoint for change in harness.changes if change.checkpoint}
    assert [(last, checkpoint.entry) for last, checkpoint in found.items()] == [(last + 1, last) for last in ended]


def test_a_void_hand_leaves_a_checkpoint_too_and_is_kept_with_its_reason() -> None:
    harness = seated("Wren", "Heron")
    harness.deal_next_hand()
    harness.submit(inputs.VoidHand("The cards are marked."))
    (kept,) = harness.changes[-1].hands
    assert kept.finished.hand.void_reason == "The cards are marked."
    assert [seat.net for seat in kept.index.seats] == [0, 0]
    harness.deal_next_hand()
    assert harness.changes[-1].checkpoint


def test_a_table_without_hands_leaves_a_checkpoint_now_and_then() -> None:
    harness = seated("Wren")
    while len(harness.changes) <= 2 * MAX_REPLAYED_ENTRIES:
        harness.submit(from_player("Wren", SitIn() if harness.seat_of("Wren").sitting_out else SitOut()))
    found = [change.checkpoint.entry for change in harness.changes if change.checkpoint]
    assert found == [MAX_REPLAYED_ENTRIES, 2 * MAX_REPLAYED_ENTRIES]


def test_a_checkpoint_knows_the_latest_commands_and_the_one_that_made_it() -> None:
    harness = seated("Wren", "Heron")
    for number in range(1, MAX_COMMANDS + 10):
        command = SitIn(id=number) if harness.seat_of("Wren").sitting_out else SitOut(id=number)
        harness.submit(from_player("Wren", command))
    if harness.seat_of("Wren").sitting_out:
        harness.submit(from_player("Wren", SitIn(id=98)))
    harness.deal_next_hand()
    last = Stand(id=99)
    harness.submit(from_player(harness.player_to_act, last))
    harness.submit(inputs.Tick())
    checkpoint = harness.changes[-1].checkpoint
    assert checkpoint
    assert len(checkpoint.commands) == MAX_COMMANDS
    assert checkpoint.commands[-1].command == last


def test_a_seat_given_up_while_the_host_changes_is_booked() -> None:
    harness = seated("Wren", "Heron")
    harness.submit(inputs.ConnectionDown("Heron"))
    harness.now += harness.table.settings.seat_hold_ms
    harness.change_host("Wren", "another epoch")
    assert movements(harness)[-1] == taken("Heron", 100)
    assert harness.changes[-1].entries[0].epoch == "another epoch"


def test_entries_are_numbered_without_gaps() -> None:
    harness = seated("Wren", "Heron")
    harness.deal_next_hand()
    harness.fold_to_end()
    numbers = [entry.number for change in harness.changes for entry in change.entries]
    assert numbers == list(range(1, len(numbers) + 1))
