"""A delayed rail is sent nothing of a hand before its time, and no card of a player who has not consented."""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import cycle

import pytest

from railbird_server.rules.events import Dealt
from railbird_server.runtime.broadcast import rail
from railbird_server.runtime.broadcast.broadcaster import Broadcaster
from railbird_server.runtime.broadcast.rail import (
    LONGEST_GAP_MS,
    MAX_WAITING,
    DelayQueue,
    Shown,
    TableState,
    public_frame,
)
from railbird_server.table import audience
from railbird_server.table.inputs import FullEvent
from railbird_server.table.seats import Seat
from railbird_shared.game.variants import VARIANTS
from railbird_shared.protocol.events import Checked, HandEnded, HandStarted, PublicEvent, RailCards
from railbird_shared.protocol.messages import Chat, HandChances, Step
from railbird_shared.settings.table_terms import RailTerms
from support.delayed_rails import watch_delayed_rail
from support.view_builders import table_view

LONGEST_DELAY_SECONDS = 900
SECONDS = int(os.environ.get("RAILBIRD_RAIL_SECONDS", "100"))
"""How many virtual seconds of each game the slow test plays."""

BY_HANDS, BY_SECONDS = RailTerms(delay_hands=2), RailTerms(delay_seconds=20)


@pytest.mark.parametrize(("game", "terms"), [("holdem", BY_HANDS), ("five-card-draw", BY_SECONDS)])
def test_a_delayed_rail_is_sent_no_secret_and_nothing_before_its_time(game: str, terms: RailTerms) -> None:
    search = watch_delayed_rail(game, terms, seconds=120)
    assert not search.found, search.found[:3]
    assert search.searched > 300
    assert search.truth.secrets_shown, "the rail has seen cards of players who consented"
    assert search.truth.chances_told, "the rail has been told chances"
    assert search.compared, "a view folded from what the rail is sent is the snapshot"


@pytest.mark.parametrize("terms", [RailTerms(delay_hands=8), RailTerms(delay_seconds=60)])
def test_a_rail_with_more_to_see_than_there_is_room_for_goes_on_from_whole_tables(
    monkeypatch: pytest.MonkeyPatch, terms: RailTerms
) -> None:
    monkeypatch.setattr(rail, "MAX_WAITING", 40)
    search = watch_delayed_rail("holdem", terms, seconds=200)
    assert not search.found, search.found[:3]
    assert search.truth.secrets_shown, "the rail has gone on"
    assert search.left_out, "something was left out"


def test_a_rail_that_is_shown_the_present_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Broadcaster, "sees_past", lambda _self, _viewer: False)
    assert "before its time" in watch_delayed_rail("holdem", BY_HANDS, seconds=20).found[0]


def test_chances_of_the_present_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def tell_everybody(self: Broadcaster, chances: HandChances) -> None:
        frame = public_frame(chances)
        self.rail.publish(frame, self._seat_frames(frame))

    monkeypatch.setattr(Broadcaster, "send_chances", tell_everybody)
    found = watch_delayed_rail("holdem", BY_HANDS, seconds=120).found
    assert any("chances of hand" in each for each in found)


def test_a_queue_that_does_not_wait_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def take_at_once(self: DelayQueue, _now: int) -> Shown | None:
        return self._waiting.popleft().shown if self._waiting else None

    monkeypatch.setattr(DelayQueue, "take", take_at_once)
    assert watch_delayed_rail("holdem", BY_HANDS, seconds=20).found
    assert watch_delayed_rail("holdem", BY_SECONDS, seconds=20).found


def test_cards_shown_without_consent_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def cards_of_all(events: Iterable[FullEvent], _occupied: Iterable[Seat]) -> tuple[RailCards, ...]:
        return tuple(RailCards(event.seat, event.holding) for event in events if isinstance(event, Dealt))

    monkeypatch.setattr(audience, "rail_cards", cards_of_all)
    assert any("of hand" in each for each in watch_delayed_rail("holdem", BY_HANDS, seconds=60).found)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "terms"),
    list(
        zip(
            VARIANTS,
            cycle([BY_HANDS, BY_SECONDS, RailTerms(delay_hands=1, delay_seconds=5, speaks=True)]),
            strict=False,
        )
    ),
)
def test_no_game_tells_a_delayed_rail_a_secret(game: str, terms: RailTerms) -> None:
    search = watch_delayed_rail(game, terms, seconds=SECONDS)
    assert not search.found, search.found[:3]


def step(seq: int, *public: PublicEvent) -> Step:
    return Step(epoch="", seq=seq, at=0, public=public)


def hand(queue: DelayQueue, number: int, at: int) -> None:
    """Plays a hand of three steps, a second each."""
    queue.add(step(3 * number, HandStarted(number, 1, (1, 2))), at)
    queue.add(step(3 * number + 1, Checked(1)), at + 1_000)
    queue.add(step(3 * number + 2, HandEnded(number)), at + 2_000)


def test_a_hand_is_shown_when_so_many_further_hands_have_ended() -> None:
    queue = DelayQueue(RailTerms(delay_hands=2), 0)
    for number in (1, 2):
        hand(queue, number, 10_000 * number)
    assert queue.due is None
    assert queue.take(10**9) is None
    hand(queue, 3, 30_000)
    assert queue.due == 32_000


