"""Time banks: when they run, what is left of them, how they refill, and that everybody sees it."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from railbird_server.table.inputs import ConnectionDown, ServerReturned, Tick, VoidHand
from railbird_server.table.settings import TableSettings
from railbird_server.table.table import Table, TableState
from railbird_shared.protocol.commands import Sit, SitOut, Stand
from railbird_shared.protocol.events import Checked, ClockExtended, Folded, TimeBankChanged, TimeBankStarted
from railbird_shared.protocol.view import Turn
from support.table_harness import TableHarness, from_player, start_table, table_settings


def bank_settings(*, clock: int = 30_000, bank: int = 60_000, refill: int = 15_000, hands: int = 2) -> TableSettings:
    settings = table_settings(clock=clock)
    return replace(settings, time_bank_ms=bank, time_bank_refill_ms=refill, time_bank_hands=hands)


def after_deal(settings: TableSettings | None = None, players: int = 3) -> TableHarness:
    """Returns a table with time banks in its first hand; with three players Jay has the button and acts first."""
    harness = start_table(stacks=(200,) * players, settings=settings or bank_settings())
    harness.deal_next_hand()
    return harness


def time_banks(harness: TableHarness) -> dict[str, int]:
    """Returns what the rail sees of everybody's time bank."""
    return {seat.name: seat.time_bank for seat in harness.view().occupied}


def test_everybody_sits_down_with_a_full_time_bank_that_everybody_sees() -> None:
    harness = start_table(stacks=(200, 200), settings=bank_settings())
    assert time_banks(harness) == {"Wren": 60_000, "Heron": 60_000}


def test_the_time_bank_runs_when_the_clock_has_run_out_and_the_table_acts_when_it_is_empty() -> None:  # BT-40
    harness = after_deal()
    assert harness.advance_to_wake_time() == [TimeBankStarted(3, deadline=90_000)]
    assert harness.view().turn == Turn(3, 1, 90_000, on_time_bank=True)
    harness.now = 89_999
    assert harness.submit(Tick()) == []
    harness.now = 90_000
    events = harness.submit(Tick())
    assert Folded(3, timed_out=True) in events
    assert TimeBankChanged(3, 0) in events
    assert time_banks(harness)["Jay"] == 0


def test_what_is_left_of_a_time_bank_stays_for_later_turns() -> None:
    harness = after_deal(players=2)
    harness.advance_to_wake_time()
    harness.now = 50_000
    assert TimeBankChanged(2, 40_000) in harness.act("c")
    harness.act_each("x", "x")
    assert harness.player_to_act == "Heron"
    harness.advance_to_wake_time()
    assert harness.view().turn == Turn(2, 4, harness.now + 40_000, on_time_bank=True)


def test_a_turn_in_time_costs_nothing_of_the_time_bank() -> None:
    harness = after_deal()
    harness.now = 29_999
    harness.act("c")
    assert time_banks(harness)["Jay"] == 60_000


def test_who_has_no_time_bank_left_is_out_of_time_when_the_clock_is() -> None:
    harness = after_deal(bank_settings(hands=0), players=2)
    for _ in range(2):
        harness.advance_to_wake_time()
    harness.deal_next_hand()
    harness.act("c")
    assert harness.player_to_act == "Heron"
    assert Checked(2, timed_out=True) in harness.advance_to_wake_time()


def test_a_time_bank_is_refilled_every_so_many_hands_up_to_its_limit() -> None:
    harness = after_deal(bank_settings(bank=20_000, hands=2), players=2)
    harness.advance_to_wake_time()
    harness.advance_to_wake_time()
    assert not harness.hand_running
    seen = [time_banks(harness)["Heron"]]
    for _ in range(4):
        harness.deal_next_hand()
        harness.fold_to_end()
        seen.append(time_banks(harness)["Heron"])
    assert seen == [0, 15_000, 15_000, 20_000, 20_000]


