"""Actions that a player plans before their turn."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from railbird_shared.game.announced_game import DISCARD, Family
from railbird_shared.protocol.actions import Action, Call, Check, Fold, LegalActions
from railbird_shared.protocol.view import LastAct, TableView


class PlannedDecision(Enum):
    """A decision that can be planned."""

    CHECK_FOLD = "check-fold"
    CALL = "call"
    CALL_ANY = "call-any"


class PlannedAction(Struct, frozen=True):
    """A planned decision; `chips` is the amount that a `CALL` was planned for, 0 for a check."""

    decision: PlannedDecision
    chips: int = 0


def amount_to_call(view: TableView) -> int:
    """Returns what a call would cost the viewer now, in chips."""
    seat = view.own_seat
    return 0 if seat is None else min(seat.stack, max(0, view.to_match - seat.bet))


def can_plan(view: TableView) -> bool:
    """Whether the viewer has a turn to come in this betting round."""
    seat = view.own_seat
    if seat is None or not view.playing or not seat.live or seat.all_in or view.turn is None:
        return False
    return view.turn.seat != seat.seat and not is_draw_in_progress(view)


def is_draw_in_progress(view: TableView) -> bool:
    """Whether players are exchanging cards: a draw or discard has begun and not everybody has drawn."""
    waiting = any(seat.live and seat.last_act is LastAct.NONE for seat in view.occupied)
    draws = view.game.family is Family.DRAW and view.game.draws > 0 and view.street > 0
    return view.playing and waiting and (draws or view.street_name == DISCARD)


def is_still_valid(planned: PlannedAction, view: TableView) -> bool:
    """Whether a planned action still holds; a call lapses when its amount changes."""
    return planned.decision is not PlannedDecision.CALL or planned.chips == amount_to_call(view)


def resolve_plan(planned: PlannedAction, legal: LegalActions) -> Action | None:
    """Returns the action that a planned action leads to, None if it does not fit any more."""
    if legal.max_discards is not None:
        return None
    if legal.bring_in is not None:
        return Fold() if legal.fold and planned.decision is PlannedDecision.CHECK_FOLD else None
    if legal.call == 0 and (planned.decision is not PlannedDecision.CALL or planned.chips == 0):
        return Call()
    if planned.decision is PlannedDecision.CHECK_FOLD:
        return Check() if legal.check else Fold() if legal.fold else None
    if legal.check:
        return Check() if planned.decision is PlannedDecision.CALL_ANY or planned.chips == 0 else None
    if legal.call is None:
        return None
    return Call() if planned.decision is PlannedDecision.CALL_ANY or planned.chips == legal.call else None
