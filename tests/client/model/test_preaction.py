"""When a plan can be made, and what it costs."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_client.model.preaction import Decision, PreAction, carried_out, drawing, may_plan, to_call
from railbird_shared.actions import LegalActions
from railbird_shared.view import LastAct, Turn, You
from tables import at, draw, holdem, stud
from viewing import view_of


def test_a_call_costs_what_is_missing_and_never_more_than_the_stack() -> None:
    assert to_call(stud()) == 10
    assert to_call(view_of(at(1, stack=4, bet=2), to_match=10, you=You(1))) == 4
    assert to_call(view_of(at(1, bet=10), to_match=2, you=You(1))) == 0
    assert to_call(replace(stud(), you=None)) == 0


def test_plans_need_a_turn_still_to_come() -> None:
    assert may_plan(stud())
    assert not may_plan(holdem())
    assert not may_plan(stud(playing=False))
    assert not may_plan(stud(turn=None))
    assert not may_plan(stud(you=None))
    all_in = at(1, stack=0, hidden=2)
    assert not may_plan(stud(seats=(all_in, *stud().seats[1:])))


def test_the_draw_lasts_until_everybody_has_drawn() -> None:
    assert drawing(draw())
    done = at(1, hidden=5, last=LastAct.PAT, drew=0)
    assert not drawing(draw(seats=(done, *draw().seats[1:])))
    assert not drawing(draw(street=0))
    assert not drawing(stud())
    assert not may_plan(draw(turn=Turn(2, 3)))


def test_a_plan_that_does_not_fit_is_not_carried_out() -> None:
    call_ten = PreAction(Decision.CALL, 10)
    assert carried_out(call_ten, LegalActions(1, 50, fold=True, call=20)) is None
    assert carried_out(call_ten, LegalActions(1, 50, fold=True, check=True)) is None
    assert carried_out(PreAction(Decision.CALL_ANY), LegalActions(1, 50)) is None
    assert carried_out(PreAction(Decision.CALL_ANY), LegalActions(1, 50, bring_in=1)) is None
    assert carried_out(PreAction(Decision.CHECK_FOLD), LegalActions(1, 50)) is None