def test_a_hand_is_shown_at_its_own_pace_without_long_pauses() -> None:
    queue = DelayQueue(RailTerms(delay_hands=1), 0)
    hand(queue, 1, 1_000)
    hand(queue, 2, 60_000)
    hand(queue, 3, 70_000)
    shown = []
    for now in range(62_000, 80_000, 500):
        while queue.take(now) is not None:
            shown.append(now)
    assert shown == [62_000, 63_000, 64_000, 72_000, 73_000, 74_000]
    assert LONGEST_GAP_MS == 4_000


def test_a_rail_that_is_later_than_it_has_to_be_catches_up() -> None:
    queue = DelayQueue(RailTerms(delay_hands=1), 0)
    for number in range(1, 4):
        hand(queue, number, 100_000 * number)
    for number in range(4, 200):
        hand(queue, number, 300_000 + 3_000 * number)
    shown, now = 0, 0
    while queue.due is not None and queue.due < 600_000:
        now = queue.due
        queue.take(now)
        shown += 1
    played = (600_000 - 300_000) // 3_000
    assert played - 3 <= shown // 3 <= played


def test_no_hand_that_runs_is_shown_however_short_the_delay_is() -> None:
    queue = DelayQueue(RailTerms(delay_seconds=5), 0)
    queue.add(step(1, HandStarted(1, 1, (1, 2))), 0)
    assert queue.take(10**9) is None
    queue.add(step(2, HandEnded(1)), 60_000)
    assert queue.due == 60_000


def test_a_hand_waits_for_its_seconds_after_it_is_over() -> None:
    queue = DelayQueue(RailTerms(delay_seconds=30), 0)
    hand(queue, 1, 1_000)
    assert queue.take(30_999) is None
    assert queue.take(31_000) is not None
    assert queue.due == 32_000


def test_what_the_players_say_waits_with_their_hand() -> None:
    queue = DelayQueue(RailTerms(delay_hands=1), 0)
    queue.add(step(1, HandStarted(1, 1, (1, 2))), 0)
    queue.add(Chat(name="Wren", text="I had aces."), 500)
    queue.add(step(2, HandEnded(1)), 1_000)
    assert queue.due is None
    hand(queue, 2, 2_000)
    assert len([queue.take(10**9) for _ in range(3)]) == 3


def test_a_queue_that_begins_in_a_hand_shows_it_when_it_is_over() -> None:
    queue = DelayQueue(RailTerms(delay_hands=1), 0, hand=57, hand_runs=True)
    queue.add(step(1), 0)
    queue.add(step(2, HandEnded(57)), 1_000)
    assert queue.due is None
    hand(queue, 58, 5_000)
    assert queue.due == 7_000


def drain(queue: DelayQueue, now: int) -> list[Shown]:
    """Takes all that may be shown at a time."""
    shown: list[Shown] = []
    while (thing := queue.take(now)) is not None:
        shown.append(thing)
    return shown


def test_what_happens_while_the_queue_is_full_is_left_out_until_a_whole_table_stands_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rail, "MAX_WAITING", 6)
    queue = DelayQueue(RailTerms(delay_hands=1), 0)
    for number in (1, 2, 3):
        hand(queue, number, 10_000 * number)
    assert len(queue) == 6
    assert queue.is_behind
    assert not queue.wants_table
    assert len(drain(queue, 50_000)) == 6, "a hand that was left out has ended all the same"
    assert queue.wants_table
    hand(queue, 4, 60_000)
    assert len(queue) == 0
    state = TableState(table_view(), 62_000)
    queue.add(state, 62_000)
    assert not queue.is_behind
    hand(queue, 5, 70_000)
    assert drain(queue, 80_000) == [state]
    assert len(queue) == 3


def test_a_full_queue_takes_no_whole_table_either(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rail, "MAX_WAITING", 3)
    queue = DelayQueue(RailTerms(delay_hands=1), 0)
    hand(queue, 1, 1_000)
    queue.add(TableState(table_view(), 5_000), 5_000)
    assert queue.is_behind
    assert len(queue) == 3


def test_the_longest_delay_has_room_for_what_people_do_in_it() -> None:
    queue = DelayQueue(RailTerms(delay_seconds=LONGEST_DELAY_SECONDS), 0)
    steps = 4 * LONGEST_DELAY_SECONDS
    for number in range(steps):
        queue.add(Chat(name="Wren", text="Well played."), 250 * number)
    assert steps < MAX_WAITING
    assert not queue.is_behind


def test_a_rail_that_is_many_hands_late_is_shown_them_without_gaps() -> None:
    queue = DelayQueue(RailTerms(delay_seconds=5), 0)
    for number in range(1, 1_000):
        hand(queue, number, 10_000 * number)
    queue.take(10**8)
    queue._last_due = 10**8
    assert queue._hands_late(1) == rail.NO_GAP
    assert len(drain(queue, 10**9)) == 3 * 999 - 1
    assert len(queue._ended_at) < 3
