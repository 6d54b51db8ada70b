"""Deadlines as data: when a turn ends and what lengthens it, how the clock then acts, and when a player is sat out."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from railbird_server.rules.events import RulesEvent
from railbird_server.table.hand.hand_in_progress import HandInProgress
from railbird_server.table.outcome import FullEvent, TurnOpened
from railbird_server.table.seats import Seat, Seats, Timeouts
from railbird_server.table.settings import TableSettings
from railbird_server.table.time_bank import TimeBanks
from railbird_shared.game.cards import Card
from railbird_shared.protocol.actions import (
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
from railbird_shared.protocol.events import HandShown, StreetBegan

MAX_TIMEOUTS_DISCONNECTED = 2
"""Turns in a row that a player whose connection is lost may let pass before they are sat out."""

MAX_TIMEOUT_SCORE = 10
"""The score of `Timeouts` at which a player who acts now and then is sat out."""

MAX_TIMEOUT_SIT_OUTS = 3
"""How often a player may be sat out for turns they let pass, without an act between, until they lose the seat."""


def deadline(settings: TableSettings, now: int) -> int | None:
    """Returns when a turn that begins now ends; None at a table without a clock."""
    return now + settings.clock_ms if settings.clock_ms else None


def turn_due(turn: TurnOpened, seat: Seat, settings: TableSettings) -> int | None:
    """Returns when the clock acts in a turn: at its deadline, or without one a grace after its player disconnected.

    A player whom the host has removed has that grace, too, so that nobody can hold a table up for good.
    """
    since = [time for time in (seat.disconnected_since, seat.kicked_at) if time is not None]
    if turn.deadline is not None or not since:
        return turn.deadline
    return max(turn.started_at, min(since)) + settings.disconnect_grace_ms


def showdown_pause(last_events: Iterable[RulesEvent], settings: TableSettings) -> int:
    """Returns how much longer than usual a table rests after a hand that ended with these events, in milliseconds.

    Players look at streets dealt without betting one by one, and read the hands shown.
    """
    events = tuple(last_events)
    streets = sum(isinstance(event, StreetBegan) for event in events)
    shown = any(isinstance(event, HandShown) for event in events)
    return settings.pause_ms * ((streets if streets > 1 else 0) + (2 if shown else 0)) // 3


def action_on_timeout(legal: LegalActions, cards: tuple[Card, ...]) -> Action:
    """Returns the act for a player whose time is up: a check if free, else a fold; bring in or stand pat (BT-40)."""
    if legal.check:
        return Check()
    if legal.call == 0:
        return Call()
    return action_on_leaving(legal, cards)


def action_on_leaving(legal: LegalActions, cards: tuple[Card, ...]) -> Action:
    """Returns the act for a player who has stood up: a fold in a betting round, else whatever costs least.

    They make a forced bet that is theirs to make, and discard the first of their `cards` where a discard is required.
    """
    if legal.bring_in is not None and not legal.fold:
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


def after_timeout(timeouts: Timeouts) -> Timeouts:
    """Returns the record of a player who has let another turn pass."""
    return replace(timeouts, in_a_row=timeouts.in_a_row + 1, score=timeouts.score + 2)


def after_act(timeouts: Timeouts) -> Timeouts:
    """Returns the record of a player who has acted in time."""
    return Timeouts(score=max(0, timeouts.score - 1))


def after_return(timeouts: Timeouts) -> Timeouts:
    """Returns the record of a player who is dealt in again.

    Coming back makes up only for so much that they are not sat out again before another turn passes.
    """
    return replace(
        timeouts,
        in_a_row=min(timeouts.in_a_row, MAX_TIMEOUTS_DISCONNECTED - 1),
        score=min(timeouts.score, MAX_TIMEOUT_SCORE - 2),
    )


def has_timed_out_too_often(seat: Seat, settings: TableSettings) -> bool:
    """Whether a player has let so many turns pass that they are sat out."""
    most = settings.max_timeouts if seat.connected else min(settings.max_timeouts, MAX_TIMEOUTS_DISCONNECTED)
    return seat.timeouts.in_a_row >= most or seat.timeouts.score >= MAX_TIMEOUT_SCORE


class TurnClock:
    """The turn clock of one table and its time banks, for the hand that each method is given; without one, no turn."""

    def __init__(self, seats: Seats) -> None:
        self.time_banks = TimeBanks()
        self._seats = seats

    def due(self, hand: HandInProgress | None, settings: TableSettings) -> int | None:
        """Returns when the clock acts in the turn that is open, None if it never does."""
        return turn_due(hand.turn, self._seat(hand.turn), settings) if hand and hand.turn else None

    def turn_of(self, hand: HandInProgress | None) -> tuple[str, TurnOpened] | None:
        """Returns the id of the player in turn, and their turn."""
        return (self._seat(hand.turn).player, hand.turn) if hand and hand.turn else None

    def note_end(
        self, before: tuple[str, TurnOpened] | None, hand: HandInProgress | None, settings: TableSettings, now: int
    ) -> None:
        """Notes what is left of the time bank of a player whose turn, open `before`, has ended."""
        after = self.turn_of(hand)
        if before and (after is None or after[1].turn != before[1].turn):
            player, turn = before
            self.time_banks.end_turn(player, turn, settings, turn.time_left(now))

    def extend(self, hand: HandInProgress | None, settings: TableSettings) -> list[FullEvent]:
        """Gives the player in turn more time if their connection is lost, once in each hand."""
        if hand is None or hand.turn is None or self._seat(hand.turn).connected:
            return []
        extended = hand.extend_turn(settings.clock_extension_ms)
        return [extended] if extended else []

    def ensure(self, hand: HandInProgress | None, now: int, least: int) -> list[FullEvent]:
        """Gives the player in turn at least so many milliseconds."""
        extended = hand.ensure_time(now, least) if hand else None
        return [extended] if extended else []

    def _seat(self, turn: TurnOpened) -> Seat:
        seat = self._seats.at(turn.seat)
        assert seat is not None
        return seat
