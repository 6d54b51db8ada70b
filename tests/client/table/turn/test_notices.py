"""Notices over time: with which hand they go."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_client.table.input_state import InputState
from railbird_client.table.turn.notices import EARLIER_HAND_SECONDS
from support.view_builders import holdem_view


def test_a_notice_about_an_earlier_hand_says_so_and_leaves() -> None:
    state = InputState()
    state.update_view(holdem_view(), 0.0)
    state.notices.show_sticky("Your time ran out, and your hand was folded.")
    assert state.notices.current(500.0) == "Your time ran out, and your hand was folded."
    state.update_view(replace(holdem_view(), hand=149, turn=None), 501.0)
    assert state.notices.current(502.0) == "Hand 148: Your time ran out, and your hand was folded."
    assert state.notices.current(501.0 + EARLIER_HAND_SECONDS) == ""


def test_a_notice_about_a_turn_leaves_with_its_hand() -> None:
    state = InputState()
    state.update_view(holdem_view(), 0.0)
    state.on_refused("That turn is over.", 1.0)
    assert state.notices.current(1.5) == "That turn is over."
    state.update_view(replace(holdem_view(), hand=149, turn=None), 2.0)
    assert state.notices.current(2.5) == ""
