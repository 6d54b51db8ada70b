"""When an action can be planned, and what a call costs."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_client.table.turn.planned_action import (
    PlannedAction,
    PlannedDecision,
    amount_to_call,
    can_plan,
    is_draw_in_progress,
    resolve_plan,
)
from railbird_shared.protocol.actions import LegalActions
from railbird_shared.protocol.view import LastAct, Turn, You
from support.view_builders import draw_view, holdem_view, seat_view, stud_view, table_view


def test_a_call_never_costs_more_than_the_stack() -> None:
    assert amount_to_call(stud_view()) == 10
    assert amount_to_call(table_view(seat_view(1, stack=4, bet=2), to_match=10, you=You(1))) == 4
    assert amount_to_call(table_view(seat_view(1, bet=10), to_match=2, you=You(1))) == 0
    assert amount_to_call(replace(stud_view(), you=You())) == 0


def test_planning_needs_a_turn_still_to_come() -> None:
    assert can_plan(stud_view())
    assert not can_plan(holdem_view())
    assert not can_plan(stud_view(playing=False))
    assert not can_plan(stud_view(turn=None))
    assert not can_plan(stud_view(you=You()))
    all_in = seat_view(1, stack=0, hidden=2)
    assert not can_plan(stud_view(seats=(all_in, *stud_view().seats[1:])))


def test_the_draw_lasts_until_everybody_has_drawn() -> None:
    assert is_draw_in_progress(draw_view())
    done = seat_view(1, hidden=5, last=LastAct.PAT, drew=0)
    assert not is_draw_in_progress(draw_view(seats=(done, *draw_view().seats[1:])))
    assert not is_draw_in_progress(draw_view(street=0))
    assert not is_draw_in_progress(stud_view())
    assert not can_plan(draw_view(turn=Turn(2, 3)))


def test_a_plan_that_is_not_legal_is_dropped() -> None:
    call_ten = PlannedAction(PlannedDecision.CALL, 10)
    assert resolve_plan(call_ten, LegalActions(1, 50, fold=True, call=20)) is None
    assert resolve_plan(call_ten, LegalActions(1, 50, fold=True, check=True)) is None
    assert resolve_plan(PlannedAction(PlannedDecision.CALL_ANY), LegalActions(1, 50)) is None
    assert resolve_plan(PlannedAction(PlannedDecision.CALL_ANY), LegalActions(1, 50, bring_in=1)) is None
    assert resolve_plan(PlannedAction(PlannedDecision.CHECK_FOLD), LegalActions(1, 50)) is None
