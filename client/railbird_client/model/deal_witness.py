"""A player's witness of fair deals: gives seeds, checks every card when it comes, and makes a record of each hand."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from railbird_shared.commands import CommitSeed, OpenSeed
from railbird_shared.events import HandEnded, HandStarted, HandVoided, PlayerLeft, SatOut, YourSeat
from railbird_shared.fair_deal.checker import DealChecker, DealReport
from railbird_shared.fair_deal.record import DealEvent, DealRecord, OwnSeed
from railbird_shared.fair_deal.shuffling import context_of, seat_commitment
from railbird_shared.messages import AskSeed, SeedCommitments, Step
from railbird_shared.view import TableView

DEALT_ANEW = "The server began the deal of hand {} anew after it knew all seeds; note it if that happens often."
"""What is noted where a server asks twice for the seeds of one hand, and could choose the better deck."""


class DealWitness:
    """Watches the deals of one table for one player.

    `new_seed` makes 32 bytes that nobody can guess. `faults` are sentences about all that was wrong, and `remarks`
    sentences about shuffles that were begun anew.
    """

    def __init__(self, table: str, new_seed: Callable[[], bytes]) -> None:
        self.faults: tuple[str, ...] = ()
        self.remarks: tuple[str, ...] = ()
        self.table = table
        self._new_seed = new_seed
        self._own: OwnSeed | None = None
        self._asked = (0, 0)
        self._opening = 0
        self._hand: _WitnessedHand | None = None

    @property
    def report(self) -> DealReport | None:
        """The check of the latest hand so far; None without a fair deal."""
        return self._hand.checker.report if self._hand and self._hand.checker.is_fair else None

    # --- the shuffle ---

    def commit(self, question: AskSeed) -> CommitSeed | None:
        """Returns the commitment to a new seed of the player; None where another table asks."""
        if question.table != self.table:
            return None
        if self._own is not None and self._own.opened and self._asked[0] == question.hand:
            self.remarks += (DEALT_ANEW.format(question.hand),)
        self._asked, self._opening = (question.hand, question.attempt), 0
        seed = self._new_seed()
        commitment = seat_commitment(context_of(self.table, question.hand), question.seat, seed)
        self._own = OwnSeed(question.seat, question.server, commitment, seed)
        return CommitSeed(hand=question.hand, attempt=question.attempt, commitment=commitment)

    def open(self, told: SeedCommitments, command_id: int) -> OpenSeed | None:
        """Returns the player's opened seed once all are committed to; None where theirs is not among them."""
        own = self._own
        if own is None or told.table != self.table or (told.hand, told.attempt) != self._asked:
            return None
        if not any((share.seat, share.commitment) == (own.seat, own.commitment) for share in told.shares):
            return None
        self._opening = command_id
        return OpenSeed(id=command_id, hand=told.hand, attempt=told.attempt, seed=own.seed)

    def see_accepted(self, command_id: int) -> None:
        """Notes that the server has accepted the player's opened seed, if that was the command of this id."""
        if self._own is not None and command_id and command_id == self._opening:
            self._own = replace(self._own, opened=True)

    def see_connection(self) -> None:
        """Notes that the connection is a new one: what the server has asked and told meanwhile is not known."""
        self._note_absence()

    def _note_absence(self) -> None:
        if self._own is not None:
            self._own = replace(self._own, away=True)

    # --- the deal ---

    def see_snapshot(self, view: TableView) -> None:
        """Takes the whole table: a fair deal that runs is checked from here on."""
        self._hand = None
        self._note_absence()
        if view.deal is not None:
            hand = self._begin(view.hand, view.you.seat)
            hand.checker.resume(view.deal, view.you.openings)
            hand.record = replace(hand.record, resumed=view.deal, own_openings=view.you.openings)
            hand.over = not view.playing
            self._note_faults(hand)

    def see_step(self, step: Step, seat: int | None) -> DealRecord | None:
        """Checks a step, given the player's seat before it.

        Returns the record of a hand that is over, and again when more of it is shown.
        """
        seat = next((event.seat for event in step.private if isinstance(event, YourSeat)), seat)
        events = tuple(event for event in (*step.public, *step.private) if isinstance(event, DealEvent))
        hand = self._hand
        if self._own and any(isinstance(e, SatOut | PlayerLeft) and e.seat == self._own.seat for e in step.public):
            self._note_absence()
        for event in events:
            if isinstance(event, HandStarted):
                hand = self._begin(event.hand, seat)
        if hand is None:
            return None
        hand.over = hand.over or any(isinstance(event, HandEnded | HandVoided) for event in step.public)
        if events:
            hand.checker.see_step(events)
            hand.record = replace(hand.record, steps=(*hand.record.steps, events))
            self._note_faults(hand)
        changed = bool(events) or any(isinstance(event, HandEnded) for event in step.public)
        return hand.record if hand.over and changed and hand.checker.is_fair else None

    def _begin(self, number: int, seat: int | None) -> _WitnessedHand:
        own = self._own if self._own and self._own.seat == seat and self._asked[0] == number else None
        self._hand = _WitnessedHand(
            DealChecker(self.table, number, seat=seat, own=own),
            DealRecord(table=self.table, hand=number, seat=seat, own=own),
        )
        return self._hand

    def _note_faults(self, hand: _WitnessedHand) -> None:
        """Notes the faults that the check has found since it was looked at last."""
        new = hand.checker.faults[hand.faults_noted :]
        self.faults += tuple(f"Hand {hand.record.hand}: {fault}" for fault in new)
        hand.faults_noted += len(new)


class _WitnessedHand:
    """A hand that is watched; `faults_noted` is how many faults of its check were noted."""

    def __init__(self, checker: DealChecker, record: DealRecord) -> None:
        self.checker = checker
        self.record = record
        self.over = False
        self.faults_noted = 0
