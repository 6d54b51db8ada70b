"""Time at the table, in words that a small screen shows: the time bank, a pause and a break."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_shared.events import Folded, TimeBankStarted, TurnBegan
from railbird_shared.view import TableView, Turn
from support.screen_harness import run_table_screen
from support.view_builders import SNAPSHOT_TIME_MS, holdem_view, step_message

SMALL = (80, 24)


def with_time_banks(view: TableView, milliseconds: int) -> TableView:
    """Returns the view with a time bank for every player."""
    return replace(
        view, seats=tuple(seat if seat is None else replace(seat, time_bank=milliseconds) for seat in view.seats)
    )


async def test_ones_own_time_bank_stands_beside_the_clock_and_then_in_its_place() -> None:
    async with run_table_screen(with_time_banks(holdem_view(), 42_000), size=SMALL) as player:
        assert "21 s  + bank 42 s" in player.text
        player.app.receive(step_message(TimeBankStarted(1, SNAPSHOT_TIME_MS + 42_000)))
        await player.pilot.pause()
        assert "bank 42 s" in player.text
        assert "+ bank" not in player.text
        assert "The clock has run out: your time bank has 42 seconds." in player.text


async def test_everybody_sees_whose_time_bank_runs() -> None:
    view = with_time_banks(holdem_view(), 42_000)
    async with run_table_screen(view, size=SMALL) as player:
        player.app.receive(step_message(Folded(1), TurnBegan(2, 32), TimeBankStarted(2, SNAPSHOT_TIME_MS + 42_000)))
        await player.pilot.pause()
        assert player.text.count("bank 42 s") == 1
        assert "Heron takes the time bank: 42 seconds" in player.text


async def test_a_turn_on_the_time_bank_fits_into_the_rows_of_a_tiny_screen() -> None:
    turn = Turn(2, 31, SNAPSHOT_TIME_MS + 120_000, on_time_bank=True)
    async with run_table_screen(holdem_view(turn=turn), size=(60, 18)) as player:
        assert "bank 120 s" in player.text
