"""Pauses, breaks and votes: who may call them, what stands still meanwhile, and how the table goes on."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from railbird_server.table.inputs import ConnectionDown, ConnectionUp, HostChanged, PlayerIdentity, ServerReturned, Tick
from railbird_server.table.table import Table, TableState
from railbird_shared.protocol.actions import Fold
from railbird_shared.protocol.commands import ChangeSeat, GoOn, Pause, Sit, SitOut, Stand, TakeBreak, TimeCommand, Vote
from railbird_shared.protocol.events import (
    BreakAnnounced,
    ClockExtended,
    Folded,
    HandScheduled,
    PlayerLeft,
    PlayPaused,
    PlayResumed,
    SeatChanged,
    VoteCalled,
    VoteCounted,
    VoteEnded,
)
from railbird_shared.protocol.view import PauseView, Turn, VoteView
from support.table_harness import TableHarness, from_player, start_table, table_settings


def after_deal(players: int = 3, *, clock: int = 30_000, bank: int = 0, pause: int = 0) -> TableHarness:
    """Returns a table in its first hand, hosted by Wren; with three players Jay has the button and acts first."""
    settings = replace(table_settings(clock=clock, pause=pause), time_bank_ms=bank)
    harness = start_table(stacks=(200,) * players, settings=settings)
    harness.deal_next_hand()
    return harness


def between_hands(players: int = 3) -> TableHarness:
    """Returns a table after its first hand, at the time 10,000."""
    harness = after_deal(players, pause=3_000)
    harness.now = 10_000
    harness.fold_to_end()
    return harness


def ask(harness: TableHarness, name: str, command: TimeCommand) -> list[object]:
    return [*harness.submit(from_player(name, command))]


def bring_back(harness: TableHarness) -> None:
    """Brings the table back from its state, as after a restart."""
    kept = msgspec.json.encode(harness.table.state)
    harness.table = Table.restored("t1", harness.table.settings, msgspec.json.decode(kept, type=TableState))
    harness.submit(ServerReturned(10_000))


# --- the host's pause


def test_the_clock_of_the_turn_stands_still_and_everybody_sees_who_paused_and_when() -> None:
    harness = after_deal()
    harness.now = 20_000
    assert ask(harness, "Wren", Pause()) == [PlayPaused(20_000, "Wren")]
    assert harness.view().pause == PauseView(20_000, "Wren")
    assert harness.view().turn == Turn(3, 1, None)
    assert harness.outcome.wake_at is None
    harness.now = 10_000_000
    assert harness.submit(Tick()) == []


def test_the_turn_goes_on_where_its_clock_stood() -> None:
    harness = after_deal()
    harness.now = 10_000
    ask(harness, "Wren", Pause())
    harness.now = 500_000
    assert ask(harness, "Wren", GoOn()) == [PlayResumed("Wren", deadline=520_000)]
    assert harness.view().pause is None
    assert harness.view().turn == Turn(3, 1, 520_000)
    assert Folded(3, timed_out=True) in harness.advance_to_wake_time()


def test_the_player_in_turn_has_ten_seconds_at_least_after_a_pause() -> None:
    harness = after_deal()
    harness.now = 29_000
    ask(harness, "Wren", Pause())
    harness.now = 60_000
    assert ask(harness, "Wren", GoOn()) == [PlayResumed("Wren", deadline=70_000)]


def test_a_hand_may_be_played_on_during_a_pause_and_no_other_is_dealt() -> None:
    harness = after_deal()
    ask(harness, "Wren", Pause())
    harness.act("c")
    assert harness.view().turn == Turn(1, 2, None)
    harness.fold_to_end()
    assert harness.outcome.wake_at is None
    harness.now = 90_000
    ask(harness, "Wren", GoOn())
    harness.deal_next_hand()
    assert harness.hand_running


def test_a_turn_that_began_in_a_pause_has_its_whole_clock_after_it() -> None:
    harness = after_deal()
    ask(harness, "Wren", Pause())
    harness.act("c")
    harness.now = 90_000
    ask(harness, "Wren", GoOn())
    assert harness.view().turn == Turn(1, 2, 120_000)


def test_the_time_bank_stands_still_too() -> None:
    harness = after_deal(bank=60_000)
    harness.advance_to_wake_time()
    harness.now = 40_000
    ask(harness, "Wren", Pause())
    assert harness.view().turn == Turn(3, 1, None, on_time_bank=True)
    harness.now = 500_000
    ask(harness, "Wren", GoOn())
    assert harness.view().turn == Turn(3, 1, 550_000, on_time_bank=True)
    harness.now = 510_000
    harness.act("f")
    assert harness.seat_of("Jay").number == 3
    seat = harness.view().at(3)
    assert seat is not None
    assert seat.time_bank == 40_000


def test_an_act_in_a_pause_keeps_what_was_left_of_the_time_bank() -> None:
    harness = after_deal(bank=60_000)
    harness.advance_to_wake_time()
    harness.now = 40_000
    ask(harness, "Wren", Pause())
    harness.now = 500_000
    harness.act("f")
    seat = harness.view().at(3)
    assert seat is not None
    assert seat.time_bank == 50_000


def test_only_the_host_pauses_announces_a_break_and_lets_the_table_go_on() -> None:
    harness = after_deal()
    for command in (Pause(), TakeBreak(), GoOn()):
        assert harness.expect_refusal(from_player("Heron", command)) == "not-host"
    harness.table.handle(HostChanged(PlayerIdentity("Heron", "Heron")), harness.now)
    assert harness.expect_refusal(from_player("Wren", Pause())) == "not-host"
    harness.table.handle(from_player("Heron", Pause()), harness.now)
    assert harness.table.pauses.is_on


def test_what_makes_no_sense_is_refused() -> None:
    harness = after_deal()
    assert harness.expect_refusal(from_player("Wren", GoOn())) == "not-paused"
    ask(harness, "Wren", Pause())
    assert harness.expect_refusal(from_player("Wren", Pause())) == "paused"
    assert harness.expect_refusal(from_player("Wren", TakeBreak(minutes=5))) == "paused"


def test_a_host_without_a_seat_pauses_the_table() -> None:
    harness = between_hands()
    harness.submit(from_player("Wren", Stand()))
    ask(harness, "Wren", Pause())
    assert harness.outcome.wake_at is None


def test_a_lost_connection_counts_only_from_the_end_of_the_pause() -> None:
    harness = after_deal()
    ask(harness, "Wren", Pause())
    harness.now = 60_000
    assert not any(isinstance(event, ClockExtended) for event in harness.submit(ConnectionDown("Jay")))
    harness.now = 90_000
    assert ask(harness, "Wren", GoOn()) == [
        PlayResumed("Wren", deadline=120_000),
        ClockExtended(3, deadline=135_000, added=15_000),
    ]


def test_without_a_clock_the_grace_of_a_disconnected_player_stands_still_too() -> None:
    harness = after_deal(clock=0)
    harness.submit(ConnectionDown("Jay"))
    assert harness.outcome.wake_at == 60_000
    ask(harness, "Wren", Pause())
    assert harness.outcome.wake_at is None
    harness.now = 1_000_000
    ask(harness, "Wren", GoOn())
    assert harness.outcome.wake_at == 1_060_000


def test_nobody_loses_their_seat_in_a_pause() -> None:
    harness = after_deal()
    harness.fold_to_end()
    harness.submit(ConnectionDown("Jay"))
    harness.now = 400_000
    ask(harness, "Wren", Pause())
    harness.now = 5_000_000
    assert harness.submit(Tick()) == []
    ask(harness, "Wren", GoOn())
    harness.fold_to_end()
    harness.submit(from_player("Wren", SitOut()))
    harness.submit(from_player("Heron", SitOut()))
    harness.now = 5_199_999
    assert harness.submit(Tick()) == []
    harness.now = 5_200_000
    assert any(isinstance(event, PlayerLeft) and event.name == "Jay" for event in harness.submit(Tick()))


def test_a_player_may_leave_and_another_sit_down_in_a_pause() -> None:
    harness = between_hands()
    ask(harness, "Wren", Pause())
    assert any(isinstance(event, PlayerLeft) for event in harness.submit(from_player("Jay", Stand())))
    harness.submit(from_player("Robin", Sit()))
    assert harness.outcome.wake_at is None


# --- breaks


def test_a_break_begins_after_the_running_hand_and_ends_by_itself() -> None:
    harness = after_deal()
    assert ask(harness, "Wren", TakeBreak(minutes=5)) == [BreakAnnounced(5, "Wren")]
    assert harness.view().coming_break == 5
    assert harness.view().turn == Turn(3, 1, 30_000)
    harness.now = 20_000
    harness.fold_to_end()
    assert PlayPaused(20_000, "Wren", ends=320_000) in harness.events
    assert harness.view().pause == PauseView(20_000, "Wren", 320_000)
    assert harness.view().coming_break == 0
    assert harness.outcome.wake_at == 320_000
    assert harness.advance_to_wake_time() == [PlayResumed()]
    harness.deal_next_hand()


def test_between_hands_a_break_begins_at_once_and_lasts_ten_minutes_unless_the_host_says_more() -> None:
    harness = between_hands()
    assert ask(harness, "Wren", TakeBreak())[:2] == [PlayPaused(10_000, "Wren", ends=610_000), HandScheduled(None)]


def test_the_host_calls_off_a_break_or_ends_it_early() -> None:
    harness = after_deal()
    ask(harness, "Wren", TakeBreak(minutes=5))
    assert ask(harness, "Wren", GoOn()) == [BreakAnnounced(0, "Wren")]
    harness.fold_to_end()
    assert harness.outcome.wants_deck
    ask(harness, "Wren", TakeBreak(minutes=5))
    assert ask(harness, "Wren", GoOn()) == [PlayResumed("Wren")]
    harness.deal_next_hand()


def test_a_break_that_was_announced_replaces_a_pause_when_the_hand_is_over() -> None:
    harness = after_deal()
    ask(harness, "Wren", TakeBreak(minutes=5))
    harness.submit(ConnectionDown("Jay"))
    ask(harness, "Wren", Pause())
    harness.now = 30_000
    harness.fold_to_end()
    assert harness.view().pause == PauseView(30_000, "Wren", 330_000)
    assert harness.seat_of("Jay").disconnected_since == 30_000


# --- votes


def test_more_than_half_of_the_people_carry_a_vote_for_a_break() -> None:
    harness = after_deal()
    assert ask(harness, "Heron", Vote(minutes=15)) == [VoteCalled(2, 15, ends=60_000)]
    assert harness.view().vote == VoteView(15, 60_000, (2,))
    assert ask(harness, "Jay", Vote()) == [VoteCounted((2, 3)), VoteEnded(carried=True), BreakAnnounced(15)]
    harness.fold_to_end()
    assert harness.view().pause == PauseView(0, "", 900_000)


def test_half_of_the_people_is_not_enough() -> None:
    harness = between_hands(players=4)
    ask(harness, "Heron", Vote())
    assert ask(harness, "Jay", Vote()) == [VoteCounted((2, 3))]
    assert harness.view().pause is None


def test_a_vote_ends_by_time_and_another_waits_a_minute() -> None:
    harness = after_deal(clock=0)
    ask(harness, "Heron", Vote())
    assert harness.outcome.wake_at == 60_000
    assert harness.advance_to_wake_time() == [VoteEnded(carried=False)]
    assert harness.expect_refusal(from_player("Jay", Vote())) == "vote"
    harness.now = 120_000
    assert VoteCalled(3, 10, ends=180_000) in ask(harness, "Jay", Vote())


def test_a_vote_ends_when_it_cannot_be_carried_any_more() -> None:
    harness = after_deal()
    ask(harness, "Heron", Vote())
    assert ask(harness, "Jay", Vote(on=False)) == [VoteCounted((2,), (3,))]
    assert ask(harness, "Wren", Vote(on=False)) == [VoteCounted((2,), (1, 3)), VoteEnded(carried=False)]


def test_a_player_may_change_their_vote_and_not_repeat_it() -> None:
    harness = after_deal()
    ask(harness, "Heron", Vote())
    assert harness.expect_refusal(from_player("Heron", Vote())) == "vote"
    assert ask(harness, "Heron", Vote(on=False)) == [VoteCounted((), (2,))]


def test_the_vote_of_a_player_who_leaves_does_not_count() -> None:
    harness = between_hands(players=4)
    ask(harness, "Heron", Vote())
    assert VoteCounted() in harness.submit(from_player("Heron", Stand()))
    ask(harness, "Jay", Vote())
    assert VoteEnded(carried=True) in ask(harness, "Wren", Vote())


def test_the_vote_of_a_player_who_moves_is_counted_at_their_new_seat_at_once() -> None:
    harness = after_deal(players=2)
    ask(harness, "Heron", Vote())
    harness.submit(from_player("Heron", ChangeSeat(seat=6)))
    harness.submit(from_player("Wren", SitOut()))
    events = harness.take(Fold())
    assert events[events.index(SeatChanged(2, 6)) + 1] == VoteCounted((6,))
    told = harness.view().vote
    bring_back(harness)
    assert harness.view().vote == told == VoteView(10, 60_000, (6,))


def test_a_vote_is_carried_when_those_who_have_not_voted_leave() -> None:
    harness = between_hands(players=4)
    ask(harness, "Heron", Vote())
    ask(harness, "Jay", Vote())
    assert VoteEnded(carried=True) in harness.submit(from_player("Magpie", Stand()))
    assert harness.view().pause == PauseView(10_000, "", 610_000)


def test_spectators_and_bots_do_not_vote() -> None:
    harness = after_deal()
    assert harness.expect_refusal(from_player("Robin", Vote())) == "not-seated"
    harness.submit(from_player("Rook", Sit(), bot=True))
    assert harness.expect_refusal(from_player("Rook", Vote(), bot=True)) == "not-seated"
    assert harness.expect_refusal(from_player("Heron", Vote(on=False))) == "vote"


def test_the_people_vote_to_go_on_where_the_host_has_paused() -> None:
    harness = after_deal()
    ask(harness, "Wren", Pause())
    assert ask(harness, "Heron", Vote(minutes=5)) == [VoteCalled(2, 0, ends=60_000)]
    assert ask(harness, "Jay", Vote()) == [
        VoteCounted((2, 3)),
        VoteEnded(carried=True),
        PlayResumed("", deadline=30_000),
    ]


def test_a_pause_of_the_host_ends_a_vote() -> None:
    harness = after_deal()
    ask(harness, "Heron", Vote())
    ask(harness, "Wren", Pause())
    assert harness.view().vote is None


def test_one_person_among_bots_needs_no_other_vote() -> None:
    harness = TableHarness(table_settings())
    harness.sit("Heron")
    harness.submit(from_player("Rook", Sit(), bot=True))
    assert ask(harness, "Heron", Vote(minutes=1)) == [
        VoteCalled(1, 1, ends=60_000),
        VoteEnded(carried=True),
        PlayPaused(0, "", ends=60_000),
    ]


# --- restarts


def test_a_pause_outlives_the_server() -> None:
    harness = between_hands()
    ask(harness, "Wren", Pause())
    bring_back(harness)
    assert harness.view().pause == PauseView(10_000, "Wren")
    assert harness.outcome.wake_at is None
    ask(harness, "Wren", GoOn())
    harness.deal_next_hand()


def test_a_break_outlives_the_server_and_ends_when_it_would_have() -> None:
    harness = between_hands()
    ask(harness, "Wren", TakeBreak(minutes=2))
    harness.now = 60_000
    bring_back(harness)
    assert harness.outcome.wake_at == 130_000
    assert harness.advance_to_wake_time() == [PlayResumed(), HandScheduled(132_000)]


def test_a_vote_outlives_the_server() -> None:
    harness = between_hands()
    ask(harness, "Heron", Vote())
    bring_back(harness)
    assert harness.expect_refusal(from_player("Heron", Vote())) == "vote"
    assert VoteEnded(carried=True) in ask(harness, "Jay", Vote())


def test_a_server_that_returns_lets_the_clock_of_a_paused_turn_stand() -> None:
    harness = after_deal()
    ask(harness, "Wren", Pause())
    assert harness.submit(ServerReturned(10_000)) == []
    harness.submit(ConnectionDown("Jay"))
    harness.submit(ConnectionUp("Jay"))
    assert harness.outcome.wake_at is None
