"""Players who let their turns pass again and again, and players who sit out for too long."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from msgspec.structs import replace

from railbird_server.refusal import Refusal
from railbird_server.table.inputs import ConnectionDown, ConnectionUp, FullEvent, Tick
from railbird_shared.history.narration import event_sentence
from railbird_shared.protocol.commands import Sit, SitIn, SitOut, Stand
from railbird_shared.protocol.events import CameBack, LeaveReason, PlayerLeft, SatOut, SeatExpiring
from railbird_shared.protocol.view import SeatView
from support.table_harness import TableHarness, from_player, start_table, table_settings

SIT_OUT_MS = 900_000
SECONDS_PER_TURN = 30


def playing_three(sit_out_ms: int = SIT_OUT_MS) -> TableHarness:
    """Returns a table at which Wren, Heron and Jay play, with a clock of 30 seconds."""
    return start_table(settings=replace(table_settings(), sit_out_ms=sit_out_ms))


@dataclass
class Evening:
    """A table at which one player never acts, and the others check or fold at once."""

    harness: TableHarness
    absent: str
    waited: int = 0

    def play_hand(self) -> list[FullEvent]:
        """Plays a hand; counts the seconds for which the table waits for the absent player."""
        events = self.harness.deal_next_hand()
        while self.harness.hand_running:
            if self.harness.player_to_act == self.absent:
                self.waited += SECONDS_PER_TURN
                events += self.harness.advance_to_wake_time()
            else:
                events += self.harness.act("x" if self.harness.turn.legal.check else "c")
        return events

    @property
    def seated(self) -> bool:
        return self.absent in self.harness.player_by_seat.values()


def test_who_never_acts_loses_the_seat_however_often_they_come_back() -> None:
    """Jay reconnects before every hand and comes back whenever they are sat out; the table waits for seven turns."""
    evening = Evening(playing_three(), "Jay")
    harness = evening.harness
    for _ in range(40):
        if not evening.seated:
            break
        harness.submit(ConnectionDown("Jay"))
        harness.submit(ConnectionUp("Jay"))
        if harness.seat_of("Jay").sitting_out:
            harness.submit(from_player("Jay", SitIn()))
        evening.play_hand()
    assert not evening.seated
    assert evening.waited <= 7 * SECONDS_PER_TURN
    story = [event for event in harness.events if isinstance(event, SatOut | CameBack | PlayerLeft)]
    assert [type(event) for event in story] == [SatOut, CameBack, SatOut, CameBack, SatOut, PlayerLeft]
    with pytest.raises(Refusal) as refusal:
        harness.submit(from_player("Jay", Sit()))
    assert refusal.value.code == "timed-out"
    assert refusal.value.sentence == "You lost your seat by letting turns pass; sit down again in 10 minutes."


def test_who_lost_the_seat_may_sit_down_again_later() -> None:
    evening = Evening(playing_three(), "Jay")
    while evening.seated:
        if evening.harness.seat_of("Jay").sitting_out:
            evening.harness.submit(from_player("Jay", SitIn()))
        evening.play_hand()
    evening.harness.now += evening.harness.table.settings.seat_hold_ms
    evening.harness.sit("Jay")
    assert evening.seated


def test_another_seat_at_the_table_makes_up_for_no_timeout() -> None:
    """Jay lets one turn pass, stands up and sits down again: the next one counts as the second."""
    evening = Evening(playing_three(), "Jay")
    evening.play_hand()
    before = evening.harness.seat_of("Jay").timeouts.in_a_row
    assert before
    evening.harness.submit(from_player("Jay", Stand()))
    evening.harness.sit("Jay")
    assert evening.harness.seat_of("Jay").timeouts.in_a_row == min(before, 1)


def test_an_act_of_their_own_makes_up_for_being_sat_out() -> None:
    evening = Evening(playing_three(), "Jay")
    harness = evening.harness
    while not harness.seat_of("Jay").sitting_out:
        evening.play_hand()
    harness.submit(from_player("Jay", SitIn()))
    assert harness.seat_of("Jay").timeouts.sit_outs == 1
    while not (harness.hand_running and harness.player_to_act == "Jay"):
        harness.deal_next_hand() if not harness.hand_running else harness.act("f")
    harness.act("f")
    assert (harness.seat_of("Jay").timeouts.in_a_row, harness.seat_of("Jay").timeouts.sit_outs) == (0, 0)


def test_who_lets_every_other_turn_pass_is_sat_out_in_the_end() -> None:
    harness = playing_three()
    turns = 0
    while not harness.seat_of("Jay").sitting_out and turns < 100:
        if not harness.hand_running:
            harness.deal_next_hand()
        elif harness.player_to_act == "Jay":
            turns += 1
            harness.advance_to_wake_time() if turns % 2 else harness.act("x" if harness.turn.legal.check else "c")
        else:
            harness.act("x" if harness.turn.legal.check else "c")
    assert turns < 25


def test_who_lets_one_turn_in_four_pass_plays_on() -> None:
    harness = playing_three()
    turns = 0
    while turns < 80:
        if not harness.hand_running:
            harness.deal_next_hand()
        elif harness.player_to_act == "Jay":
            turns += 1
            harness.act("x" if harness.turn.legal.check else "c") if turns % 4 else harness.advance_to_wake_time()
        else:
            harness.act("x" if harness.turn.legal.check else "c")
    assert not any(isinstance(event, SatOut) for event in harness.events)


# --- sitting out


def test_a_player_who_sits_out_for_too_long_gives_up_the_seat_after_a_notice() -> None:
    """The transcript of Heron, who goes for a walk: told a minute before, gone after a quarter of an hour."""
    harness = playing_three()
    lines = told(harness, harness.submit(from_player("Heron", SitOut())))
    for _ in range(30):
        harness.now += 30_000
        lines += told(harness, harness.submit(Tick()))
    assert lines == [
        "0 s: Heron sits out",
        "840 s: Heron has 60 seconds to come back before the seat is given up",
        "900 s: Heron sat out for too long and leaves with 200",
    ]
    assert harness.table.bank.on_table == 400


def told(harness: TableHarness, events: list[FullEvent]) -> list[str]:
    """Returns what the log says of a seat that is given up."""
    seat = SeatView(2, "Heron", 200)
    view = replace(harness.view(), seats=(None, seat, None, None, None, None))
    about = [event for event in events if isinstance(event, SatOut | SeatExpiring | PlayerLeft)]
    return [f"{harness.now // 1000} s: {event_sentence(event, view)}" for event in about]


def test_who_comes_back_in_time_keeps_the_seat_and_may_sit_out_again() -> None:
    harness = TableHarness(replace(table_settings(), sit_out_ms=SIT_OUT_MS))
    harness.sit("Wren")
    for _ in range(3):
        harness.submit(from_player("Wren", SitOut()))
        assert harness.outcome.wake_at == harness.now + 840_000
        assert harness.advance_to_wake_time() == [SeatExpiring(1, 60_000)]
        assert harness.outcome.wake_at == harness.now + 60_000
        harness.submit(from_player("Wren", SitIn()))
        assert harness.outcome.wake_at is None


def test_the_notice_of_a_short_limit_comes_halfway() -> None:
    harness = TableHarness(replace(table_settings(), sit_out_ms=40_000))
    harness.sit("Wren")
    harness.submit(from_player("Wren", SitOut()))
    assert harness.advance_to_wake_time() == [SeatExpiring(1, 20_000)]
    assert harness.advance_to_wake_time() == [PlayerLeft(1, "Wren", 200, LeaveReason.SAT_OUT)]


def test_without_a_limit_a_player_sits_out_for_ever() -> None:
    harness = playing_three(sit_out_ms=0)
    for name in ("Wren", "Heron", "Jay"):
        harness.submit(from_player(name, SitOut()))
    assert harness.outcome.wake_at is None
