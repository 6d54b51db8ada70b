"""A place among hands and steps."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird_client.replay.replayer import Replayer, ReplayKey, Speed
from railbird_shared.history.hand_history import UnplayableHand
from railbird_shared.protocol.folding import fold_all
from support.replayed_hands import HandList, hand_of

HOLDEM = hand_of("holdem.phh")
RAZZ = hand_of("evening.phhs")
STEPS = 18


def replayer(*, symbols: bool = True) -> Replayer:
    return Replayer(HandList(HOLDEM, RAZZ, UnplayableHand("It cannot be dealt.", "x")), symbols=symbols)


def test_it_begins_before_the_first_step() -> None:
    replay = replayer()
    assert replay.view == HOLDEM.history.view
    assert (replay.position, replay.step, replay.at_end) == (0, None, False)
    assert replay.place == "step 0 of 18 · before the deal · 1 of 3"


def test_it_goes_on_and_back_and_no_further_than_there_are_steps() -> None:
    replay = replayer()
    replay.press(ReplayKey.BACK, 0.0)
    assert replay.position == 0
    replay.press(ReplayKey.NEXT, 0.0)
    assert replay.step is not None
    assert replay.step.sentences[0].startswith("— hand 7")
    replay.press(ReplayKey.END, 0.0)
    assert (replay.position, replay.at_end) == (STEPS, True)
    replay.press(ReplayKey.NEXT, 0.0)
    assert replay.position == STEPS
    replay.press(ReplayKey.BEGIN, 0.0)
    assert replay.position == 0
    assert replayer(symbols=False).hand is not None


def test_it_goes_from_street_to_street() -> None:
    replay = replayer()
    places = []
    for by in (1, 1, 1, 1, 1, 1, 1, -1, -1):
        replay.move_street(by)
        places.append(replay.position)
    assert places == [2, 6, 9, 15, 16, 18, 18, 16, 15]
    replay.go_to(8)
    replay.move_street(-1)
    assert replay.position == 6
    assert replay.place == "step 6 of 18 · flop · 1 of 3"
    for _ in range(5):
        replay.move_street(-1)
    assert replay.position == 0


def test_it_goes_from_hand_to_hand() -> None:
    replay = replayer()
    replay.press(ReplayKey.END, 0.0)
    replay.move_hand(1)
    assert (replay.index, replay.position, replay.place) == (1, 0, "step 0 of 12 · before the deal · 2 of 3")
    replay.move_hand(1)
    assert (replay.hand, replay.problem, replay.place) == (None, "Hand x: It cannot be dealt.", "3 of 3")
    replay.press(ReplayKey.NEXT, 0.0)
    replay.move_street(1)
    replay.toggle_playing(0)
    assert (replay.position, replay.view, replay.playing) == (0, None, False)
    replay.move_hand(1)
    assert replay.index == 2
    replay.move_hand(-1)
    assert (replay.index, replay.hand is None) == (1, False)


def test_one_hand_alone_has_no_number() -> None:
    assert Replayer(HandList(HOLDEM)).place == "step 0 of 18 · before the deal"
    assert Replayer(HandList(HOLDEM, is_complete=False)).place.endswith("1 of 1…")


def test_a_hand_that_has_yet_to_come_is_taken_once_it_is_there() -> None:
    hands = HandList(HOLDEM, RAZZ)
    hands.missing = {1}
    replay = Replayer(hands)
    replay.move_hand(1)
    assert (replay.hand, replay.view, replay.at_end, replay.refresh()) == (None, None, True, False)
    hands.missing = set()
    assert replay.refresh()
    assert replay.hand is not None
    assert not replay.refresh()


def test_it_goes_on_by_itself_at_the_speed_chosen_and_stops_at_the_end() -> None:
    replay = replayer()
    replay.toggle_playing(10.0)
    assert not replay.tick(10.0 + Speed.NORMAL.value - 0.01)
    assert replay.tick(10.0 + Speed.NORMAL.value)
    assert replay.position == 1
    replay.press(ReplayKey.FAST, 20.0)
    assert not replay.tick(20.3)
    assert replay.tick(20.4)
    now = 20.4
    while replay.playing:
        now += Speed.FAST.value
        assert replay.tick(now + 0.001)
    assert replay.at_end
    replay.toggle_playing(100.0)
    assert (replay.position, replay.playing) == (0, True)


def test_a_key_stops_it() -> None:
    replay = replayer()
    replay.toggle_playing(0.0)
    replay.press(ReplayKey.NEXT, 0.0)
    assert not replay.playing
    assert not replay.tick(99.0)
    replay.toggle_playing(0.0)
    replay.toggle_playing(0.0)
    assert not replay.playing


def test_open_cards_can_be_turned_off() -> None:
    replay = replayer()
    replay.go_to(2)
    assert replay.view is not None
    assert None not in replay.view.occupied[0].cards
    replay.press(ReplayKey.OPEN_CARDS, 0.0)
    assert replay.view.occupied[0].cards == (None, None)


MOVES = st.lists(
    st.one_of(
        st.tuples(st.just("move"), st.integers(-5, 5)),
        st.tuples(st.just("street"), st.sampled_from([-1, 1])),
        st.tuples(st.just("go"), st.integers(-3, 25)),
    ),
    max_size=30,
)


@pytest.mark.parametrize("hand", [HOLDEM, RAZZ], ids=["holdem", "razz"])
@given(moves=MOVES, open_cards=st.booleans())
def test_however_somebody_steps_the_table_is_that_of_its_place(
    hand: object, moves: list[tuple[str, int]], open_cards: bool
) -> None:
    assert hand in (HOLDEM, RAZZ)
    line = HOLDEM if hand is HOLDEM else RAZZ
    replay = Replayer(HandList(line))
    replay.open_cards = open_cards
    straight = Replayer(HandList(line))
    straight.open_cards = open_cards
    assert straight.hand is not None
    views = []
    for position in range(len(straight.hand.steps) + 1):
        straight.go_to(position)
        views.append(straight.view)
    for kind, by in moves:
        if kind == "street":
            replay.move_street(by)
        else:
            replay.go_to(by if kind == "go" else replay.position + by)
        assert replay.view == views[replay.position]
    assert straight.hand.steps[-1].view == fold_all(line.history.view, line.history.events)
