"""The pace at which the end of a hand is shown."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from railbird_client.table.reveal import MAX_SECONDS, reveal_times, split_reveals
from railbird_shared.game.cards import parse_cards
from railbird_shared.game.variants import get_variant
from railbird_shared.history.narration import Event, narrate
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.folding import fold_each
from support.hand_builders import deal_order, make_hand
from support.told_hands import last_step, told_hand
from support.view_builders import holdem_view


def revealed_events(*events: Event) -> list[tuple[Event, ...]]:
    reveals = split_reveals(fold_each(holdem_view(), events))
    return [tuple(each.event for each in reveal.transitions) for reveal in reveals]


def test_most_steps_are_a_single_reveal() -> None:
    step = (ev.Called(1, 95, 95), ev.StreetBegan(1, "flop"), ev.BoardDealt(parse_cards("Kd 9s 4h")))
    assert revealed_events(*step) == [step]
    assert revealed_events() == [()]
    uncontested = (ev.Folded(1), ev.PotAwarded(2, 0, 101), ev.HandEnded(148))
    assert revealed_events(*uncontested) == [uncontested]


def test_a_runout_is_split_at_every_street() -> None:
    call = ev.Called(1, 95, 95)
    flop, turn, river = ev.StreetBegan(1, "flop"), ev.StreetBegan(2, "turn"), ev.StreetBegan(3, "river")
    won, also, over = ev.PotAwarded(1, 0, 20), ev.PotAwarded(2, 0, 20), ev.HandEnded(3)
    assert revealed_events(call, flop, turn, river, won, also, over) == [
        (call,),
        (flop,),
        (turn,),
        (river,),
        (won, also, over),
    ]


def three_pots() -> list[str]:
    """A showdown over a main pot and two side pots, whose hands are turned up before the last cards come."""
    hands = deal_order("As Ad", "Ks Kd", "Qs Qd", "Js Jd")
    hand = make_hand(stacks=(20, 60, 100, 200), deck=hands + "2s 9s 8d 3h 2h 4c 2d 5s")
    return [
        " / ".join(narrate(reveal.transitions, symbols=False))
        for reveal in split_reveals(last_step(told_hand(hand, "r 6", "r 200", "c", "c", "c")))
    ]


def test_a_showdown_of_three_pots_is_told_hand_by_hand_and_pot_by_pot() -> None:
    told = three_pots()
    assert [line.partition(" / ")[0] for line in told[1:]] == [
        "Wren shows As Ad: pair of aces",
        "— flop 9s 8d 3h — pot 280",
        "— turn 4c — pot 280",
        "— river 5s — pot 280",
        "Jay wins 80 from side pot 2 with pair of queens",
        "Heron wins 120 from side pot 1 with pair of kings",
        "Wren wins 80 from the main pot with pair of aces",
    ]


def test_hands_that_lie_open_already_are_not_turned_up_again() -> None:
    assert sum("shows As Ad" in line.partition(" / ")[0] for line in three_pots()) == 1


def test_the_viewer_need_not_wait_for_their_own_hand() -> None:
    hand = make_hand(deck=deal_order("As Ks", "9h 9c", "7d 7c") + "2s Kd 9s 4h 3h 2c 2d Kc")
    reveals = split_reveals(last_step(told_hand(hand, "c", "c", "x", *("x",) * 9, seat=1)))
    assert [type(reveal.transitions[0].event).__name__ for reveal in reveals[1:]] == ["HandShown", "PotAwarded"]
    assert all(each.event.seat == 2 for each in reveals[1].transitions if isinstance(each.event, ev.HandShown)), (
        "Wren's own hand shows at once"
    )


def test_every_run_is_told_with_its_pots() -> None:
    hand = make_hand(
        replace(get_variant("holdem"), runs=3),
        (21, 60, 60),
        deck=deal_order("Ts 9s", "As Ac", "8d 8c") + "2c 8s 7s 2h 3c Js 4c 5d 6c Kd 7c 3h",
    )
    transitions = told_hand(hand, "r 6", "c", "c", "x", "b 15", "r 54", "c", "c", "run 2", "run 2", "run 2")
    start = next(place for place, each in enumerate(transitions) if isinstance(each.event, ev.RunBegan))
    told = ["/".join(narrate(each.transitions, symbols=False)) for each in split_reveals(transitions[start:])]
    assert sum("wins" in line for line in told) == 4
    assert all(line.count("wins") <= 1 for line in told)


@pytest.mark.parametrize("street_pause", [0.0, 0.5, 1.5, 5.0])
def test_the_end_of_a_hand_never_takes_more_than_some_seconds(street_pause: float) -> None:
    hands = deal_order("As Ad", "Ks Kd", "Qs Qd", "Js Jd")
    hand = make_hand(stacks=(20, 60, 100, 200), deck=hands + "2s 9s 8d 3h 2h 4c 2d 5s")
    times = reveal_times(split_reveals(last_step(told_hand(hand, "r 6", "r 200", "c", "c", "c"))), street_pause)
    assert times[0] == 0
    assert times[-1] <= MAX_SECONDS + 1e-9
    assert all(one < other for one, other in pairwise(times)) or not street_pause
    assert street_pause or set(times) == {0.0}


def test_a_plain_showdown_takes_less_than_two_seconds_at_the_usual_pace() -> None:
    hand = make_hand(deck=deal_order("As Ks", "9h 9c", "7d 7c") + "2s Kd 9s 4h 3h 2c 2d Kc")
    assert 0 < reveal_times(split_reveals(last_step(told_hand(hand, "c", "c", "x", *("x",) * 9))), 1.5)[-1] <= 2.2
