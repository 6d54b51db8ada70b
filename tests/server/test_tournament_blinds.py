"""Blinds and antes at a table of a tournament: heads-up, stacks that cannot pay them, and players who are all away."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from railbird_server.table.inputs import FullEvent, TakenAlong
from railbird_shared.protocol.actions import Call, Check
from railbird_shared.protocol.events import BetReturned, HandEnded, HandStarted, LeaveReason, Post, Posted, PotAwarded
from railbird_shared.tournament.structure import Level
from support.tournament_tables import TournamentTableHarness
from support.view_builders import PLAYER_NAMES

BUTTON, SMALL, BIG = range(3)


def posted(events: Sequence[FullEvent], post: Post) -> dict[int, int]:
    """The chips that each seat has posted as that kind of bet."""
    return {event.seat: event.chips for event in events if isinstance(event, Posted) and event.post is post}


def places(events: Sequence[FullEvent]) -> tuple[int, int, int]:
    """The seats with the button, the small blind and the big blind in a hand."""
    (started,) = [event for event in events if isinstance(event, HandStarted)]
    (small,), (big,) = posted(events, Post.SMALL_BLIND), posted(events, Post.BIG_BLIND)
    return started.button, small, big


@pytest.mark.parametrize("who", [BUTTON, SMALL, BIG], ids=["button", "small blind", "big blind"])
def test_nobody_has_the_big_blind_twice_when_three_become_two(who: int) -> None:
    harness = TournamentTableHarness()
    harness.play_hand()
    last = places(harness.play_hand())
    harness.give_up(PLAYER_NAMES[last[who] - 1], LeaveReason.KNOCKED_OUT)
    button, small, big = places(harness.play_hand())
    assert button == small, "heads-up the button has the small blind"
    assert {small, big} == {1, 2, 3} - {last[who]}
    assert big != last[BIG]
    assert places(harness.play_hand()) == (big, big, small)


def short_stack_hand(chips: int, place: int, level: Level) -> tuple[TournamentTableHarness, int, Sequence[FullEvent]]:
    """A hand of three that has just been dealt, in which the short stack has that place; returns its seat, too."""
    for seat in (1, 2, 3):
        harness = TournamentTableHarness([chips if each == seat else 1000 for each in (1, 2, 3)])
        harness.level = level
        harness.allow()
        before = len(harness.events)
        harness.deal_next_hand()
        events = harness.events[before:]
        positions = harness.table.button.positions
        assert positions is not None
        if (positions.button, positions.small_blind_place, positions.big_blind_place)[place] == seat:
            return harness, seat, events
    raise AssertionError("one of three players has that place")


def test_a_stack_smaller_than_the_ante_is_all_in_for_it_and_plays_for_as_much_of_each() -> None:
    harness, seat, events = short_stack_hand(15, BUTTON, Level(bet=100, ante=25))
    antes = posted(events, Post.ANTE)
    assert (antes.pop(seat), set(antes.values())) == (15, {25})
    assert harness.turn.seat != seat
    before = len(harness.events)
    while harness.hand_running:
        harness.take(Call() if harness.turn.legal.call else Check())
    main = [event for event in harness.events[before:] if isinstance(event, PotAwarded) and event.pot == 0]
    assert sum(event.chips for event in main) == 45
    assert sum(harness.stacks().values()) == 2015


def test_a_stack_smaller_than_the_big_blind_is_all_in_and_the_others_owe_the_whole_blind() -> None:
    harness, seat, events = short_stack_hand(30, BIG, Level(bet=100))
    assert posted(events, Post.BIG_BLIND) == {seat: 30}
    assert harness.turn.legal.call == 100


def test_a_short_big_blind_pays_the_blind_before_the_ante_for_all() -> None:
    _, seat, events = short_stack_hand(130, BIG, Level(bet=100, big_blind_ante=100))
    assert posted(events, Post.BIG_BLIND) == {seat: 100}
    assert posted(events, Post.ANTE) == {seat: 30}
    _, seat, events = short_stack_hand(60, BIG, Level(bet=100, big_blind_ante=100))
    assert posted(events, Post.BIG_BLIND) == {seat: 60}
    assert not posted(events, Post.ANTE)


def test_who_is_all_in_for_a_blind_heads_up_gets_back_what_nobody_can_match() -> None:
    harness = TournamentTableHarness((1000, 5))
    harness.level = Level(bet=100)
    before = len(harness.events)
    harness.allow()
    harness.deal_next_hand()
    harness.fold_to_end()
    events = harness.events[before:]
    assert any(isinstance(event, HandEnded) for event in events)
    assert any(isinstance(event, BetReturned) for event in events)
    assert sorted(harness.stacks().values()) in ([0, 1005], [10, 995])


def test_a_table_where_everybody_is_away_plays_on_and_each_pays_their_blinds() -> None:
    harness = TournamentTableHarness(())
    for number, name in enumerate(PLAYER_NAMES[:3], 1):
        harness.take_seat(name, number, 1000, along=TakenAlong(away=True))
    events = [event for _ in range(3) for event in harness.play_hand()]
    assert sorted(posted(events, Post.BIG_BLIND)) == [1, 2, 3]
    assert sorted(posted(events, Post.SMALL_BLIND)) == [1, 2, 3]
    assert set(harness.stacks().values()) == {1000}, "each won once what the small blind gave up"


def test_a_table_where_everybody_is_away_ends_when_the_blinds_take_the_stacks() -> None:
    harness = TournamentTableHarness(())
    for number, name in enumerate(PLAYER_NAMES[:2], 1):
        harness.take_seat(name, number, 100, along=TakenAlong(away=True))
    harness.level = Level(bet=400)
    while min(harness.stacks().values()):
        harness.play_hand()
    (busted,) = harness.report.busted_by
    assert harness.stacks()[busted] == 0
