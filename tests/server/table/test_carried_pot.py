"""The pot that waits because everybody has passed: who plays for it, and who gets it back (BT-38)."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from railbird_server.table.audience import no_hand_follows
from railbird_server.table.hand_in_progress import CarriedPot
from railbird_server.table.inputs import Close, ConnectionDown, VoidHand
from railbird_server.table.seats import Seat, Seats
from railbird_server.table.table import Table, TableState
from railbird_shared.protocol.commands import SitOut, Stand
from railbird_shared.protocol.events import CarriedPotTaken, HandStarted, PassedOut
from railbird_shared.protocol.host_commands import EndNight, LastHand
from support.table_harness import TableHarness, from_player, start_table
from support.view_builders import PLAYER_NAMES


def passed_out(*names: str) -> TableHarness:
    """Returns a five card draw table where everybody has passed the first hand, the named having stood up before."""
    harness = start_table("five-card-draw")
    harness.deal_next_hand()
    harness.act_each("x", "x")
    for name in names:
        harness.submit(from_player(name, Stand()))
    harness.act("x")
    return harness


def test_a_pot_that_nobody_opened_is_carried_and_the_button_moves_left() -> None:
    harness = passed_out()
    assert PassedOut(3, ("BT-38", "VT-5D-4")) in harness.events
    assert harness.table.carried_pot.chips == 3
    (started,) = (event for event in harness.deal_next_hand() if isinstance(event, HandStarted))
    assert (started.button, started.carried) == (1, 3)
    assert harness.table.carried_pot.chips == 0
    assert harness.view().total_pot == 6


def test_the_last_player_takes_a_carried_pot() -> None:
    harness = passed_out("Wren", "Heron")
    assert CarriedPotTaken(3, 3, ("BT-38",)) in harness.events
    assert harness.stacks() == {"Jay": 202}


def test_of_two_players_who_leave_together_the_last_takes_a_carried_pot() -> None:
    harness = passed_out("Wren")
    for name in ("Heron", "Jay"):
        harness.submit(from_player(name, SitOut()))
        harness.submit(ConnectionDown(name))
    harness.advance_to_wake_time()
    assert CarriedPotTaken(3, 3, ("BT-38",)) in harness.events
    assert harness.table.bank.on_table == 0


def test_a_carried_pot_is_divided_when_the_table_closes_with_odd_chips_from_the_buttons_left() -> None:
    harness = passed_out("Heron")
    assert harness.table.carried_pot.chips == 3
    closed = harness.table.handle(Close("The server stops."), harness.now)
    taken = [event for event in closed.events if isinstance(event, CarriedPotTaken)]
    assert sorted((event.seat, event.chips) for event in taken) in ([(1, 1), (3, 2)], [(1, 2), (3, 1)])
    assert taken[0].chips == 2
    assert harness.table.carried_pot.chips == 0
    assert sum(harness.stacks().values()) == harness.table.bank.on_table


# --- divided by what they paid


def pass_out(harness: TableHarness) -> None:
    """Deals a hand, and everybody passes."""
    harness.deal_next_hand()
    while harness.hand_running:
        harness.act("x")


def close(harness: TableHarness) -> dict[int, int]:
    """Closes the table; returns who took how much of the pot that waited, by seat."""
    events = harness.submit(Close("The night is over."))
    return {event.seat: event.chips for event in events if isinstance(event, CarriedPotTaken)}


def test_a_player_who_came_later_gets_back_what_they_paid_alone() -> None:
    harness = start_table("five-card-draw")
    pass_out(harness)
    pass_out(harness)
    harness.sit("Rook")
    pass_out(harness)
    harness.sit("Pipit")
    assert harness.table.carried_pot.chips == 10
    assert close(harness) == {1: 3, 2: 3, 3: 3, 4: 1}
    assert harness.stacks() == {**dict.fromkeys((*PLAYER_NAMES[:3], "Rook"), 200), "Pipit": 200}


def test_the_share_of_a_player_who_left_goes_to_the_others_who_paid() -> None:
    harness = passed_out("Heron")
    harness.sit("Rook")
    assert harness.table.carried_pot.chips == 3
    assert sorted(close(harness)) == [1, 3]


def test_a_pot_whose_payers_are_gone_goes_to_all_alike() -> None:
    harness = passed_out()
    harness.sit("Rook", "Pipit")
    for name in PLAYER_NAMES[:3]:
        harness.submit(from_player(name, Stand()))
    assert sum(close(harness).values()) == 3
    assert sum(harness.stacks().values()) == 403


def test_a_hand_that_does_not_count_changes_nobodys_part() -> None:  # IR-13
    harness = start_table("five-card-draw")
    pass_out(harness)
    harness.sit("Rook")
    harness.deal_next_hand()
    harness.act("x")
    harness.submit(VoidHand("The cards were marked."))
    assert close(harness) == {1: 1, 2: 1, 3: 1}


def test_a_pot_that_was_won_leaves_nothing_to_be_given_back() -> None:
    harness = start_table("five-card-draw")
    pass_out(harness)
    harness.deal_next_hand()
    harness.act_each("b 2", "f", "f")
    harness.submit(from_player("Wren", Stand()))
    pass_out(harness)
    assert close(harness) == {2: 1, 3: 1}


def test_a_table_that_is_brought_back_knows_who_has_paid() -> None:
    harness = start_table("five-card-draw")
    pass_out(harness)
    harness.sit("Rook")
    state = msgspec.json.decode(msgspec.json.encode(harness.table.state), type=TableState)
    assert Table.restored("t1", harness.table.settings, state).carried_pot.paid == dict.fromkeys(PLAYER_NAMES[:3], 1)


def test_a_pot_of_which_nobody_noted_who_paid_goes_to_all_alike() -> None:
    """A table kept by an earlier version knows how much waits, and not whose it was."""
    harness = start_table("five-card-draw")
    pass_out(harness)
    state = replace(harness.table.state, carried_from={})
    harness.table = Table.restored("t1", harness.table.settings, state)
    assert close(harness) == {1: 1, 2: 1, 3: 1}


@given(st.integers(0, 10_000), st.lists(st.integers(0, 60), min_size=1, max_size=10), st.integers(1, 10))
def test_the_parts_add_up_and_are_what_was_paid_within_a_chip(chips: int, paid: list[int], button: int) -> None:
    seats = Seats(10)
    for number, _ in enumerate(paid, 1):
        seats.take(Seat(number, f"p{number}", f"Player {number}", 100))
    pot = CarriedPot(chips, 1, {f"p{number}": put_in for number, put_in in enumerate(paid, 1)})
    taken = {event.seat: event.chips for event in pot.divide(seats, button)}
    assert sum(taken.values()) == chips
    assert pot.chips == 0
    assert [seat.stack - 100 for seat in seats.occupied] == [taken.get(seat.number, 0) for seat in seats.occupied]
    for number, put_in in enumerate(paid, 1):
        part = chips * put_in / sum(paid) if sum(paid) else chips / len(paid)
        assert abs(taken.get(number, 0) - part) < 1


# --- after the last hand


def last_hand_passed_out() -> TableHarness:
    """Returns a table whose host has called the last hand, which everybody has passed."""
    harness = start_table("five-card-draw")
    harness.deal_next_hand()
    harness.submit(from_player("Wren", LastHand()))
    while harness.hand_running:
        harness.act("x")
    return harness


def test_a_pot_that_waits_after_the_last_hand_is_played_for_until_it_is_won() -> None:
    harness = last_hand_passed_out()
    assert not no_hand_follows(harness.table)
    pass_out(harness)
    assert not no_hand_follows(harness.table)
    harness.deal_next_hand()
    harness.act_each("b 2", "f", "f")
    assert no_hand_follows(harness.table)
    assert harness.outcome.wake_at is None
    assert harness.table.hand_number == 3


def test_the_end_of_the_night_divides_a_pot_that_waits_after_the_last_hand() -> None:
    harness = last_hand_passed_out()
    harness.submit(from_player("Wren", EndNight()))
    assert harness.table.closing_reason(harness.now)
    assert not harness.outcome.wants_deck
    assert close(harness) == {1: 1, 2: 1, 3: 1}
