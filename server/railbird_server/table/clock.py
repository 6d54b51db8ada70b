"""Deadlines as data: when a turn is up, what the clock then does, and when patience ends. No clock is read here."""

from __future__ import annotations

from collections.abc import Iterable

from railbird_server.rules.events import RulesEvent
from railbird_server.table.outcome import TurnOpened
from railbird_server.table.seats import Seat
from railbird_server.table.settings import TableSettings
from railbird_shared.actions import (
    Action,
    BringIn,
    Call,
    Check,
    Claim,
    Declaration,
    Declare,
    Draw,
    Fold,
    LegalActions,
    Run,
)
from railbird_shared.cards import Card
from railbird_shared.events import HandShown, StreetBegan

MAX_TIMEOUTS = 3
"""How many turns in a row anybody may let pass before he is sat out."""

MAX_TIMEOUTS_DISCONNECTED = 2
"""The same for a player whose link is down."""


def deadline(spec: TableSettings, now: int) -> int | None:
    """When a turn that begins now is up; None at a table without a clock."""
    return now + spec.clock_ms if spec.clock_ms else None


def turn_due(turn: TurnOpened, seat: Seat, spec: TableSettings) -> int | None:
    """When the clock decides a turn: at its deadline, or without one when its absent player has been waited for."""
    if turn.deadline is not None or seat.disconnected_since is None:
        return turn.deadline
    return max(turn.started_at, seat.disconnected_since) + spec.disconnect_grace_ms


def showdown_pause(ending: Iterable[RulesEvent], spec: TableSettings) -> int:
    """How much longer than usual a table rests after a hand whose last step this was, in milliseconds.

    Streets that ran out by themselves are looked at one by one, and hands that were shown are read.
    """
    events = tuple(ending)
    streets = sum(isinstance(event, StreetBegan) for event in events)
    shown = any(isinstance(event, HandShown) for event in events)
    return spec.pause_ms * ((streets if streets > 1 else 0) + (2 if shown else 0)) // 3


def action_on_timeout(legal: LegalActions, cards: tuple[Card, ...]) -> Action:
    """What is done for a player whose time is up: a check if free, else a fold; he brings in, or stands pat (BT-40)."""
    if legal.check:
        return Check()
    if legal.call == 0:
        return Call()
    return action_on_leaving(legal, cards)


def action_on_leaving(legal: LegalActions, cards: tuple[Card, ...]) -> Action:
    """What is done for a player who has stood up: he folds, unless something else than a bet is asked of him.

    A forced bet he makes; `cards` are his, of which he throws away the first where he must.
    """
    if legal.bring_in is not None:
        return BringIn()
    if legal.max_discards is not None:
        return Draw(cards[: legal.min_discards])
    if legal.declare:
        return Declare(Declaration.HIGH)
    if legal.claims:
        return Claim(legal.claims[0])
    if legal.max_runs is not None:
        return Run(1)
    return Fold()


def has_timed_out_too_often(seat: Seat) -> bool:
    """Whether a player has let so many turns pass that he is sat out."""
    return seat.timeouts >= (MAX_TIMEOUTS if seat.connected else MAX_TIMEOUTS_DISCONNECTED)
