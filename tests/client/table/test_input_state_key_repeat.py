"""Held keys: a repeat never acts."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.table.input_state import InputState
from railbird_client.table.turn.table_keys import REPEAT_INTERVAL, TableKey
from railbird_shared.protocol.actions import Call, Fold, LegalActions, Offers, Raise, Wager, WagerKind
from railbird_shared.protocol.commands import Act, AddBot, Command, SitIn, SitOut
from railbird_shared.protocol.view import TableView, Turn, You
from support.key_presses import parse_presses, press_at
from support.view_builders import holdem_view, seat_view, table_view


def input_state_at(view: TableView, *, name: str = "") -> InputState:
    state = InputState(name)
    assert state.update_view(view, 0.0) is None
    return state


def pressed(state: InputState, keys: str, *, begin: float = 10.0, gap: float = 1.0) -> list[Command]:
    """Presses keys with a gap in seconds and returns the commands that they lead to."""
    results: list[Command | None] = []
    for index, press in enumerate(parse_presses(keys)):
        results += [state.tick(begin + index * gap), press_at(state, press, begin + index * gap)]
    results.append(state.tick(begin + len(keys.split()) * gap + REPEAT_INTERVAL))
    return [each for each in results if each is not None]


def test_a_held_key_never_acts_again() -> None:
    state = input_state_at(holdem_view())
    assert len(pressed(state, "call")) == 1
    state.update_view(holdem_view(turn=Turn(1, 40)), 10.05)
    assert pressed(state, "call call call call", begin=10.4, gap=0.05) == []
    assert len(pressed(state, "call", begin=11.0)) == 1


def test_a_held_enter_never_acts_on_the_next_street() -> None:
    state = input_state_at(holdem_view())
    assert len(pressed(state, "1 confirm")) == 1
    state.update_view(holdem_view(street=3, street_name="river", turn=Turn(1, 40)), 11.1)
    assert pressed(state, "confirm confirm confirm", begin=11.6, gap=0.03) == []
    assert pressed(state, "1", begin=11.7) == []
    assert len(pressed(state, "confirm", begin=11.8)) == 1


@pytest.mark.parametrize("delay", [0.25, 0.4, 0.66])
@pytest.mark.parametrize("key", ["fold", "all-in", "wager"])
def test_a_held_key_never_answers_its_own_question(key: str, delay: float) -> None:
    legal = LegalActions(1, 1415, fold=True, check=True, wager=Wager(WagerKind.BET, 2, 1415))
    state = input_state_at(holdem_view(to_match=0, you=You(1, legal=legal)))
    assert pressed(state, key) == []
    assert pressed(state, " ".join([key] * 40), begin=10 + delay, gap=0.035) == []
    assert len(pressed(state, key, begin=13.0)) == 1


def test_an_ignored_repeat_shows_the_reason() -> None:
    legal = LegalActions(1, 1415, fold=True, check=True)
    state = input_state_at(holdem_view(to_match=0, you=You(1, legal=legal)))
    assert pressed(state, "fold") == []
    assert "press [F] again" in state.notices.current(10.1)
    assert pressed(state, "fold fold fold", begin=10.5, gap=0.035) == []
    assert "let go, and press again" in state.notices.current(10.7)
    assert pressed(state, "fold", begin=11.5) == [Act(hand=148, turn=31, action=Fold())]


@pytest.mark.parametrize("delay", [0.25, 0.4, 0.66])
def test_a_held_call_never_calls_on_the_next_street(delay: float) -> None:
    state = input_state_at(holdem_view())
    assert len(pressed(state, "call")) == 1
    state.update_view(holdem_view(street=3, street_name="river", turn=Turn(1, 40)), 10.1)
    assert pressed(state, " ".join(["call"] * 40), begin=10 + delay, gap=0.035) == []
    assert "let go" in state.notices.current(11.0)


def test_a_call_that_is_held_down_makes_no_plan() -> None:
    state = input_state_at(holdem_view())
    assert len(pressed(state, "call")) == 1
    state.update_view(holdem_view(turn=Turn(2, 40), you=You(1)), 10.1)
    assert pressed(state, " ".join(["call"] * 40), begin=10.5, gap=0.035) == []
    assert state.planned_action is None
    pressed(state, "call", begin=13.0)
    assert state.planned_action is not None


@pytest.mark.parametrize("gap", [0.06, 0.1, 0.15, 0.3, 0.5, 0.7])
def test_a_key_pressed_twice_counts_twice(gap: float) -> None:
    state = input_state_at(holdem_view())
    assert pressed(state, "all-in all-in", gap=gap) == [Act(hand=148, turn=31, action=Raise(1415))]
    state = input_state_at(table_view(seat_view(1), you=You(1)))
    assert pressed(state, "add-bot add-bot", gap=gap) == [AddBot()] * 2


@pytest.mark.parametrize("keys", ["all-in all-in", "all-in confirm", "fold fold"])
def test_a_question_is_not_confirmed_in_the_moment_it_is_asked(keys: str) -> None:
    legal = LegalActions(1, 200, fold=True, check=True, wager=Wager(WagerKind.BET, 2, 200))
    state = input_state_at(holdem_view(you=You(1, legal=legal)))
    question = keys.split(maxsplit=1)[0]
    assert pressed(state, keys, gap=0.005) == []
    assert "again" in state.notices.current(10.2)
    assert state.turn is not None
    assert len(pressed(state, question, begin=10.9)) == 1, "the question stays"


@pytest.mark.parametrize("gap", [0.001, 0.05, 0.1, 0.3])
def test_another_key_ends_a_hold(gap: float) -> None:
    state = input_state_at(holdem_view())
    assert pressed(state, "exact 1 confirm", gap=gap) == []
    assert pressed(state, "exact 4 0 0 confirm", begin=12.0, gap=gap) == [Act(hand=148, turn=31, action=Raise(400))]


def test_a_second_press_waits_until_it_is_known_not_to_be_a_repeat() -> None:
    state = input_state_at(table_view(seat_view(1), you=You(1)))
    assert press_at(state, TableKey.ADD_BOT, 10.0) == AddBot()
    assert press_at(state, TableKey.ADD_BOT, 10.5) is None
    assert state.tick(10.6) is None
    assert state.tick(10.62) == AddBot()
    assert state.tick(11.0) is None


def test_a_press_that_waits_is_dropped_when_the_turn_passes() -> None:
    state = input_state_at(holdem_view())
    assert len(pressed(state, "call")) == 1
    assert press_at(state, TableKey.CALL, 10.4) is None
    state.update_view(holdem_view(street=3, street_name="river", turn=Turn(1, 40)), 10.45)
    assert state.tick(11.0) is None


def test_a_press_that_waits_counts_although_the_deadline_of_the_turn_moves() -> None:
    state = input_state_at(holdem_view())
    assert len(pressed(state, "call")) == 1
    state.on_refused("You send too fast; wait a moment.", 10.1)
    assert press_at(state, TableKey.CALL, 10.4) is None
    state.update_view(holdem_view(seconds=36), 10.45)
    assert state.tick(11.0) == Act(hand=148, turn=31, action=Call())


def test_a_double_click_counts_once() -> None:
    state = input_state_at(holdem_view())
    assert press_at(state, TableKey.ALL_IN, 10.0, clicked=True) is None
    assert press_at(state, TableKey.ALL_IN, 10.2, clicked=True) is None
    assert press_at(state, TableKey.ALL_IN, 11.0, clicked=True) is not None


def test_bots_are_added_as_fast_as_a_person_presses() -> None:
    state = input_state_at(table_view(seat_view(1), you=You(1)))
    assert pressed(state, "add-bot add-bot add-bot", gap=0.8) == [AddBot()] * 3


def test_the_first_repeat_of_s_does_not_undo_sitting_out() -> None:
    state = input_state_at(table_view(seat_view(1), seat_count=6, you=You(1)))
    assert press_at(state, TableKey.SIT, 10.0) == SitOut()
    state.update_view(table_view(replace(seat_view(1), sitting_out=True), seat_count=6, you=You(1)), 10.1)
    assert pressed(state, " ".join(["sit"] * 20), begin=10.5, gap=0.035) == []
    assert "let go" in state.notices.current(11.2)
    assert press_at(state, TableKey.SIT, 12.0) == SitIn()


@pytest.mark.parametrize("key", ["sit", "show-hand", "add-bot", "auto-top-up"])
def test_a_held_key_sends_one_request(key: str) -> None:
    state = input_state_at(table_view(seat_view(1), seat_count=6, you=You(1)))
    assert len(pressed(state, key)) == 1
    assert pressed(state, " ".join([key] * 20), begin=10.5, gap=0.05) == []


@pytest.mark.parametrize("key", ["add-chips", "remove-bot"])
@pytest.mark.parametrize("repeats", [20, 21])
def test_a_held_key_asks_one_question_which_stays(key: str, repeats: int) -> None:
    bot = replace(seat_view(3), bot=True, requested=80)
    you = You(1, is_host=True, offers=Offers(max_top_up=200, min_top_up=1))
    state = input_state_at(table_view(seat_view(1), bot, seat_count=6, you=you))
    assert pressed(state, key) == []
    assert pressed(state, " ".join([key] * repeats), begin=10.5, gap=0.05) == []
    assert state.prompt is not None
