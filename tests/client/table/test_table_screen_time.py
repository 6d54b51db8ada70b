"""Time at the table, in words that a small screen shows: the time bank, a pause and a break."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_shared.protocol.commands import Command, GoOn, Pause, TakeBreak, Vote
from railbird_shared.protocol.events import (
    BombPotAnnounced,
    BreakAnnounced,
    Folded,
    HandScheduled,
    PlayPaused,
    PlayResumed,
    TimeBankStarted,
    TurnBegan,
    VoteCalled,
    VoteEnded,
)
from railbird_shared.protocol.view import PauseView, TableView, Turn, VoteView, You
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
        assert "21 s +42 s" in player.text
        player.app.receive(step_message(TimeBankStarted(1, SNAPSHOT_TIME_MS + 42_000)))
        await player.pilot.pause()
        assert "bank 42 s" in player.text
        assert "+42 s" not in player.text
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


# --- pauses and breaks

HOST, GUEST = You(1, is_host=True), You(1)


def resting(you: You, **facts: object) -> TableView:
    """Returns a table between two hands."""
    return replace(holdem_view(playing=False, turn=None, you=you), **facts)


async def test_the_host_pauses_the_table_and_lets_it_go_on() -> None:
    async with run_table_screen(resting(HOST), size=SMALL) as player:
        await player.press("full_stop")
        player.app.receive(step_message(PlayPaused(SNAPSHOT_TIME_MS - 180_000, "Wren")))
        await player.pilot.pause()
        assert "Paused by Wren for 3 minutes" in player.text
        assert "Wren pauses the table" in player.text
        await player.click("Go on")
        player.app.receive(step_message(PlayResumed("Wren")))
        await player.pilot.pause()
        assert "Paused by" not in player.text
        assert player.commands == [Pause(), GoOn()]


async def test_the_next_hand_is_counted_down() -> None:
    async with run_table_screen(resting(GUEST), size=SMALL) as player:
        assert "The next hand begins soon" in player.text
        player.app.receive(step_message(HandScheduled(SNAPSHOT_TIME_MS + 3_500)))
        await player.pilot.pause()
        assert "Next hand in 4 s" in player.text
        player.app.receive(step_message(BombPotAnnounced(4), HandScheduled(SNAPSHOT_TIME_MS + 6_000)))
        await player.pilot.pause()
        assert "Next hand in 6 s: a bomb pot, everybody posts 4" in player.text
        player.app.receive(step_message(HandScheduled(None)))
        await player.pilot.pause()
        assert "Next a bomb pot: everybody posts 4" in player.text


async def test_the_first_hand_is_counted_down_too() -> None:
    async with run_table_screen(resting(GUEST, hand=0, next_hand_at=SNAPSHOT_TIME_MS + 2_000), size=SMALL) as player:
        assert "First hand in 2 s" in player.text


async def test_a_pause_shows_in_ones_own_turn_too() -> None:
    view = holdem_view(pause=PauseView(SNAPSHOT_TIME_MS, "Heron"), turn=Turn(1, 31))
    async with run_table_screen(view, size=SMALL) as player:
        assert "paused by Heron" in player.text


async def test_the_host_types_how_long_a_break_is() -> None:
    async with run_table_screen(resting(HOST), size=SMALL) as player:
        await player.press("comma")
        assert "A break of how many minutes? Usually 10:" in player.text
        await player.press("1 5 enter")
        assert player.commands == [TakeBreak(minutes=15)]


async def test_a_break_counts_down_for_everybody() -> None:
    ends = SNAPSHOT_TIME_MS + 581_000
    async with run_table_screen(resting(GUEST, pause=PauseView(SNAPSHOT_TIME_MS, "", ends)), size=SMALL) as player:
        assert "Break: 9:41 left" in player.text


async def test_a_break_that_comes_after_the_hand_is_announced() -> None:
    async with run_table_screen(holdem_view(), size=SMALL) as player:
        player.app.receive(step_message(BreakAnnounced(10, "Heron")))
        await player.pilot.pause()
        assert "break of 10 minutes after this hand" in player.text


async def test_a_player_calls_a_vote_for_a_break() -> None:
    async with run_table_screen(resting(GUEST), size=SMALL) as player:
        await player.press("comma enter")
        assert player.commands == [Vote(minutes=10)]


async def test_a_vote_is_shown_with_buttons_for_it_and_against_it() -> None:
    async with run_table_screen(resting(GUEST), size=SMALL) as player:
        player.app.receive(step_message(VoteCalled(2, 15, SNAPSHOT_TIME_MS + 60_000)))
        await player.pilot.pause()
        assert "Break of 15 minutes? 1 of 5, 60 s" in player.text
        await player.click(",  yes")
        await player.click("-  no")
        player.app.receive(step_message(VoteEnded(carried=False)))
        await player.pilot.pause()
        assert "1 of 5" not in player.text
        assert player.commands == [Vote(), Vote(on=False)]


async def test_in_a_pause_of_the_host_the_others_vote_to_go_on() -> None:
    paused = PauseView(SNAPSHOT_TIME_MS, "Heron")
    async with run_table_screen(resting(GUEST, pause=paused), size=SMALL) as player:
        await player.press("full_stop")
        asked: list[Command] = [Vote()]
        assert player.commands == asked
    vote = VoteView(0, SNAPSHOT_TIME_MS + 60_000, (2,))
    async with run_table_screen(resting(GUEST, pause=paused, vote=vote), size=SMALL) as player:
        assert ".  yes" in player.text
        assert "Go on? 1 of 5, 60 s" in player.text


async def test_who_may_not_pause_reads_why() -> None:
    async with run_table_screen(resting(GUEST), size=SMALL) as player:
        await player.press("full_stop")
        assert "Only the host can pause the table" in player.text
        await player.press("minus")
        assert "There is no vote that you could vote against." in player.text
        assert player.commands == []