def test_a_hand_that_a_player_sits_out_does_not_refill_their_time_bank() -> None:
    harness = after_deal(bank_settings(hands=1))
    harness.advance_to_wake_time()
    harness.now += 59_000
    harness.act("f")
    harness.submit(from_player("Jay", SitOut()))
    harness.fold_to_end()
    harness.deal_next_hand()
    harness.fold_to_end()
    assert time_banks(harness)["Jay"] == 16_000


def test_leaving_and_coming_back_refills_nothing() -> None:
    harness = after_deal()
    harness.advance_to_wake_time()
    harness.now = 80_000
    harness.act("f")
    harness.submit(from_player("Jay", Stand()))
    harness.fold_to_end()
    harness.submit(from_player("Jay", Sit()))
    assert time_banks(harness)["Jay"] == 10_000


def test_a_player_who_stands_up_on_their_time_bank_keeps_the_rest() -> None:
    harness = after_deal()
    harness.advance_to_wake_time()
    harness.now = 40_000
    harness.submit(from_player("Jay", Stand()))
    harness.fold_to_end()
    harness.submit(from_player("Jay", Sit()))
    assert time_banks(harness)["Jay"] == 50_000


def test_a_hand_that_is_voided_ends_the_time_bank() -> None:
    harness = after_deal()
    harness.advance_to_wake_time()
    harness.now = 40_000
    harness.submit(VoidHand("The journal cannot be read."))
    assert time_banks(harness)["Jay"] == 50_000


def test_the_time_for_a_lost_connection_is_not_taken_from_the_time_bank() -> None:
    harness = after_deal()
    harness.advance_to_wake_time()
    harness.now = 40_000
    assert ClockExtended(3, deadline=105_000, added=15_000) in harness.submit(ConnectionDown("Jay"))
    harness.now = 50_000
    harness.act("f")
    assert time_banks(harness)["Jay"] == 55_000


def test_the_time_bank_does_not_run_for_a_player_whose_connection_is_lost() -> None:
    harness = after_deal()
    harness.submit(ConnectionDown("Jay"))
    assert Folded(3, timed_out=True) in harness.advance_to_wake_time()
    assert time_banks(harness)["Jay"] == 60_000


def test_the_time_bank_runs_on_after_the_server_was_away() -> None:
    harness = after_deal()
    harness.advance_to_wake_time()
    harness.now = 85_000
    assert ClockExtended(3, deadline=95_000, added=5_000) in harness.submit(ServerReturned(10_000))
    assert harness.view().turn == Turn(3, 1, 95_000, on_time_bank=True)


def test_unlimited_thinking_needs_no_time_bank() -> None:
    harness = after_deal(bank_settings(clock=0))
    assert time_banks(harness) == {"Wren": 0, "Heron": 0, "Jay": 0}
    assert harness.outcome.wake_at is None
    harness.submit(ConnectionDown("Jay"))
    assert Folded(3, timed_out=True) in harness.advance_to_wake_time()


def test_time_banks_outlive_the_server() -> None:
    harness = after_deal()
    harness.advance_to_wake_time()
    harness.now = 80_000
    harness.act("f")
    harness.fold_to_end()
    kept = msgspec.json.encode(harness.table.state)
    harness.table = Table.restored("t1", harness.table.settings, msgspec.json.decode(kept, type=TableState))
    harness.submit(Tick())
    assert time_banks(harness)["Jay"] == 10_000
    harness.deal_next_hand()
    harness.fold_to_end()
    assert time_banks(harness)["Jay"] == 25_000


def test_a_state_of_a_server_without_time_banks_gives_everybody_a_full_one() -> None:
    harness = after_deal()
    harness.fold_to_end()
    kept = msgspec.json.decode(msgspec.json.encode(harness.table.state))
    del kept["time_banks"]
    state = msgspec.json.decode(msgspec.json.encode(kept), type=TableState)
    back = Table.restored("t1", harness.table.settings, state)
    assert {seat.name: back.turn_clock.bank_left(seat.player) for seat in back.seats.occupied} == {
        "Wren": 60_000,
        "Heron": 60_000,
        "Jay": 60_000,
    }
